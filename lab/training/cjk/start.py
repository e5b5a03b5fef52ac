"""
Takes the weights out of PP-OCRv4's ONNX file, and checks that the rebuilt network gives the same scores.

    python3 start.py ch_PP-OCRv4_rec_infer.onnx     # the check; needs onnx, onnxruntime, PyTorch
"""
import sys

import numpy as np


def save_start(path: str, target: str) -> None:
    import onnx
    graph = onnx.load(path).graph
    kept = {node.output[0]: onnx.numpy_helper.to_array(node.attribute[0].t) for node in graph.node if node.op_type == 'Constant'}
    kept = {name: value for name, value in kept.items() if value.dtype == np.float32 and not name.startswith('p2o')}
    np.savez(target, **{name: value if value.size < 2000 else value.astype(np.float16) for name, value in kept.items()})
    print(len(kept), 'parts,', sum(value.size for value in kept.values()) / 1e6, 'million weights', flush=True)


def main() -> None:
    import onnxruntime
    import torch
    from reader import Reader, with_start
    save_start(sys.argv[1], '/tmp/start.npz')
    network = Reader(6625 + 300).eval()
    with_start(network, dict(np.load('/tmp/start.npz')))
    session = onnxruntime.InferenceSession(sys.argv[1])
    for width in (320, 480):
        x = torch.nn.functional.interpolate(torch.rand(2, 1, 12, width // 8), (48, width), mode='bilinear') * 2 - 1
        theirs = session.run(None, {'x': x.repeat(1, 3, 1, 1).numpy()})[0]
        with torch.no_grad():
            ours = torch.softmax(network(x)[..., :6625], -1).numpy()
        print(theirs.shape, ours.shape, 'largest difference of probabilities', np.abs(theirs - ours).max(), 'largest probability', theirs.max(-1).mean())


if __name__ == '__main__':
    main()
