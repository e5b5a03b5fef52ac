"""
Writes the trained encoder as the server reads it.

    python3 export.py TRAINED KEYS.bin WEIGHTS

TRAINED is the folder of train.py, KEYS.bin was written by prepare.ts; training that continued from weights in use leaves their table as it is. `encoder.onnx` takes the sums of gram vectors of one text,
[words, 160], and has its products in eight bits: activations by their range in the text, weights by output, in seven bits,
because processors without VNNI add pairs of products in sixteen bits. `grams.bin` has the hashes in ascending order, a scale
for each row, and the rows in eight bits.
"""
import os
import sys

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

from network import GRAM, HEADS, LAYERS, POSITIONS, WIDTH, WORD

nodes, constants = [], {}


def constant(value) -> str:
    value = np.asarray(value)
    name = f'c{len(constants)}'
    constants[name] = numpy_helper.from_array(value, name)
    return name


def node(kind: str, *inputs: str, outputs: int = 1, **attributes):
    names = [f'{kind}{len(nodes)}_{i}' for i in range(outputs)]
    nodes.append(helper.make_node(kind, list(inputs), names, name=f'{kind}{len(nodes)}', **attributes))
    return names[0] if outputs == 1 else names


def linear(x: str, weight: np.ndarray, bias: np.ndarray) -> str:
    """weight is [outputs, inputs]."""
    scale = np.abs(weight).max(1) / 63
    codes = np.clip(np.round(weight / scale[:, None]), -63, 63).astype(np.int8).T
    quantized, x_scale, x_zero = node('DynamicQuantizeLinear', x, outputs=3)
    product = node('MatMulInteger', quantized, constant(np.ascontiguousarray(codes)), x_zero)
    scales = node('Mul', x_scale, constant(scale.astype(np.float32)))
    return node('Add', node('Mul', node('Cast', product, to=TensorProto.FLOAT), scales), constant(bias))


def norm(x: str, weight: np.ndarray, bias: np.ndarray, epsilon: float = 1e-5) -> str:
    return node('LayerNormalization', x, constant(weight), constant(bias), axis=-1, epsilon=epsilon)


def unit(x: str) -> str:
    length = node('ReduceL2', x, axes=[-1], keepdims=1)
    return node('Div', x, node('Max', length, constant(np.float32(1e-12))))


def gelu(x: str) -> str:
    cube = node('Mul', node('Mul', x, x), x)
    inner = node('Mul', node('Add', x, node('Mul', cube, constant(np.float32(0.044715)))), constant(np.float32((2 / np.pi) ** 0.5)))
    return node('Mul', node('Mul', x, constant(np.float32(0.5))), node('Add', node('Tanh', inner), constant(np.float32(1))))


def main(trained: str, keys: str, target: str) -> None:
    arrays = np.load(f'{trained}/body.npz')
    w = {name[5:]: arrays[name].astype(np.float32) for name in arrays.files if name.startswith('body.')}
    dense = lambda x, name: linear(x, w[f'{name}.weight'], w[f'{name}.bias'])
    normed = lambda x, name: norm(x, w[f'{name}.weight'], w[f'{name}.bias'])
    count = node('Shape', 'sums', start=0, end=1)
    positions = node('Slice', constant(w['positions']), constant(np.array([0], np.int64)), count)
    x = node('Add', normed(dense('sums', 'widen'), 'first_norm'), positions)
    size = WIDTH // HEADS
    for i in range(LAYERS):
        qkv = dense(normed(x, f'layers.{i}.attention_norm'), f'layers.{i}.qkv')
        heads = node('Reshape', qkv, constant(np.array([-1, 3 * HEADS, size], np.int64)))
        heads = node('Transpose', heads, perm=[1, 0, 2])
        q, k, v = node('Split', heads, axis=0, outputs=3)
        scores = node('Mul', node('MatMul', q, node('Transpose', k, perm=[0, 2, 1])), constant(np.float32(size ** -0.5)))
        attended = node('Transpose', node('MatMul', node('Softmax', scores, axis=-1), v), perm=[1, 0, 2])
        x = node('Add', x, dense(node('Reshape', attended, constant(np.array([-1, WIDTH], np.int64))), f'layers.{i}.attended'))
        x = node('Add', x, dense(gelu(dense(normed(x, f'layers.{i}.forward_norm'), f'layers.{i}.spread')), f'layers.{i}.gather'))
    x = normed(x, 'last_norm')
    mean = node('ReduceMean', x, axes=[0], keepdims=1)
    sentence = node('Gemm', mean, constant(w['sentence.weight']), constant(w['sentence.bias']), transB=1)
    words = node('Gemm', x, constant(w['word.weight']), constant(w['word.bias']), transB=1)
    nodes.append(helper.make_node('Identity', [unit(sentence)], ['sentence']))
    nodes.append(helper.make_node('Identity', [unit(words)], ['words']))
    value = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    graph = helper.make_graph(
        nodes, 'sentence encoder', [value('sums', ['words', GRAM])], [value('sentence', [1, WIDTH]), value('words', ['words', WORD])], list(constants.values())
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid('', 17)], ir_version=8, producer_name='perennial')
    checker.check_model(model)
    save(model, f'{target}/encoder.onnx')
    if not os.path.exists(f'{trained}/table-1.npy'):
        return
    table = np.concatenate([np.load(f'{trained}/table-1.npy'), np.load(f'{trained}/table-2.npy')])
    with open(f'{target}/grams.bin', 'wb') as file:
        file.write(open(keys, 'rb').read())
        file.write(arrays['scales'].astype('<f4').tobytes())
        file.write(table.tobytes())
    print(table.shape, len(nodes), 'nodes')


if __name__ == '__main__':
    main(*sys.argv[1:])
