"""The network: plain convolutions, which run fast in eight bits, and a last layer that knows the place of each feature."""
import torch
from torch import nn

# Outputs: kinds of glasses, kinds of mask, then one score each.
PARTS = {'glasses': slice(0, 4), 'mask': slice(4, 7), 'headwear': slice(7, 8), 'forehead': slice(8, 9), 'eyes': slice(9, 10), 'nose': slice(10, 11), 'mouth': slice(11, 12)}
OUTPUTS = 12


def layer(inputs: int, outputs: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Residual(nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.body = nn.Sequential(layer(channels, channels), nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        return self.relu(x + self.body(x))


class Attributes(nn.Module):
    """Input (count, 3, 160, 160), red, green and blue from -1 to 1."""

    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            layer(3, 16, 5, 2), layer(16, 32, 3, 2), Residual(32), layer(32, 64, 3, 2), Residual(64), layer(64, 96, 3, 2), Residual(96), layer(96, 112, 3, 2), Residual(112), layer(112, 48, 1))
        self.dropout = nn.Dropout(0.3)
        self.scores = nn.Linear(48 * 5 * 5, OUTPUTS)

    def forward(self, x):
        return self.scores(self.dropout(self.features(x).flatten(1)))
