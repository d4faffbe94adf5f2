"""The environment: PettingZoo AEC, Gymnasium and batched play over the full rules."""

from gymnasium.envs.registration import register, registry

if "acis/Acis-v0" not in registry:
    register(id="acis/Acis-v0", entry_point="acis_env.envs.gym_env:AcisGym")
