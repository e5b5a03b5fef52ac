"""
Quantizes an exported network to eight bits: weights per output channel, activations by their range on calibration inputs.

    python3 quantize.py float.onnx out.onnx calibration.npz [--keep PART ...]

`calibration.npz` has one array of inputs per batch. Nodes whose name contains a `--keep` part stay in floating point, and so
do products of two activations (attention). Weights use seven bits, because processors without VNNI add pairs of products in
sixteen bits. Needs onnx and onnxruntime.
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


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument('source')
    options.add_argument('target')
    options.add_argument('calibration')
    options.add_argument('--keep', nargs='*', default=[])
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
    print(f'{given.target}: {os.path.getsize(given.target) / 1e6:.2f} MB, {len(kept)} nodes kept in floating point', flush=True)


if __name__ == '__main__':
    main()
