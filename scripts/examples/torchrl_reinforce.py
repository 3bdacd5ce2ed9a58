"""TorchRL: Mister X and the detectives, each with a network of its own, learn by REINFORCE from games against each other.

pip install "sy_env[torchrl]"
python scripts/examples/torchrl_reinforce.py
"""

import torch
from tensordict.nn import InteractionType, TensorDictModule, TensorDictSequential
from torchrl.envs import DTypeCastTransform, PettingZooWrapper, TransformedEnv
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor

import sy_env

torch.manual_seed(0)
game = PettingZooWrapper(sy_env.env("classic", players=6, control="team"), use_mask=True, seed=0)
sides = list(game.group_map)  # mrx_0 and detectives_0
seen = [(side, "observation", "observation") for side in sides]
env = TransformedEnv(game, DTypeCastTransform(torch.int8, torch.float32, in_keys=seen))


def actor(side: str) -> ProbabilisticActor:
    """A masked actor: its network's logits and the game's mask make the distribution."""
    network = MLP(out_features=803, num_cells=[64])
    logits = TensorDictModule(network, in_keys=[(side, "observation", "observation")], out_keys=[(side, "logits")])
    keys = {"logits": (side, "logits"), "mask": (side, "action_mask")}
    return ProbabilisticActor(
        logits,
        in_keys=keys,
        out_keys=[(side, "action")],
        distribution_class=MaskedCategorical,
        default_interaction_type=InteractionType.RANDOM,
    )


actors = {side: actor(side) for side in sides}
policy = TensorDictSequential(*actors.values())
policy(env.reset())  # sets up the lazy layers
optimiser = torch.optim.Adam(policy.parameters(), 1e-3)
steps = wins = illegal = 0
for _ in range(10):
    with torch.no_grad():
        played = env.rollout(1000, policy)
    loss = torch.zeros(())
    for side in sides:
        earned = played["next", side, "reward"].sum()
        chances = actors[side].get_dist(played).log_prob(played[side, "action"])
        loss -= (earned * chances[played[side, "mask"]]).mean()
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    optimiser.step()
    steps += len(played)
    wins += int(played["next", "mrx_0", "reward"].sum() > 0)
    illegal += int(played["next", "truncated"].any())  # only an illegal action truncates
print(f"{steps:,} steps, {illegal} illegal; 10 games, of which Mister X won {wins}")
