"""
Quantizes an exported network to eight bits: weights per output channel, activations by their range on calibration inputs.

    python3 quantize.py float.onnx out.onnx calibration.npz [--keep PART ...] [--halve]

`calibration.npz` has one array of inputs per batch. Nodes whose name contains a `--keep` part stay in floating point, and so
do products of two activations (attention). Weights use seven bits, because processors without VNNI add pairs of products in
sixteen bits. `--halve` stores the weights that stay in floating point in sixteen bits, which are widened when the network is
loaded. Needs onnx and onnxruntime.
"""
import argparse
import os
import tempfile

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

QUANTISED = ['Conv', 'Add', 'Relu', 'MatMul', 'Resize', 'Mul']


class Batches(CalibrationDataReader):
    def __init__(self, file: str, name: str):
        arrays = np.load(file)
        self.batches = iter([{name: arrays[key]} for key in arrays.files])

    def get_next(self):
        return next(self.batches, None)


def halve(file: str) -> None:
    model = onnx.load(file)
    graph = model.graph
    for constant in [one for one in graph.initializer if one.data_type == onnx.TensorProto.FLOAT and np.prod(one.dims) >= 1000]:
        name = constant.name
        halved = onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(constant).astype(np.float16), f'{name}_halved')
        constant.CopyFrom(halved)
        graph.node.insert(0, onnx.helper.make_node('Cast', [halved.name], [name], f'{name}_widen', to=onnx.TensorProto.FLOAT))
    onnx.save(model, file)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument('source')
    options.add_argument('target')
    options.add_argument('calibration')
    options.add_argument('--keep', nargs='*', default=[])
    options.add_argument('--halve', action='store_true')
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        prepared = os.path.join(folder, 'prepared.onnx')
        quant_pre_process(given.source, prepared, skip_symbolic_shape=True)
        graph = onnx.load(prepared).graph
        constants = {one.name for one in graph.initializer}
        kept = [node.name for node in graph.node if any(part in node.name for part in given.keep)]
        kept += [node.name for node in graph.node if node.op_type == 'MatMul' and not constants & set(node.input)]
        quantize_static(
            prepared, given.target, Batches(given.calibration, graph.input[0].name), quant_format=QuantFormat.QDQ,
            op_types_to_quantize=QUANTISED, per_channel=True, reduce_range=True, activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
            nodes_to_exclude=kept, calibrate_method=CalibrationMethod.MinMax,
        )
    if given.halve:
        halve(given.target)
    print(f'{given.target}: {os.path.getsize(given.target) / 1e6:.2f} MB, {len(kept)} nodes kept in floating point', flush=True)


if __name__ == '__main__':
    main()
