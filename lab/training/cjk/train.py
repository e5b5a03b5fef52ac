"""
Trains the reader of Korean, traditional and simplified Chinese and Japanese with CTC, from PP-OCRv4's weights.

    python3 train.py --data FOLDER --out FOLDER --seconds N [--total N] [--seed N] [--workers N]

`data` is what collect.py made, or only its data.tar.xz. The run ends on time, whatever happens: `--seconds` counts from the start of the
program and includes judging and writing. `out` receives the averaged weights in two files (weights-0.npz, weights-1.npz, half
precision), calibration.npz and recogniser.json; export.py makes an ONNX file of them. Judged on drawn lines in typefaces that are
not trained on.
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tarfile
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, '..', 'recognizer'))
from distance import distance  # noqa: E402
from spoil import spoiled  # noqa: E402
from characters import LANGUAGES  # noqa: E402
from lines import WIDTH_STEP, Batches, Lines  # noqa: E402
from reader import HEIGHT, STEP, Reader, with_start  # noqa: E402

#: Weights that are new, and those of PP-OCRv4, which know real photographs and should stay near where they are.
RATE, OLD_RATE = 1e-3, 4e-4
WARM_STEPS = 300
COLUMNS = 112 * 1024
#: If lines are not drawn in time (SLOW seconds for a batch), batches of before are trained on again, spoiled anew.
AGAIN, SLOW = 60, 0.02
AVERAGED = 0.9985
#: Seconds for judging and writing at the end, and between judgments during the run.
RESERVE, JUDGED_EVERY = 24, 100
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
#: Rows of the line among those of the image, the rest is white (what the server's reader adds above and below), and its width.
FORMS = ((38, 1.28), (40, 1.05), (42, 1.05), (42, 1.15), (44, 0.95), (48, 1.05))
#: What the server does: see `margin` and `stretch` in recogniser.json.
JUDGED_ROWS, STRETCH = 42, 1.05


def image_of(ink: torch.Tensor, widths: torch.Tensor, rows: int, stretch: float, spoil: bool) -> torch.Tensor:
    """Lines as the server gives them to the network: 1 white, -1 black, white around each line."""
    x = ink.float() / 255
    if spoil:
        x = spoiled(x, torch.zeros(len(x), dtype=torch.bool, device=x.device), (15, 34), (15, 36))
    else:
        x = 1 - x * 0.9
    columns = torch.arange(x.shape[3], device=x.device)
    x = torch.where(columns < widths.to(x.device)[:, None, None, None], x, 1.0)
    if spoil:  # The contrast of some lines is stretched.
        low, high = x.amin((1, 2, 3), keepdim=True), x.amax((1, 2, 3), keepdim=True)
        x = torch.where(torch.rand(len(x), 1, 1, 1, device=x.device) < 0.6, (x - low) / (high - low).clamp(min=0.15), x)
    wide = max(STEP * 4, round(x.shape[3] * rows / HEIGHT * stretch / STEP) * STEP)
    if (rows, wide) != tuple(x.shape[2:]):
        x = F.interpolate(x, (rows, wide), mode='bilinear', antialias=True, align_corners=False)
    above = (HEIGHT - rows) // 2
    return F.pad(x, (0, -wide % WIDTH_STEP, above, HEIGHT - rows - above), value=1.0).clamp(0, 1) * 2 - 1


class Judge:
    """Lines in typefaces that are not trained on, clean and spoiled."""

    def __init__(self, folder: str, count: int):
        self.batches = {}
        for language in LANGUAGES:
            lines = Lines(folder, 77, True, language)
            source = iter(lines)
            pairs = sorted((next(source) for _ in range(count)), key=lambda pair: pair[0].shape[1])
            packer = Batches(lines, COLUMNS)
            self.batches[language] = [packer.packed(pairs[at:at + 40]) for at in range(0, len(pairs), 40)]

    @torch.no_grad()
    def figures(self, network: Reader) -> dict:
        network.eval()
        found = {}
        for language, batches in self.batches.items():
            for name, spoil in (('clean', False), ('spoiled', True)):
                torch.manual_seed(5)
                random.seed(5)
                wrong = total = 0
                for ink, widths, classes, lengths in batches:
                    x = image_of(ink.to(DEVICE), widths, JUDGED_ROWS, STRETCH, spoil)
                    with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == 'cuda'):
                        best = network(x).argmax(-1).cpu().tolist()
                    for row, text in zip(best, classes.split(lengths.tolist())):
                        read = [one for place, one in enumerate(row) if one and (place == 0 or row[place - 1] != one)]
                        wrong += distance(read, text.tolist())
                        total += len(text)
                found[f'{language} {name}'] = round(wrong / max(1, total), 4)
        network.train()
        return found


def endless(folder: str, seed: int, workers: int):
    """Batches from worker processes; if one dies, all start again with other lines."""
    while True:
        try:
            lines = Batches(Lines(folder, seed), COLUMNS)
            yield from DataLoader(lines, batch_size=None, num_workers=workers, prefetch_factor=6 if workers else None, timeout=90 if workers else 0, pin_memory=DEVICE == 'cuda')
        except RuntimeError as problem:
            print(f'restarting workers: {problem}', flush=True)
            seed += 1000


def loss_of(network: Reader, x: torch.Tensor, targets: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == 'cuda'):
        scores = network(x)
    steps = torch.full((len(x),), scores.shape[1], dtype=torch.long, device=DEVICE)
    return F.ctc_loss(F.log_softmax(scores.float(), -1).transpose(0, 1), targets.to(DEVICE, non_blocking=True), steps, lengths.to(DEVICE, non_blocking=True), zero_infinity=True)


def faster_layout(network: Reader, batch: tuple) -> torch.memory_format:
    """The layout of images in memory with which a step takes less time; it differs by machine."""
    if DEVICE == 'cpu':
        return torch.contiguous_format
    ink, widths, targets, lengths = batch
    x, times = image_of(ink.to(DEVICE), widths, JUDGED_ROWS, STRETCH, True), {}
    for layout in (torch.contiguous_format, torch.channels_last):
        for turn in range(9):
            if turn == 3:
                torch.cuda.synchronize()
                times[layout] = -time.time()
            loss_of(network, x.contiguous(memory_format=layout), targets, lengths).backward()
            network.zero_grad(set_to_none=True)
        torch.cuda.synchronize()
        times[layout] += time.time()
    print('layouts', tuple(x.shape), {str(layout): f'{took / 6 * 1000:.0f} ms' for layout, took in times.items()}, flush=True)
    return min(times, key=times.get)


def save(network_state: dict, out: str, record: dict, inputs: list) -> None:
    half = {name: value.detach().float().cpu().numpy().astype(np.float16) for name, value in network_state.items()}
    names = [name for name in half if name.startswith('name.')]
    np.savez(os.path.join(out, 'weights-0.npz'), **{name: half[name] for name in names})
    np.savez(os.path.join(out, 'weights-1.npz'), **{name: value for name, value in half.items() if name not in names})
    if inputs:
        np.savez_compressed(os.path.join(out, 'calibration.npz'), *inputs)
    with open(os.path.join(out, 'recogniser.json'), 'w', encoding='utf8') as file:
        json.dump(record, file, ensure_ascii=False, indent=1)


def main() -> None:
    started = time.time()
    parser = argparse.ArgumentParser()
    for name, kind, default in [('data', str, None), ('out', str, 'out'), ('seconds', float, 540), ('total', float, 0), ('seed', int, 1), ('workers', int, 14), ('judged', int, 120), ('columns', int, COLUMNS)]:
        parser.add_argument(f'--{name}', type=kind, default=default)
    given = parser.parse_args()
    globals()['COLUMNS'] = given.columns
    os.makedirs(given.out, exist_ok=True)
    packed = os.path.join(given.data, 'data.tar.xz')
    if not os.path.exists(os.path.join(given.data, 'faces.json')):
        try:
            with tarfile.open(packed) as archive:
                archive.extractall(given.data)
        except tarfile.CompressionError:  # Python was built without it.
            subprocess.run(['tar', '-xJf', packed, '-C', given.data], check=True)
        print(f'unpacked after {time.time() - started:.0f} s', flush=True)
    batches = endless(given.data, given.seed, given.workers)
    again = [next(batches)]  # The workers begin.
    print(f'first lines after {time.time() - started:.0f} s', flush=True)
    torch.manual_seed(given.seed)
    random.seed(given.seed)
    if DEVICE == 'cuda':
        torch.backends.cudnn.benchmark = False
        torch.set_float32_matmul_precision('high')
    with open(os.path.join(given.data, 'characters.json'), encoding='utf8') as file:
        characters = json.load(file)['characters']
    with np.load(os.path.join(given.data, 'start.npz')) as file:
        start = dict(file)
    network = Reader(len(characters) + 1)
    with_start(network, start)
    network = network.to(DEVICE).train()
    print(f'{sum(one.numel() for one in network.parameters()) / 1e6:.2f} million weights, {len(characters)} characters, {DEVICE}', flush=True)
    record = {'height': HEIGHT, 'mean': 0.5, 'deviation': 0.5, 'probabilities': True, 'stretch': STRETCH, 'margin': round((HEIGHT / JUDGED_ROWS - 1) / 2, 3), 'contrast': True, 'characters': ''.join(characters)}
    old = {id(one) for part in network.old_parts() for one in part.parameters()}
    groups = [{'params': [one for one in network.parameters() if (id(one) in old) == is_old], 'rate': rate} for is_old, rate in ((True, OLD_RATE), (False, RATE))]
    optimizer = torch.optim.AdamW(groups, RATE, (0.9, 0.98), weight_decay=0.01)
    average = {name: value.detach().clone() for name, value in network.state_dict().items()}
    judge_network = Reader(len(characters) + 1)
    with_start(judge_network, start)
    judge_network = judge_network.to(DEVICE)
    judge = Judge(given.data, given.judged)
    print(f'judging lines after {time.time() - started:.0f} s', flush=True)
    print('before', judge.figures(network), flush=True)

    layout = faster_layout(network, again[0])

    def average_figures() -> dict:
        judge_network.load_state_dict(average)
        return judge.figures(judge_network)

    ends = started + given.seconds - RESERVE
    inputs, running, step, seen, repeated, waited, last_judged = [], None, 0, 0, 0, 0.0, time.time()
    training_start = last = time.time()
    total = given.total or ends - training_start
    while time.time() < ends:
        done = min(1.0, (time.time() - training_start) / total)
        factor = min(1, (step + 1) / WARM_STEPS) * (0.49 * (1 + math.cos(math.pi * done)) + 0.02)
        for group in optimizer.param_groups:
            group['lr'] = group['rate'] * factor
        if len(again) == AGAIN and waited > SLOW:
            ink, widths, targets, lengths = again.pop(0)
            waited, repeated = 0.0, repeated + 1
        else:
            waited = -time.time()
            again.append(next(batches))
            waited += time.time()
            ink, widths, targets, lengths = again[-1]
            again, seen = again[-AGAIN:], seen + len(ink)
        x = image_of(ink.to(DEVICE, non_blocking=True), widths, *random.choice(FORMS), True)
        loss = loss_of(network, x.contiguous(memory_format=layout), targets, lengths)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        if step % 50 == 0 and not math.isfinite(float(norm)):
            print('gradient', float(norm), flush=True)
        for group in optimizer.param_groups:  # A step that went wrong changes nothing.
            for one in group['params']:
                if one.grad.stride() != one.stride():  # The optimizer wants them alike.
                    one.grad = torch.empty_like(one).copy_(one.grad)
                one.grad.nan_to_num_(0.0, 0.0, 0.0)
        optimizer.step()
        step += 1
        with torch.no_grad():
            keep = min(AVERAGED, (step + 1) / (step + 20))
            now = network.state_dict()
            torch._foreach_lerp_([average[name] for name in average], [now[name] for name in average], 1 - keep)
        if step % 60 == 0 and len(inputs) < 6:
            inputs.append(x[:8, :, :, :640].float().cpu().numpy())
        if step % 100 == 0 or step == 5:
            value = loss.item()
            running = value if running is None else 0.8 * running + 0.2 * value
            if step % 500 == 0 or step in (5, 100, 200, 300):
                print(f'step {step}, {seen} lines drawn, {time.time() - training_start:.0f} s, {(time.time() - last) / max(1, step % 500 or 500) * 1000:.0f} ms, loss {running:.4f}, {repeated} batches again', flush=True)
                if step % 500 == 0:
                    last = time.time()
        if time.time() - last_judged > JUDGED_EVERY and ends - time.time() > 30:
            print(step, average_figures(), flush=True)
            save(average, given.out, {**record, 'trained': {'steps': step}}, inputs)
            random.seed(given.seed + step)
            torch.manual_seed(given.seed + step)
            last_judged = time.time()
    seconds = round(time.time() - training_start)
    save(average, given.out, {**record, 'trained': {'steps': step, 'lines': seen, 'seconds': seconds}}, inputs)
    print(f'saved after {time.time() - started:.0f} s, {step} steps, {seen} lines', flush=True)
    figures = average_figures()
    print(figures, flush=True)
    save(average, given.out, {**record, 'trained': {'steps': step, 'lines': seen, 'seconds': seconds, **figures}}, [])
    print(f'ended after {time.time() - started:.0f} s', flush=True)
    os._exit(0)


if __name__ == '__main__':
    main()
