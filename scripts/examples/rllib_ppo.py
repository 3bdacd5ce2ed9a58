"""RLlib: PPO with masks trains a module for each role, in games against each other.

pip install "sy_env[rllib]"
python scripts/examples/rllib_ppo.py

scripts/train_rllib.py is the whole thing: from a YAML file, on a laptop or a cluster, with checkpoints and win rates.
"""

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module import MultiRLModuleSpec, RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from sy_env.adapters.rllib import RLlibEnv, role_of

masked = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [64]})
config = (
    PPOConfig()
    .environment(RLlibEnv, env_config={"edition": "classic", "players": 6})
    .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
    .multi_agent(policies={"mrx", "detectives"}, policy_mapping_fn=role_of)
    .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"mrx": masked, "detectives": masked}))
    .training(train_batch_size_per_learner=1000, minibatch_size=250, num_epochs=2, gamma=1.0)
    .debugging(seed=0)
)
algorithm = config.build_algo()
for _ in range(2):
    result = algorithm.train()["env_runners"]
    earned = result["agent_episode_returns_mean"]
    print(f"{result['num_env_steps_sampled_lifetime']:,.0f} steps; Mister X earns {earned['mrx_0']:.2f} a game")
algorithm.stop()
