"""
The network: PP-OCRv4's reader of Chinese (PPLCNetV3, SVTR; Apache-2.0), rebuilt from its ONNX file, and beside its narrow neck a wide
one with attention of its own, which the characters that it did not know need. Its 6,625 classes keep their numbers and scores: at the
start the wide neck counts for nothing in them.
"""
import os
import sys

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'recognizer'))
from network import Attention  # noqa: E402  (of the line recognizer)

HEIGHT, STEP = 48, 8
#: Of the fourteen pairs of convolutions: channels after, kernel, stride of the first one, and whether channels are weighed.
PAIRS = [(32, 3, (1, 1), 0), (64, 3, (1, 1), 0), (64, 3, (1, 1), 0), (128, 3, (2, 1), 0), (128, 3, (1, 1), 0), (240, 3, (1, 2), 0), (240, 5, (1, 1), 0),
         (240, 5, (1, 1), 0), (240, 5, (1, 1), 0), (240, 5, (1, 1), 0), (480, 5, (2, 1), 1), (480, 5, (1, 1), 1), (480, 5, (2, 1), 0), (480, 5, (1, 1), 0)]


class Scaled(nn.Conv2d):
    """A convolution of `scale * x + shift`; the scale is applied to the weights. With a shift the kernel is 1 by 1."""

    scale, shift = 1.0, 0.0

    def forward(self, x):
        weight, bias = self.weight * self.scale if self.scale != 1 else self.weight, self.bias
        if self.shift:
            bias = bias + self.shift * self.weight.sum((1, 2, 3))
        return F.conv2d(x, weight, bias, self.stride, self.padding, 1, self.groups)


