"""The encoder in use as floating-point weights again, for training that continues from it: grams.bin and encoder.onnx as export.py writes them."""
import numpy as np
import onnx
from onnx import numpy_helper

from network import GRAM, LAYERS


def read_table(path: str) -> np.ndarray:
    raw = open(path, 'rb').read()
    rows = (len(raw) + 8) // (8 + GRAM)
    scales = np.frombuffer(raw, '<f4', rows, 4 * (rows - 2))
    return np.frombuffer(raw, np.int8, rows * GRAM, 4 * (rows - 2) + 4 * rows).reshape(rows, GRAM) * scales[:, None]


def read_body(path: str) -> dict:
    """Tensors by the names of network.Body, in the order in which export.py makes the nodes."""
    graph = onnx.load(path).graph
    values = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    layers = [f'layers.{i}.{part}' for i in range(LAYERS) for part in ('qkv', 'attended', 'spread', 'gather')]
    dense = iter(['widen', *layers])
    norms = iter(['first_norm', *(f'layers.{i}.{part}' for i in range(LAYERS) for part in ('attention_norm', 'forward_norm')), 'last_norm'])
    last = iter(['sentence', 'word'])
    found = {}
    for i, node in enumerate(graph.node):
        if node.op_type == 'MatMulInteger':
            name = next(dense)
            found[f'{name}.weight'] = (values[node.input[1]].astype(np.float32) * values[graph.node[i + 1].input[1]]).T
            found[f'{name}.bias'] = values[graph.node[i + 4].input[1]]
        elif node.op_type == 'LayerNormalization':
            name = next(norms)
            found[f'{name}.weight'], found[f'{name}.bias'] = values[node.input[1]], values[node.input[2]]
        elif node.op_type == 'Gemm':
            name = next(last)
            found[f'{name}.weight'], found[f'{name}.bias'] = values[node.input[1]], values[node.input[2]]
        elif node.op_type == 'Slice':
            found['positions'] = values[node.input[0]]
    return found
