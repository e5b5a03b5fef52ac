"""
Trains the detector on generated pages and exports it as ONNX. See README.md.

    python3 train.py --data FOLDER --out FOLDER [--pages N] [--seconds N] [--total N] [--seed N]

Training can be split into several runs: each resumes from the checkpoint in the folder with new pages, and `--total` is the
number of training seconds of all runs together.
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

from network import CHANNELS, CORE, HEIGHT, MARK, TURN, Detector
from pages import Resources, make_page
from spoil import MIN_HEIGHT, cropped, spoiled

BATCH = 32
HIGHEST_RATE = 2e-3
WARM_STEPS = 300
AVERAGED = 0.999
CHECKED_BATCHES = 16


def main() -> None:
    options = argparse.ArgumentParser()
    for name, kind, default in [('data', str, 'data'), ('out', str, 'out'), ('pages', int, 9000), ('seconds', float, 500), ('total', float, 500), ('seed', int, 1), ('workers', int, os.cpu_count() or 2)]:
        options.add_argument(f'--{name}', type=kind, default=default)
    given = options.parse_args()
    started = time.time()
    os.makedirs(given.out, exist_ok=True)
    pages = generated(given.data, given.seed * 1_000_000, given.pages, given.workers)
    checked = generated(given.data, 990_000_000, max(8, min(320, given.pages // 10)), given.workers)
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    pages, checked = ({name: part.to(device) for name, part in one.items()} for one in (pages, checked))
    print(f'{given.pages} pages, {time.time() - started:.0f} s', flush=True)

    torch.manual_seed(given.seed)
    torch.backends.cudnn.benchmark = True
    generator = torch.Generator(device).manual_seed(given.seed)
    network = Detector().to(device).to(memory_format=torch.channels_last)
    average = Detector().to(device)
    average.load_state_dict(network.state_dict())
    optimizer = torch.optim.AdamW(network.parameters(), lr=HIGHEST_RATE, weight_decay=0.02)
    checkpoint = os.path.join(given.out, 'checkpoint.pt')
    done, step = 0.0, 0
    if os.path.exists(checkpoint):
        state = torch.load(checkpoint, weights_only=True, map_location=device)
        network.load_state_dict(state['network'])
        average.load_state_dict(state['average'])
        optimizer.load_state_dict(state['optimizer'])
        done, step = state['done'], state['step']
        generator.manual_seed(given.seed + step)
    trained, kept = [list(one.parameters()) for one in (network, average)]
    training_start = last = time.time()
    while time.time() - started < given.seconds:
        share = min(1.0, (done + time.time() - training_start) / given.total)
        for group in optimizer.param_groups:
            group['lr'] = HIGHEST_RATE * min(1, (step + 1) / WARM_STEPS) * (0.495 * (1 + math.cos(math.pi * share)) + 0.01)
        image, *truth = cropped(pages, BATCH, generator)
        losses = losses_of(network, spoiled(image, generator), *truth)
        loss = sum(losses.values())
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        step += 1
        with torch.no_grad():
            keep = min(AVERAGED, (step + 1) / (step + 20))
            for own, other in zip(kept, trained):
                own.lerp_(other, 1 - keep)
        if step % 500 == 0:
            print(f'step {step}, {time.time() - last:.1f} s', {name: round(value.item(), 3) for name, value in losses.items()}, flush=True)
            last = time.time()
    done += time.time() - training_start
    for own, other in zip(average.buffers(), network.buffers()):
        own.copy_(other)
    torch.save({'network': network.state_dict(), 'average': average.state_dict(), 'optimizer': optimizer.state_dict(), 'done': done, 'step': step}, checkpoint)
    average.eval()
    figures = {'seconds': round(done), 'steps': step, **accuracy(average, checked, torch.Generator(device).manual_seed(7))}
    print(figures, flush=True)
    calibration = spoiled(cropped(checked, 24, generator)[0], generator).cpu() * 2 - 1
    export(average, given.out, figures, calibration)
    print(f'{time.time() - started:.0f} s', flush=True)


def generated(folder: str, first: int, count: int, workers: int) -> dict:
    """Pages and their maps, one tensor each."""
    with multiprocessing.Pool(workers, initializer=load_resources, initargs=(folder,)) as pool:
        pages = list(pool.imap_unordered(page_or_none, range(first, first + count), chunksize=8))
    pages = [page for page in pages if page is not None]
    return {name: torch.from_numpy(np.stack([page[place] for page in pages])) for place, name in enumerate(['image', 'core', 'height', 'turn', 'mark'])}


def load_resources(folder: str) -> None:
    global resources
    resources = Resources(folder)


def page_or_none(seed: int):
    try:
        page = make_page(seed, resources)
    except Exception as problem:  # One bad font must not end the run.
        print(f'page {seed}: {problem!r}', flush=True)
        return None
    return page.image, page.core, page.height.astype(np.float16), page.turn, page.mark


def losses_of(network, image, core, height, turn, mark) -> dict:
    device = image.device.type
    with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
        maps = network((image * 2 - 1).contiguous(memory_format=torch.channels_last))
    maps = maps.float()
    text = (turn > 0.5).float()
    legible = 1 - text * (height < math.log(MIN_HEIGHT)).float()
    core_scores = maps[:, CORE:CORE + 1]
    return {
        'core': 2 * (F.binary_cross_entropy_with_logits(core_scores, core, reduction='none') * legible).mean() + dice(core_scores, core, legible),
        'height': 0.5 * ((maps[:, HEIGHT:HEIGHT + 1] - height).abs() * text).sum() / (text.sum() + 1),
        'turn': 0.4 * (F.cross_entropy(maps[:, TURN], (turn[:, 0] - 1).clamp(min=0).long(), reduction='none') * (text * legible)[:, 0]).sum() / (text.sum() + 1),
        'mark': 2 * F.binary_cross_entropy_with_logits(maps[:, MARK:MARK + 1], mark, reduction='none').mean() + 0.1 * dice(maps[:, MARK:MARK + 1], mark, torch.ones_like(mark)),
    }


def dice(scores, truth, weight):
    shares, truth = torch.sigmoid(scores) * weight, truth * weight
    return (1 - (2 * (shares * truth).sum((1, 2, 3)) + 1) / (shares.sum((1, 2, 3)) + truth.sum((1, 2, 3)) + 1)).mean()


@torch.no_grad()
def accuracy(network, pages: dict, generator) -> dict:
    """Per cell of the maps, on pages that were not trained on: overlap of cores and marks, error of heights, right directions."""
    overlap = {name: [0.0, 0.0] for name in ('core', 'mark')}
    wrong_height = right_turn = cells = 0.0
    for _ in range(CHECKED_BATCHES):
        image, core, height, turn, mark = cropped(pages, 32, generator)
        maps = network(spoiled(image, generator) * 2 - 1)
        for name, scores, truth in (('core', maps[:, CORE:CORE + 1], core), ('mark', maps[:, MARK:MARK + 1], mark)):
            found, true = scores > 0, truth > 0.5
            overlap[name][0] += (found & true).sum().item()
            overlap[name][1] += (found | true).sum().item()
        text = (core > 0.5) & (height > math.log(8))
        wrong_height += ((maps[:, HEIGHT:HEIGHT + 1] - height).abs() * text).sum().item()
        right_turn += ((maps[:, TURN].argmax(1, keepdim=True) == turn - 1) & text).sum().item()
        cells += text.sum().item()
    return {**{f'{name}Overlap': round(both / max(1, either), 4) for name, (both, either) in overlap.items()}, 'heightError': round(wrong_height / max(1, cells), 4), 'directionRight': round(right_turn / max(1, cells), 4)}


def export(network: nn.Module, folder: str, figures: dict, calibration: torch.Tensor) -> None:
    network = network.cpu().float().eval()
    whole = os.path.join(folder, 'detector-float.onnx')
    torch.onnx.export(network, torch.zeros(1, 1, 320, 320), whole, input_names=['image'], output_names=['maps'], dynamic_axes={'image': {0: 'count', 2: 'height', 3: 'width'}, 'maps': {0: 'count', 2: 'rows', 3: 'columns'}}, opset_version=17, **({'dynamo': False} if torch.__version__ >= '2.5' else {}))
    with open(os.path.join(folder, 'detector.json'), 'w', encoding='utf8') as file:
        json.dump({'trained': figures}, file, indent=1)
    np.savez(os.path.join(folder, 'calibration.npz'), *calibration.numpy()[:, None])


if __name__ == '__main__':
    main()
