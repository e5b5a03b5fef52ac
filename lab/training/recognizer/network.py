"""
The network: convolutions reduce a line of 32 rows to one vector per four columns, attention runs along the line, and a
linear layer classifies the character (or blank) at each step. Small enough for a CPU: about 270 million
multiply-adds for a line of 320 columns, most of them in eight bits after quantization.
"""
import torch
import torch.nn.functional as F
from torch import nn

from alphabet import CLASSES


class Residual(nn.Module):
    """Depthwise convolution, then a pointwise expansion to twice the channels and back."""

    def __init__(self, channels: int, spread: int = 2):
        super().__init__()
        self.around = nn.Conv2d(channels, channels, 3, padding=1, groups=channels, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        self.widen = nn.Conv2d(channels, channels * spread, 1)
        self.narrow = nn.Conv2d(channels * spread, channels, 1, bias=False)
        self.last = nn.BatchNorm2d(channels)

    def forward(self, x):
        return x + self.last(self.narrow(F.relu(self.widen(self.norm(self.around(x))))))


def shrink(before: int, after: int, kernel, stride, padding) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, after, kernel, stride, padding, bias=False), nn.BatchNorm2d(after), nn.ReLU())


class Attention(nn.Module):
    """Written out, so that the exported graph accepts lines of any length."""

    def __init__(self, size: int, heads: int, spread: int):
        super().__init__()
        self.heads = heads
        self.before, self.after = nn.LayerNorm(size), nn.LayerNorm(size)
        self.mixed, self.out = nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.widen, self.narrow = nn.Linear(size, spread * size), nn.Linear(spread * size, size)

    def forward(self, x):
        count, size = x.shape[0], x.shape[2]
        query, key, value = self.mixed(self.before(x)).reshape(count, -1, 3, self.heads, size // self.heads).permute(2, 0, 3, 1, 4)
        shares = torch.softmax(query @ key.transpose(-1, -2) * (size // self.heads) ** -0.5, -1)
        x = x + self.out((shares @ value).transpose(1, 2).flatten(2))
        return x + self.narrow(F.relu(self.widen(self.after(x))))


class Recognizer(nn.Module):
    def __init__(self, size: int = 192, layers: int = 3):
        super().__init__()
        self.picture = nn.Sequential(
            shrink(1, 40, 3, (2, 2), 1), Residual(40), Residual(40),
            shrink(40, 88, 3, (2, 2), 1), Residual(88), Residual(88), Residual(88),
            shrink(88, 160, (2, 1), (2, 1), 0), Residual(160), Residual(160),
            shrink(160, size, (4, 1), (1, 1), 0),
        )
        self.place = nn.Conv1d(size, size, 9, padding=4, groups=size)
        self.layers = nn.ModuleList([Attention(size, 6, 2) for _ in range(layers)])
        self.norm = nn.LayerNorm(size)
        self.name = nn.Linear(size, CLASSES)

    def forward(self, pictures):
        """Images (count, 1, 32, width) from 0 black to 1 white; returns scores (count, width / 4, classes)."""
        x = self.picture(pictures).squeeze(2)
        x = (x + self.place(x)).transpose(1, 2)
        for layer in self.layers:
            x = layer(x)
        return self.name(self.norm(x))
