"""
Writes the weights that a training keeps as an ONNX file in floating point.

    python3 export.py out/weights.pt out/hand-float.onnx
"""
import sys

import torch

from lines import HEIGHT
from network import HandReader
from train import LAYERS


def main() -> None:
    source, target = sys.argv[1:]
    network = HandReader(layers=LAYERS)
    network.load_state_dict({name: value.float() if value.dtype == torch.float16 else value for name, value in torch.load(source, map_location='cpu').items()})
    torch.onnx.export(network.eval(), torch.rand(1, 1, HEIGHT, 320), target, input_names=['pictures'], output_names=['scores'],
                      dynamic_axes={'pictures': {0: 'count', 3: 'width'}, 'scores': {0: 'count', 1: 'steps'}}, opset_version=17, dynamo=False)


if __name__ == '__main__':
    main()
