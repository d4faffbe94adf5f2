"""The environment: PettingZoo AEC, Gymnasium and batched play over the full rules.

Importing it registers `acis/acis_v0` with PettingZoo and `acis/Acis-v0` with Gymnasium.
"""

import gymnasium
import pettingzoo

if "acis/Acis-v0" not in gymnasium.registry:
    gymnasium.register(
        id="acis/Acis-v0",
        entry_point="acis_env.envs.gym_env:AcisGym",
        vector_entry_point="acis_env.envs.vector_env:AcisVectorEnv",
    )
if hasattr(pettingzoo, "register") and "acis/acis-v0" not in pettingzoo.aec_registry:  # since PettingZoo 1.27
    pettingzoo.register("aec", "acis/acis_v0", entry_point="acis_env.acis_v0:env")
