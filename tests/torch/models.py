"""Three models, each with one planted error on the line with the comment ``planted``."""

# pyright: reportUnknownMemberType=false, reportMissingParameterType=false, reportUnknownParameterType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUntypedBaseClass=false

from __future__ import annotations

import math
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")
nn, F = torch.nn, torch.nn.functional


class Attention(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
        mask = torch.triu(torch.ones(length, length, dtype=torch.bool), 1)
        weights = scores.masked_fill(mask, -torch.inf).softmax(-1)
        return self.out((weights @ v).transpose(1, 2).reshape(batch, length, width))


class Block(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.attention = Attention(width, heads)
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Dropout(0.1), nn.Linear(2 * width, width))

    def forward(self, x, is_last):
        x = x + self.attention(self.norms[0](x))
        if is_last:
            x = x.data  # planted
        return x + self.mlp(self.norms[1](x))


class Transformer(nn.Module):
    def __init__(self, words: int = 50, width: int = 32, layers: int = 3) -> None:
        super().__init__()
        self.words, self.positions = nn.Embedding(words, width), nn.Embedding(16, width)
        self.blocks = nn.ModuleList([Block(width, 4) for _ in range(layers)])
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, words)

    def forward(self, tokens):
        x = self.words(tokens) + self.positions(torch.arange(tokens.shape[1]))
        for number, block in enumerate(self.blocks):
            x = block(x, number == len(self.blocks) - 1)
        return self.head(self.norm(x))


def transformer():
    model, tokens = Transformer(), torch.randint(0, 50, (4, 12))

    def step():
        logits = model(tokens[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        right = (logits.argmax(-1) == tokens[:, 1:]).float().mean().item()
        assert 0 <= right <= 1 and loss.item() > 0
        return loss

    return step, model


class Convolutions(nn.Module):
    def __init__(self, inputs: int, outputs: int, time: int) -> None:
        super().__init__()
        self.convolutions = nn.ModuleList(
            [nn.Conv2d(inputs, outputs, 3, padding=1), nn.Conv2d(outputs, outputs, 3, padding=1)]
        )
        self.norms = nn.ModuleList([nn.GroupNorm(2, outputs), nn.BatchNorm2d(outputs)])
        self.time = nn.Linear(time, outputs)

    def forward(self, x, time):
        x = F.silu(self.norms[0](self.convolutions[0](x)))
        x = x + self.time(time)[:, :, None, None]
        return F.relu(self.norms[1](self.convolutions[1](x)), inplace=True)


class UNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.time = nn.Sequential(nn.Linear(8, 16), nn.SiLU(), nn.Linear(16, 16))
        self.down = nn.ModuleList([Convolutions(1, 8, 16), Convolutions(8, 16, 16)])
        self.middle = Convolutions(16, 16, 16)
        self.up = nn.ModuleList([Convolutions(32, 8, 16), Convolutions(16, 8, 16)])
        self.out = nn.Conv2d(8, 1, 1)

    def forward(self, x, t):
        angles = t[:, None] * torch.exp(-torch.arange(4) * 2.0)
        with torch.no_grad():
            time = self.time(torch.cat([angles.sin(), angles.cos()], -1))  # planted
        skips = []
        for block in self.down:
            x = block(x, time)
            skips.append(x)
            x = F.max_pool2d(x, 2)
        x = self.middle(x, time)
        for block in self.up:
            x = block(torch.cat([F.interpolate(x, scale_factor=2), skips.pop()], 1), time)
        return self.out(x)


def diffusion():
    model, images = UNet(), torch.rand(4, 1, 16, 16)
    kept = torch.cumprod(1 - torch.linspace(1e-4, 0.02, 100), 0)

    def step():
        t = torch.randint(0, 100, (4,))
        noise = torch.randn_like(images)
        part = kept[t][:, None, None, None]
        return F.mse_loss(model(part.sqrt() * images + (1 - part).sqrt() * noise, t.float()), noise)

    return step, model


def actor_critic():
    body = nn.Sequential(nn.Linear(4, 16), nn.Tanh())
    model = nn.ModuleDict({"body": body, "actor": nn.Linear(16, 3), "critic": nn.Linear(16, 1)})

    def step():
        state, policies, values, rewards = torch.randn(5, 4), [], [], []
        for _ in range(6):
            hidden = model["body"](state)
            policy = torch.distributions.Categorical(logits=model["actor"](hidden))
            action = policy.sample()
            policies.append((policy.log_prob(action), policy.entropy()))
            values.append(model["critic"](hidden).squeeze(-1).tolist())  # planted
            rewards.append((action == 1).float())
            state = state * 0.9 + 0.1 * action[:, None]
        total, loss = torch.zeros(5), 0.0
        for (log, entropy), value, reward in zip(policies[::-1], values[::-1], rewards[::-1], strict=True):
            total = reward + 0.9 * total
            advantage = total - torch.tensor(value)
            loss = loss - (log * advantage.detach()).mean() + advantage.pow(2).mean() - 0.01 * entropy.mean()
        return loss

    return step, model
