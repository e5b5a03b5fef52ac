"""
The network: convolutions reduce a line of 64 rows to one vector per four columns, attention runs along the line, and a linear layer
classifies the character (or blank) at each step.
"""
import os
import sys

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'recognizer'))
from alphabet import CLASSES


class Block(nn.Module):
    def __init__(self, before: int, after: int, stride=(1, 1)):
        super().__init__()
        self.first, self.one = nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after)
        self.second, self.two = nn.Conv2d(after, after, 3, 1, 1, bias=False), nn.BatchNorm2d(after)
        self.skip = nn.Conv2d(before, after, 1, stride) if before != after or stride != (1, 1) else nn.Identity()

    def forward(self, x):
        y = F.relu(self.one(self.first(x)))
        return F.relu(self.two(self.second(y)) + self.skip(x))


class Attention(nn.Module):
    """Written out, so that the exported graph accepts lines of any length."""

    def __init__(self, size: int, heads: int, spread: int, dropout: float):
        super().__init__()
        self.heads, self.drop = heads, nn.Dropout(dropout)
        self.before, self.after = nn.LayerNorm(size), nn.LayerNorm(size)
        self.mixed, self.out = nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.widen, self.narrow = nn.Linear(size, spread * size), nn.Linear(spread * size, size)

    def forward(self, x):
        count, size = x.shape[0], x.shape[2]
        query, key, value = self.mixed(self.before(x)).reshape(count, -1, 3, self.heads, size // self.heads).permute(2, 0, 3, 1, 4)
        shares = torch.softmax(query @ key.transpose(-1, -2) * (size // self.heads) ** -0.5, -1)
        x = x + self.drop(self.out((shares @ value).transpose(1, 2).flatten(2)))
        return x + self.drop(self.narrow(F.relu(self.widen(self.after(x)))))


class HandReader(nn.Module):
    def __init__(self, size: int = 256, layers: int = 6, dropout: float = 0.15):
        super().__init__()
        self.picture = nn.Sequential(
            nn.Conv2d(1, 32, 3, (2, 2), 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(),
            Block(32, 64), Block(64, 96, (2, 1)), Block(96, 160, (2, 2)), Block(160, 224, (2, 1)), nn.Dropout2d(dropout),
        )
        self.flat = nn.Sequential(nn.Conv2d(224, size, (4, 3), 1, (0, 1), bias=False), nn.BatchNorm2d(size), nn.ReLU())
        self.place = nn.Conv1d(size, size, 15, padding=7, groups=size)
        self.layers = nn.ModuleList([Attention(size, 8, 3, dropout) for _ in range(layers)])
        self.norm, self.name = nn.LayerNorm(size), nn.Linear(size, CLASSES)

    def forward(self, x):
        x = self.flat(self.picture(x)).squeeze(2)
        x = (x + self.place(x)).transpose(1, 2)
        for layer in self.layers:
            x = layer(x)
        return self.name(self.norm(x))
