"""
The network: a small encoder down to 1/32 of the resolution and a decoder back to 1/4, where it estimates for every 4 x 4 pixels
whether the core of a text line is there, how high the line is, which way up it is, and whether a selection mark is there.
About four billion multiply-adds for a page of 1216 x 896; most run in eight bits after quantization.
"""
import torch
import torch.nn.functional as F
from torch import nn

#: Output channels: core (logit), height (log of pixels), four directions (logits: upright, 90, 180, 270 degrees clockwise), mark (logit).
CORE, HEIGHT, TURN, MARK, CHANNELS = 0, 1, slice(2, 6), 6, 7
#: Sides of the input are multiples of this.
SIDE_STEP = 32


def conv(before: int, after: int, size: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, after, size, stride, size // 2, bias=False), nn.BatchNorm2d(after), nn.ReLU())


class Residual(nn.Module):
    """A depthwise convolution, then a pointwise expansion to twice the channels and back."""

    def __init__(self, channels: int, size: int = 5):
        super().__init__()
        self.depthwise = nn.Conv2d(channels, channels, size, padding=size // 2, groups=channels, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        self.expand = nn.Conv2d(channels, 2 * channels, 1)
        self.project = nn.Conv2d(2 * channels, channels, 1, bias=False)
        self.last_norm = nn.BatchNorm2d(channels)

    def forward(self, x):
        return x + self.last_norm(self.project(F.relu(self.expand(self.norm(self.depthwise(x))))))


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.quarter = nn.Sequential(conv(1, 16, 3, 2), conv(16, 32, 3, 2), Residual(32, 3))
        self.eighth = nn.Sequential(conv(32, 64, 3, 2), *[Residual(64) for _ in range(3)])
        self.sixteenth = nn.Sequential(conv(64, 96, 3, 2), *[Residual(96) for _ in range(3)])
        self.smallest = nn.Sequential(conv(96, 128, 3, 2), *[Residual(128) for _ in range(4)])
        self.to_sixteenth, self.from_sixteenth = conv(128, 96, 1), Residual(96)
        self.to_eighth, self.from_eighth = conv(96, 64, 1), nn.Sequential(Residual(64), Residual(64))
        self.to_quarter, self.from_quarter = conv(64, 32, 1), Residual(32, 3)
        self.maps = nn.Conv2d(32, CHANNELS, 1)

    def forward(self, image):
        """An image (count, 1, height, width) from -1 black to 1 white; returns maps (count, CHANNELS, height / 4, width / 4)."""
        quarter = self.quarter(image)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        x = self.smallest(sixteenth)
        x = self.from_sixteenth(doubled(self.to_sixteenth(x)) + sixteenth)
        x = self.from_eighth(doubled(self.to_eighth(x)) + eighth)
        x = self.from_quarter(doubled(self.to_quarter(x)) + quarter)
        return self.maps(x)


def doubled(x: torch.Tensor) -> torch.Tensor:
    return F.interpolate(x, scale_factor=2.0, mode='nearest')
