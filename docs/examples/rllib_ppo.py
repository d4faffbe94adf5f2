"""RLlib: PPO with one policy for all seats and RLlib's own action masking; two iterations.

Needs the `ray` extra. A whole training with our networks: acis train --engine rllib.
"""

import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from acis_env.envs.rllib import AcisMultiAgentEnv

GAME = {"scenario": "basic_3p", "reward": "vp", "max_decisions": 300}
config = (
    PPOConfig()
    .environment(AcisMultiAgentEnv, env_config=GAME, disable_env_checking=True)  # it knows no masks
    .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")
    .rl_module(
        rl_module_spec=RLModuleSpec(
            module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [32]}
        )
    )
    .env_runners(num_env_runners=0, rollout_fragment_length=300)
    .training(train_batch_size=300, minibatch_size=100, num_epochs=1)
)
ppo = config.build_algo()
for iteration in range(2):
    result = ppo.train()
    played = result["env_runners"]["num_env_steps_sampled"]
    loss = result["learners"]["shared"]["total_loss"]
    print(f"iteration {iteration}: {played} decisions, loss {loss:+.4f}")
ppo.stop()

env = AcisMultiAgentEnv(GAME)
((agent, seen),) = env.reset(seed=1)[0].items()
mask = seen["action_mask"].astype(np.int8)
print(agent, "at random:", env.env.describe(env.action_spaces[agent].sample(mask)))
