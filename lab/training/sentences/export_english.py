"""
Writes the English encoder (the teacher) as the server reads it: `english.onnx`, from pieces of a text to a vector of 512 numbers,
products in eight bits as in export.py.

    python3 export_english.py TEACHER.npz WEIGHTS
"""
import sys

import numpy as np
from onnx import TensorProto, checker, helper, save

from export import constant, constants, linear, node, nodes, norm, unit

PIECES, HEADS = 128, 4


def main(teacher: str, target: str) -> None:
    w = {name: value.astype(np.float32) for name, value in np.load(teacher).items()}
    dense = lambda x, name: linear(x, np.ascontiguousarray(w[name].T), w[name + '-bias'])
    normed = lambda x, name: norm(x, w[name + '-scale'], w[name + '-offset'], 1e-6)
    scale = 2 * np.abs(w['embeddings']).max(1, keepdims=True) / 127
    codes = np.round(2 * w['embeddings'] / scale).astype(np.int8)
    waves = np.arange(PIECES)[:, None] * w['timing'].reshape(1, -1)
    waves = np.concatenate([np.sin(waves), np.cos(waves)], 1).astype(np.float32)
    rows = node('Mul', node('Cast', node('Gather', constant(codes), 'pieces'), to=TensorProto.FLOAT), node('Gather', constant(scale), 'pieces'))
    x = node('Add', rows, node('Slice', constant(waves), constant(np.array([0], np.int64)), node('Shape', 'pieces')))
    for i in (0, 1):
        width = w[f'{i}-qkv'].shape[0]
        heads = node('Reshape', dense(normed(x, f'{i}-attention'), f'{i}-qkv'), constant(np.array([-1, 3 * HEADS, width // HEADS], np.int64)))
        q, k, v = node('Split', node('Transpose', heads, perm=[1, 0, 2]), axis=0, outputs=3)
        scores = node('Mul', node('MatMul', q, node('Transpose', k, perm=[0, 2, 1])), constant(np.float32((width // HEADS) ** -0.5)))
        attended = node('Transpose', node('MatMul', node('Softmax', scores, axis=-1), v), perm=[1, 0, 2])
        attended = dense(node('Reshape', attended, constant(np.array([-1, width], np.int64))), f'{i}-attended')
        x = node('Add', dense(x, 'widen') if i == 0 else x, attended)
        x = node('Add', x, dense(node('Relu', dense(normed(x, f'{i}-forward'), f'{i}-spread')), f'{i}-gather'))
    mean = node('ReduceMean', x, axes=[0], keepdims=1)
    nodes.append(helper.make_node('Identity', [unit(node('Tanh', dense(mean, 'last')))], ['sentence']))
    graph = helper.make_graph(
        nodes, 'English sentence encoder', [helper.make_tensor_value_info('pieces', TensorProto.INT64, ['pieces'])],
        [helper.make_tensor_value_info('sentence', TensorProto.FLOAT, [1, 512])], list(constants.values()),
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid('', 17)], ir_version=8, producer_name='perennial')
    checker.check_model(model)
    save(model, f'{target}/english.onnx')


if __name__ == '__main__':
    main(*sys.argv[1:])