class Weighed(nn.Module):
    """Channels weighed by what is in them."""

    def __init__(self, size: int):
        super().__init__()
        self.narrow, self.widen = nn.Conv2d(size, size // 4, 1), nn.Conv2d(size // 4, size, 1)
        self.scale, self.shift = 1.0, 0.0

    def forward(self, x):
        x = x * self.scale + self.shift
        return x * F.hardsigmoid(self.widen(F.relu(self.narrow(x.mean((2, 3), keepdim=True)))))


class Pair(nn.Module):
    def __init__(self, before: int, after: int, kernel: int, stride: tuple, weighed: int):
        super().__init__()
        self.deep = Scaled(before, before, kernel, stride, kernel // 2, groups=before)
        self.weighed = Weighed(before) if weighed else None
        self.point = Scaled(before, after, 1)
        self.plus = 0.0

    def forward(self, x):
        x = F.hardswish(self.deep(x))
        x = F.hardswish(self.point(x if self.weighed is None else self.weighed(x)))
        return x + self.plus


class Mix(nn.Module):
    """A layer of SVTR, written out, so that the exported graph accepts lines of any length."""

    def __init__(self, size: int = 120, heads: int = 8):
        super().__init__()
        self.heads = heads
        self.before, self.after = nn.LayerNorm(size, 1e-5), nn.LayerNorm(size, 1e-5)
        self.mixed, self.out = nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.widen, self.narrow = nn.Linear(size, 2 * size), nn.Linear(2 * size, size)

    def forward(self, x):
        count, size = x.shape[0], x.shape[2]
        query, key, value = self.mixed(self.before(x)).reshape(count, -1, 3, self.heads, size // self.heads).permute(2, 0, 3, 1, 4)
        shares = torch.softmax(query @ key.transpose(-1, -2) * (size // self.heads) ** -0.5, -1)
        x = x + self.out((shares @ value).transpose(1, 2).flatten(2))
        return x + self.narrow(F.silu(self.widen(self.after(x))))


class Reader(nn.Module):
    def __init__(self, classes: int, size: int = 256, layers: int = 3, dropout: float = 0.1):
        super().__init__()
        self.stem = nn.Conv2d(1, 16, 3, 2, 1)
        befores = [16, *(pair[0] for pair in PAIRS[:-1])]
        self.pairs = nn.ModuleList([Pair(before, *pair) for before, pair in zip(befores, PAIRS)])
        self.last_scale = 1.0
        self.first, self.second = nn.Conv2d(480, 60, (1, 3), 1, (0, 1)), nn.Conv2d(60, 120, 1)
        self.mixes, self.norm = nn.ModuleList([Mix(), Mix()]), nn.LayerNorm(120, 1e-6)
        self.third, self.fourth, self.fifth = nn.Conv2d(120, 480, 1), nn.Conv2d(960, 60, (1, 3), 1, (0, 1)), nn.Conv2d(60, 120, 1)
        self.wide, self.place = nn.Conv2d(480, size, (1, 3), 1, (0, 1)), nn.Conv1d(size, size, 7, padding=3, groups=size)
        self.layers, self.wide_norm = nn.ModuleList([Attention(size, 8, 3) for _ in range(layers)]), nn.LayerNorm(size)
        self.drop, self.name = nn.Dropout(dropout), nn.Linear(120 + size, classes)

    def old_parts(self) -> list[nn.Module]:
        return [self.stem, self.pairs, self.first, self.second, self.mixes, self.norm, self.third, self.fourth, self.fifth]

    def forward(self, x):
        """Images (count, 1, 48, width; 1 white, -1 black) to scores (count, width / 8, classes)."""
        x = self.stem(x)
        for pair in self.pairs:
            x = pair(x)
        x = F.avg_pool2d(x * self.last_scale, (3, 2))
        y = F.silu(self.second(F.silu(self.first(x)))).squeeze(2).transpose(1, 2)
        for mix in self.mixes:
            y = mix(y)
        y = F.silu(self.third(self.norm(y).transpose(1, 2).unsqueeze(2)))
        y = F.silu(self.fifth(F.silu(self.fourth(torch.cat([x, y], 1))))).squeeze(2).transpose(1, 2)
        z = F.silu(self.wide(x)).squeeze(2)
        z = (z + self.place(z)).transpose(1, 2)
        for layer in self.layers:
            z = layer(z)
        z = self.drop(self.wide_norm(z))
        return self.name(torch.cat([y.to(z.dtype), z], -1))


def with_start(network: Reader, start: dict[str, np.ndarray]) -> None:
    """Weights of PP-OCRv4 by their names in its file."""
    tensor = lambda name: torch.from_numpy(start[name].astype(np.float32))
    fill = lambda part, weight, bias: (part.weight.data.copy_(weight.reshape(part.weight.shape)), part.bias.data.copy_(bias))

    def normed(part: nn.Conv2d, conv: str, norm: str) -> None:
        factor = tensor(f'{norm}.w_0') / (tensor(f'{norm}.w_2') + 1e-5).sqrt()
        weight = tensor(f'{conv}.w_0') * factor[:, None, None, None]
        fill(part, weight.sum(1, keepdim=True) if part is network.stem else weight, tensor(f'{norm}.b_0') - tensor(f'{norm}.w_1') * factor)

    def affine(part: Scaled, place: int) -> None:
        factor, plus = float(start[f'mobile_one_block_{place}.w_0'].item()), float(start[f'mobile_one_block_{place}.w_1'].item())
        fill(part, tensor(f'conv2d_{157 + place}.w_0') * factor, tensor(f'conv2d_{157 + place}.b_0') * factor + plus)

    def linear(part: nn.Linear, place: int) -> None:
        fill(part, tensor(f'linear_{place}.w_0').T, tensor(f'linear_{place}.b_0'))

    normed(network.stem, 'conv2d_10', 'batch_norm2d_2')
    weighed = iter([(106, 107), (117, 118)])
    set_scales(network, {name: float(value.item()) for name, value in start.items() if name.startswith('whswish')})
    for place, pair in enumerate(network.pairs):
        affine(pair.deep, 2 * place)
        affine(pair.point, 2 * place + 1)
        if pair.weighed is not None:
            for part, number in zip((pair.weighed.narrow, pair.weighed.widen), next(weighed)):
                fill(part, tensor(f'conv2d_{number}.w_0'), tensor(f'conv2d_{number}.b_0'))
    for part, conv, norm in zip((network.first, network.second, network.third, network.fourth, network.fifth), range(142, 147), range(148, 153)):
        normed(part, f'conv2d_{conv}', f'batch_norm2d_{norm}')
    for place, mix in enumerate(network.mixes):
        for part, number in zip((mix.mixed, mix.out, mix.widen, mix.narrow), range(77 + 4 * place, 81 + 4 * place)):
            linear(part, number)
        for part, number in zip((mix.before, mix.after), range(43 + 2 * place, 45 + 2 * place)):
            fill(part, tensor(f'layer_norm_{number}.w_0'), tensor(f'layer_norm_{number}.b_0'))
    fill(network.norm, tensor('layer_norm_47.w_0'), tensor('layer_norm_47.b_0'))
    weight, bias = tensor('linear_85.w_0').T, tensor('linear_85.b_0')
    old, name = len(bias), network.name
    with torch.no_grad():
        # New characters start as the average one.
        name.weight[old:, :120] = weight[1:].mean(0) + torch.randn(len(name.bias) - old, 120) * 0.03
        name.weight[:old, :120], name.bias[:old] = weight, bias
        name.weight[:old, 120:], name.bias[old:] = 0, bias[1:].mean()
        name.weight[old:, 120:].normal_(0, 0.03)


def set_scales(network: Reader, scales: dict[str, float]) -> None:
    """The scale and shift after each activation, which stay as they are: applied by what comes next."""
    kept = [(scales[f'whswish_b_{place}.w_0'], scales[f'whswish_b_{place}.w_1']) for place in range(1, 2 * len(PAIRS) + 1)]
    for place, pair in enumerate(network.pairs):
        (inner, inner_plus), (outer, outer_plus) = kept[2 * place], kept[2 * place + 1]
        after = pair.weighed or pair.point
        after.scale, after.shift = inner, inner_plus
        pair.plus = outer_plus / outer
        if place + 1 < len(network.pairs):
            network.pairs[place + 1].deep.scale = outer
        else:
            network.last_scale = outer
