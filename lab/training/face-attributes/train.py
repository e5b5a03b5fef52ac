"""
Trains the attribute network on photographs of faces with drawn glasses, masks, headwear and covers, and exports it as ONNX. See README.md.

    python3 train.py --data FOLDER --out FOLDER [--samples N] [--seconds N] [--seed N]
"""
import argparse
import json
import math
import multiprocessing
import os
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from network import PARTS, Attributes
from samples import LABELS, Faces, make_sample
from spoil import SIDE, spoiled

BATCH = 512
HIGHEST_RATE = 3e-3
WARM_STEPS = 200
AVERAGED = 0.9985
# Labels of the network's parts in the order of a sample's labels.
WEIGHTS = {'glasses': 2.0, 'mask': 1.0, 'headwear': 1.0, 'forehead': 0.7, 'eyes': 0.7, 'nose': 0.5, 'mouth': 0.7}
SMOOTHING = 0.05


def main() -> None:
    options = argparse.ArgumentParser()
    for name, kind, default in [('data', str, 'data'), ('out', str, 'out'), ('samples', int, 60000), ('seconds', float, 500), ('seed', int, 1), ('batch', int, BATCH), ('workers', int, os.cpu_count() or 2)]:
        options.add_argument(f'--{name}', type=kind, default=default)
    given = options.parse_args()
    started = time.time()
    os.makedirs(given.out, exist_ok=True)
    images, labels = generated(given.data, given.seed * 10_000_000, given.samples, given.workers)
    checked = generated(given.data, 990_000_000, max(64, given.samples // 40), given.workers)
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    images, labels = images.to(device), labels.to(device)
    print(f'{len(images)} samples, {time.time() - started:.0f} s', flush=True)

    torch.manual_seed(given.seed)
    torch.backends.cudnn.benchmark = True
    generator = torch.Generator(device).manual_seed(given.seed)
    network = Attributes().to(device).to(memory_format=torch.channels_last)
    average = Attributes().to(device)
    average.load_state_dict(network.state_dict())
    optimizer = torch.optim.AdamW(network.parameters(), lr=HIGHEST_RATE, weight_decay=0.05)
    trained, kept = list(network.parameters()), list(average.parameters())
    step, training_start, last = 0, time.time(), time.time()
    length = given.seconds - (training_start - started)
    while time.time() - started < given.seconds:
        share = min(1.0, (time.time() - training_start) / length)
        for group in optimizer.param_groups:
            group['lr'] = HIGHEST_RATE * min(1, (step + 1) / WARM_STEPS) * (0.495 * (1 + math.cos(math.pi * share)) + 0.01)
        chosen = torch.randint(len(images), (given.batch,), device=device, generator=generator)
        with torch.no_grad():
            pictures = spoiled(images[chosen], generator)
        losses = losses_of(network, pictures, labels[chosen])
        loss = sum(WEIGHTS[name] * value for name, value in losses.items())
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        step += 1
        with torch.no_grad():
            keep = min(AVERAGED, (step + 1) / (step + 20))
            for own, other in zip(kept, trained):
                own.lerp_(other, 1 - keep)
        if step % 200 == 0:
            print(f'step {step}, {time.time() - last:.1f} s', {name: round(value.item(), 3) for name, value in losses.items()}, flush=True)
            last = time.time()
    for own, other in zip(average.buffers(), network.buffers()):
        own.copy_(other)
    average.eval()
    figures = {'seconds': round(time.time() - started), 'steps': step, 'samples': len(images), **accuracy(average, *checked, torch.Generator(device).manual_seed(7))}
    print(figures, flush=True)
    calibration = prepared(spoiled(checked[0][:256].to(device), generator)).cpu()
    export(average, given.out, figures, calibration)
    print(f'{time.time() - started:.0f} s', flush=True)


def generated(folder: str, first: int, count: int, workers: int) -> tuple[torch.Tensor, torch.Tensor]:
    with multiprocessing.Pool(workers, initializer=load_faces, initargs=(folder,)) as pool:
        images, labels = None, np.zeros((count, len(LABELS)), np.int8)
        for i, (image, known) in enumerate(pool.imap_unordered(sample, range(first, first + count), chunksize=32)):
            if images is None:
                images = np.zeros((count, *image.shape), np.uint8)
            images[i], labels[i] = image, known
    return torch.from_numpy(images), torch.from_numpy(labels)


def load_faces(folder: str) -> None:
    global faces
    faces = Faces(folder)


def sample(seed: int):
    return make_sample(seed, faces)


def prepared(pictures: torch.Tensor) -> torch.Tensor:
    """As the server prepares its input: src/engines/faces/attributes."""
    return pictures / 127.5 - 1


def losses_of(network, pictures, labels) -> dict:
    device = pictures.device.type
    with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
        scores = network(prepared(pictures).contiguous(memory_format=torch.channels_last)).float()
    losses = {}
    for place, name in enumerate(LABELS):
        truth, part = labels[:, place].long(), scores[:, PARTS[name]]
        known = truth >= 0
        if part.shape[1] > 1:
            each = F.cross_entropy(part, truth.clamp(min=0), reduction='none', label_smoothing=SMOOTHING)
        else:
            soft = truth.clamp(min=0).float() * (1 - SMOOTHING) + SMOOTHING / 2
            each = F.binary_cross_entropy_with_logits(part[:, 0], soft, reduction='none')
        losses[name] = (each * known).sum() / known.sum().clamp(min=1)
    return losses


@torch.no_grad()
def accuracy(network, images, labels, generator) -> dict:
    """Share of right answers on samples that were not trained on (of the same photographs)."""
    device = next(network.parameters()).device
    right, seen = dict.fromkeys(LABELS, 0), dict.fromkeys(LABELS, 0)
    for part, truths in zip(images.split(256), labels.split(256)):
        scores = network(prepared(spoiled(part.to(device), generator))).cpu()
        for place, name in enumerate(LABELS):
            truth, own = truths[:, place].long(), scores[:, PARTS[name]]
            answer = own.argmax(1) if own.shape[1] > 1 else (own[:, 0] > 0).long()
            right[name] += ((answer == truth) & (truth >= 0)).sum().item()
            seen[name] += (truth >= 0).sum().item()
    return {name: round(right[name] / max(1, seen[name]), 4) for name in LABELS}


def export(network: nn.Module, folder: str, figures: dict, calibration: torch.Tensor) -> None:
    network = network.cpu().float().eval()
    torch.save(network.state_dict(), os.path.join(folder, 'attributes.pt'))
    torch.onnx.export(network, torch.zeros(1, 3, SIDE, SIDE), os.path.join(folder, 'attributes-float.onnx'), input_names=['face'], output_names=['scores'],
                      dynamic_axes={'face': {0: 'count'}, 'scores': {0: 'count'}}, opset_version=17, **({'dynamo': False} if torch.__version__ >= '2.5' else {}))
    with open(os.path.join(folder, 'attributes.json'), 'w', encoding='utf8') as file:
        json.dump({'trained': figures}, file, indent=1)
    np.savez(os.path.join(folder, 'calibration.npz'), *calibration.numpy().reshape(-1, 16, 3, SIDE, SIDE))


if __name__ == '__main__':
    main()
