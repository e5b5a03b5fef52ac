"""
Trains the reader of handwritten lines with CTC.

    python3 train.py --data FOLDER --out FOLDER --seconds N --total N [--seed N] [--from recogniser.onnx|weights.pt] [--rate R]

`FOLDER` of the data has `hand-*`, `typed-pages`, `fonts-hand`, `fonts-typewriter`, `tatoeba-challenge` and `words.txt`. A run resumes from the checkpoint in its folder;
`--total` is the time of all runs together, over which the rate falls. Judged on lines of writers that are not trained on.
"""
import argparse
import json
import math
import os
import random
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

from lines import HEIGHT, Batches, Lines, cut, real_lines, scaled
from network import HandReader
from alphabet import CHARACTERS
from distance import distance
from resume import with_weights

RATE = 1.3e-3
#: Columns of a batch.
COLUMNS = 128 * 640
WORKERS = 15
LAYERS = 8
#: Batches that are kept to be trained on a second time, spoiled in another way.
AGAIN = 60
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'


def spoiled(ink: torch.Tensor) -> torch.Tensor:
    """Slant, uneven width, wavy lines, thin and thick strokes, faint ink, blots and noise, each line on its own."""
    count, _, high, wide = ink.shape
    like = {'device': ink.device}
    x = ink.float() / 255
    rows, columns = torch.meshgrid(torch.linspace(-1, 1, high, **like), torch.linspace(-1, 1, wide, **like), indexing='ij')
    slant = (torch.randn(count, 1, 1, **like) * 0.28) * high / wide
    dx = F.interpolate(torch.randn(count, 1, 4, max(4, wide // 24), **like), (high, wide), mode='bicubic')[:, 0] * (4.5 / wide) * torch.rand(count, 1, 1, **like)
    dx = dx + F.interpolate(torch.randn(count, 1, 1, max(3, wide // 120), **like), (1, wide), mode='bicubic')[:, 0] * (20 / wide) * torch.rand(count, 1, 1, **like)
    dy = F.interpolate(torch.randn(count, 1, 3, max(4, wide // 32), **like), (high, wide), mode='bicubic')[:, 0] * (4 / high) * torch.rand(count, 1, 1, **like)
    dy = dy + torch.randn(count, 1, 1, **like) * 0.08 + torch.randn(count, 1, 1, **like) * 0.06 * columns
    grow = 1 + torch.randn(count, 1, 1, **like) * 0.1
    grid = torch.stack([columns + slant * rows + dx, rows * grow + dy], -1)
    x = F.grid_sample(x, grid, align_corners=True)
    thick, thin = F.max_pool2d(x, 3, 1, 1), -F.max_pool2d(-x, 3, 1, 1)
    kind = torch.rand(count, 1, 1, 1, **like)
    share = torch.rand(count, 1, 1, 1, **like)
    x = torch.where(kind < 0.22, x + (thick - x) * share, torch.where(kind > 0.82, x + (thin - x) * share * 0.8, x))
    blurred = F.avg_pool2d(F.pad(x, (1, 1, 1, 1), mode='replicate'), 3, 1)
    x = torch.where(torch.rand(count, 1, 1, 1, **like) < 0.35, x + (blurred - x) * torch.rand(count, 1, 1, 1, **like), x)
    pressure = F.interpolate(torch.rand(count, 1, 2, max(3, wide // 60), **like), (high, wide), mode='bilinear')
    x = x * (1 - pressure * torch.rand(count, 1, 1, 1, **like) * 0.7)
    paper = F.interpolate(torch.rand(count, 1, 3, max(3, wide // 40), **like), (high, wide), mode='bilinear') * torch.rand(count, 1, 1, 1, **like) * 0.25
    x = torch.maximum(x, paper) + torch.randn_like(x) * torch.rand(count, 1, 1, 1, **like) * 0.12
    for _ in range(random.choice([0, 0, 1, 2, 3])):
        at, own = random.randint(0, max(0, wide - 40)), random.randint(4, 30)
        x[:, :, :, at:at + own] = random.choice([0.0, 0.0, 0.5])
    if random.random() < 0.3:
        at = random.randint(0, high - 8)
        x[:, :, at:at + random.randint(2, 8)] = 0
    return x.clamp(0, 1)


def read(network: nn.Module, ink: np.ndarray) -> str:
    x = torch.from_numpy(ink.astype(np.float32) / 255)[None, None].to(DEVICE)
    with torch.autocast(DEVICE, torch.bfloat16):
        best = network(F.pad(x, (0, -x.shape[3] % 32))).argmax(-1)[0].tolist()
    return ''.join(CHARACTERS[one - 1] for before, one in zip([0] + best, best) if one and one != before)


@torch.no_grad()
def judged(network: nn.Module, judging: dict) -> dict:
    network.eval()
    figures = {}
    for name, lines in judging.items():
        wrong = letters = right = words = 0
        for line in lines[:600]:
            text = line[2]
            found = read(network, scaled(cut(line, 0.08, 0.08, 0.08)))
            wrong, letters = wrong + distance(found, text), letters + len(text)
            left = found.lower().split()
            for word in text.lower().split():
                words += 1
                if word in left:
                    left.remove(word)
                    right += 1
        figures[name] = {'lines': len(lines[:600]), 'characterErrors': round(wrong / letters, 4), 'wordsRight': round(right / words, 4)}
        print(name, figures[name], flush=True)
    network.train()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser()
    for name, kind, default in [('data', str, None), ('out', str, 'out'), ('seconds', float, 500), ('total', float, 1000), ('seed', int, 1), ('from', str, ''), ('rate', float, RATE)]:
        parser.add_argument(f'--{name}', type=kind, default=default)
    options = parser.parse_args()
    started = time.time()
    os.makedirs(options.out, exist_ok=True)
    torch.manual_seed(options.seed)
    random.seed(options.seed)
    training, judging = real_lines(options.data)
    print({name: (len(training[name]), len(judging[name])) for name in training}, flush=True)
    network = HandReader(layers=LAYERS).to(DEVICE, memory_format=torch.channels_last)
    print(f'{sum(one.numel() for one in network.parameters()) / 1e6:.2f} million weights', flush=True)
    optimizer = torch.optim.AdamW(network.parameters(), RATE, (0.9, 0.98), weight_decay=0.03, fused=True)
    average = {name: value.clone() for name, value in network.state_dict().items()}
    step, before = 0, 0.0
    checkpoint = os.path.join(options.out, 'checkpoint.pt')
    if os.path.exists(checkpoint):
        kept = torch.load(checkpoint, map_location=DEVICE, weights_only=False)
        network.load_state_dict(kept['network'])
        optimizer.load_state_dict(kept['optimizer'])
        average, step, before = kept['average'], kept['step'], kept['elapsed']
    lines = Lines(options.data, training, options.seed)
    if not os.path.exists(checkpoint) and (given := getattr(options, 'from')):
        if given.endswith('.pt'):
            network.load_state_dict({name: value.float() if value.dtype == torch.float16 else value for name, value in torch.load(given, map_location=DEVICE).items()})
        else:
            with_weights(network, given, spoiled(next(iter(Batches(lines, COLUMNS)))[0].to(DEVICE)))
        average = {name: value.clone() for name, value in network.state_dict().items()}
        judged(network, {name: some[::4] for name, some in judging.items()})
    loader = iter(DataLoader(Batches(lines, COLUMNS), batch_size=None, num_workers=WORKERS, prefetch_factor=8, pin_memory=True))
    loss_of = nn.CTCLoss(zero_infinity=True)
    running, inputs, again = None, [], []
    training_start = time.time()
    while time.time() - started < options.seconds:
        done = min(1.0, (before + time.time() - training_start) / options.total)
        for group in optimizer.param_groups:
            group['lr'] = options.rate * min(1, (step + 1) / 800) * (0.5 * (1 + math.cos(math.pi * done)) * 0.99 + 0.01)
        if len(again) < AGAIN or step % 2 == 0:
            again.append(next(loader))
            ink, classes, lengths = again[-1]
        else:
            ink, classes, lengths = again.pop(0)
        x = spoiled(ink.to(DEVICE, non_blocking=True)).contiguous(memory_format=torch.channels_last)
        with torch.autocast(DEVICE, torch.bfloat16):
            scores = network(x)
        steps = torch.full((len(x),), scores.shape[1], dtype=torch.long)
        loss = loss_of(F.log_softmax(scores.float(), -1).transpose(0, 1), classes.to(DEVICE), steps.to(DEVICE), lengths.to(DEVICE))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        step += 1
        with torch.no_grad():
            keep = min(0.9995, (step + 1) / (step + 20))
            now = network.state_dict()
            names = [name for name, value in now.items() if value.dtype.is_floating_point]
            torch._foreach_lerp_([average[name] for name in names], [now[name] for name in names], 1 - keep)
            for name in now.keys() - set(names):
                average[name].copy_(now[name])
        if step % 100 == 0:
            running = loss.item() if running is None else 0.9 * running + 0.1 * loss.item()
            if len(inputs) < 6:
                inputs.append(x[:8].float().cpu().numpy())
        if step % 1000 == 0:
            print(f'{step} steps, {time.time() - training_start:.0f} s, loss {running:.3f}', flush=True)
    elapsed = before + time.time() - training_start
    torch.save({'network': network.state_dict(), 'optimizer': optimizer.state_dict(), 'average': average, 'step': step, 'elapsed': elapsed}, checkpoint)
    torch.save({name: value.half() if value.dtype.is_floating_point else value for name, value in average.items()}, os.path.join(options.out, 'weights.pt'))
    np.savez_compressed(os.path.join(options.out, 'calibration.npz'), *inputs)
    network.load_state_dict(average)
    figures = {'steps': step, 'seconds': round(elapsed), **judged(network, judging)}
    with open(os.path.join(options.out, 'hand.json'), 'w', encoding='utf8') as file:
        json.dump({'height': HEIGHT, 'step': 4, 'trained': figures}, file, indent=1)
    print('ended', step, flush=True)
    os._exit(0)


if __name__ == '__main__':
    main()
