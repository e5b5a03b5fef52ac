"""
Makes an ONNX file of the weights of train.py.

    python3 export.py --weights FOLDER --out FILE.onnx
"""
import argparse
import json
import os

import numpy as np
import torch
from torch import nn

from reader import HEIGHT, Reader, Scaled, set_scales


class Probable(nn.Module):
    def __init__(self, network: Reader):
        super().__init__()
        self.network = network

    def forward(self, x):
        return torch.softmax(self.network(x), -1)


def fold_scales(network: Reader) -> None:
    """The scales of activations become part of the weights, which can then be quantized."""
    for part in network.modules():
        if isinstance(part, Scaled):
            if part.shift:
                part.bias.data += part.shift * part.weight.data.sum((1, 2, 3))
            part.weight.data *= part.scale
            part.scale, part.shift = 1.0, 0.0


def loaded(folder: str, start: str) -> Reader:
    with open(os.path.join(folder, 'recogniser.json'), encoding='utf8') as file:
        classes = len(json.load(file)['characters']) + 1
    network = Reader(classes)
    with np.load(start) as file:
        set_scales(network, {name: float(file[name].item()) for name in file.files if name.startswith('whswish')})
    state = {}
    for place in (0, 1):
        with np.load(os.path.join(folder, f'weights-{place}.npz')) as file:
            state |= {name: torch.from_numpy(file[name].astype(np.float32)) for name in file.files}
    network.load_state_dict(state)
    return network.eval()


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument('--weights', required=True)
    options.add_argument('--start', required=True, help='start.npz of collect.py, for the scales that stay as they are')
    options.add_argument('--out', required=True)
    given = options.parse_args()
    reader = loaded(given.weights, given.start)
    fold_scales(reader)
    network = Probable(reader)
    torch.onnx.export(network, torch.rand(1, 1, HEIGHT, 320), given.out, input_names=['pictures'], output_names=['probabilities'],
                      dynamic_axes={'pictures': {0: 'count', 3: 'width'}, 'probabilities': {0: 'count', 1: 'steps'}}, opset_version=17, dynamo=False)
    print(f'{given.out}: {os.path.getsize(given.out) / 1e6:.1f} MB', flush=True)


if __name__ == '__main__':
    main()
