"""MaskablePPO on many games at once: a few updates, then a model that plays with masks.

Needs the `train` extra. Real training takes millions of steps; this shows the wiring.
"""

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.vec_env import VecMonitor

from acis_env.envs.sb3 import AcisVecEnv

env = VecMonitor(AcisVecEnv(8, scenario="basic_2p", opponents=["random"], reward="vp", seed=1))
model = MaskablePPO(
    "MlpPolicy",
    env,
    n_steps=32,
    batch_size=128,
    n_epochs=2,
    policy_kwargs={"net_arch": [64]},
    device="cpu",
    seed=1,
)
model.learn(3 * 32 * 8)
observations = env.reset()
actions, _ = model.predict(observations, action_masks=get_action_masks(env))
print("at random:", [env.action_space.sample(mask) for mask in get_action_masks(env)])
print("updates", model._n_updates, "actions", actions.tolist())
