"""
Trains the reader of other scripts with CTC: one network for Arabic, Hebrew, Devanagari, Bengali, Tamil, Kannada, Thai, Armenian, Georgian.

    python3 train.py --data FOLDER --out FOLDER --seconds N --total N [--seed N] [--real FOLDER] [--weights FILE --characters FILE]

A run resumes from the checkpoint in its folder, or from the averaged weights of another; `--total` is the time of all runs together, over which the rate falls; the run with `--last` is judged and exported. Judged on
drawn lines in typefaces that are not trained on, and on the real lines of `print-*` under `--real`, which are never trained on.
"""
import argparse
import json
import math
import os
import random
import string
import sys
import time
import unicodedata
from collections import Counter

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import nn
from torch.utils.data import DataLoader

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'hands'))
from network import HandReader  # Makes the folder of the line recognizer importable.
from distance import distance
from lines import HEIGHT, SHARES, Batches, Lines, Script, is_right_to_left, spelled, MIRRORED

RATE = 8e-4
MIN_COUNT = 5
#: Every batch is trained on twice, spoiled anew, this many batches later.
AGAIN = 40
COLUMNS = 128 * 640
WORKERS = 15
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
#: Letters that are printed alike or used for one another.
FOLDED = str.maketrans('کیىھہۀێ', 'كييهههي')


def spoiled(ink: torch.Tensor) -> torch.Tensor:
    """Slant, uneven width, thin and thick strokes, blur, coarse pixels, faint or binary ink, noise, each line on its own."""
    count, _, high, wide = ink.shape
    like = {'device': ink.device}
    each = lambda: torch.rand(count, 1, 1, 1, **like)
    x = ink.float() / 255
    rows, columns = torch.meshgrid(torch.linspace(-1, 1, high, **like), torch.linspace(-1, 1, wide, **like), indexing='ij')
    slant = (torch.randn(count, 1, 1, **like) * 0.1 + (torch.rand(count, 1, 1, **like) < 0.12) * 0.22) * high / wide
    dx = F.interpolate(torch.randn(count, 1, 4, max(4, wide // 40), **like), (high, wide), mode='bicubic')[:, 0] * (3 / wide) * torch.rand(count, 1, 1, **like)
    dy = F.interpolate(torch.randn(count, 1, 2, max(4, wide // 80), **like), (high, wide), mode='bicubic')[:, 0] * (2 / high) * torch.rand(count, 1, 1, **like)
    fine = F.interpolate(torch.randn(count, 2, 7, max(6, wide // 14), **like), (high, wide), mode='bicubic') * torch.rand(count, 1, 1, 1, **like) * 1.3
    dx, dy = dx + fine[:, 0] * (2 / wide), dy + fine[:, 1] * (2 / high)
    dy = dy + torch.randn(count, 1, 1, **like) * 0.05 + torch.randn(count, 1, 1, **like) * 0.04 * columns
    grow = 1 + torch.randn(count, 1, 1, **like) * 0.06
    x = F.grid_sample(x, torch.stack([columns + slant * rows + dx, rows * grow + dy], -1), align_corners=True)
    thick, thin = F.max_pool2d(x, 3, 1, 1), -F.max_pool2d(-x, 3, 1, 1)
    kind, share = each(), each()
    x = torch.where(kind < 0.25, x + (thick - x) * share, torch.where(kind > 0.75, x + (thin - x) * share * 0.65, x))
    blurred = F.avg_pool2d(F.pad(x, (2, 2, 2, 2), mode='replicate'), 5, 1)
    x = torch.where(each() < 0.35, x + (blurred - x) * each(), x)
    pressure = F.interpolate(torch.rand(count, 1, 3, max(3, wide // 30), **like), (high, wide), mode='bilinear')
    x = x * (1 - pressure * each() * 0.6)
    rough = F.interpolate(torch.randn(count, 1, high // 3, wide // 3, **like), (high, wide), mode='bilinear') * each() * 0.3
    paper = F.interpolate(torch.rand(count, 1, 3, max(3, wide // 40), **like), (high, wide), mode='bilinear') * each() * 0.25
    grain = F.interpolate(torch.randn(count, 1, high // 2, wide // 2, **like), (high, wide), mode='bilinear')
    noisy = torch.maximum(x, paper) + torch.randn_like(x) * each() * 0.14 + grain * each() ** 3 * 0.22
    binary = ((x + rough * (x > 0.05)) > 0.2 + 0.38 * each()).float()
    binary = torch.where(each() < 0.5, F.avg_pool2d(F.pad(binary, (1, 1, 1, 1), mode='replicate'), 3, 1), binary)
    x = torch.where(each() < 0.3, binary, noisy)
    specks = F.avg_pool2d(F.interpolate((torch.rand(count, 1, high // 2, wide // 2, **like) < 0.006 * each() ** 2).float(), (high, wide)), 3, 1, 1)
    x = torch.where(each() < 0.35, torch.maximum(x, (specks * 3).clamp(0, 1) * (0.4 + 0.6 * each())), x)
    if random.random() < 0.2:
        at, own = random.randint(0, max(0, wide - 40)), random.randint(3, 14)
        x[:, :, :, at:at + own] = 0
    return x.clamp(0, 1)


class Judge:
    def __init__(self, characters: list, scripts: list, classes: dict, real: str | None):
        self.characters, self.sets = characters, {}
        for script in scripts:
            source = iter(Lines(scripts, classes, 77, True, script.name))
            self.sets[f'drawn {script.name}'] = [next(source) for _ in range(150)]
        for name in ('print-arabic-lines', 'print-tamil-lines', 'print-kannada') if real else ():
            lines = []
            with open(os.path.join(real, name, 'pages.json'), encoding='utf8') as file:
                pages = json.load(file)
            for page in pages:
                gray = np.asarray(Image.open(os.path.join(real, name, page['image'])).convert('L'))
                for line in page['lines']:
                    x, y, wide, high = line['bbox']
                    margin = round(high * 0.08)
                    cut = gray[max(0, y - margin):y + high + margin, max(0, x - margin):x + wide + margin]
                    low, top = np.percentile(cut, 2), np.percentile(cut, 92)
                    ink = (np.clip((top - cut.astype(np.float32)) / max(top - low, 20), 0, 1) * 255).astype(np.uint8)
                    width = min(3200, max(16, round(ink.shape[1] * HEIGHT / ink.shape[0])))
                    words = spelled(line['text']).split()
                    if any(is_right_to_left(word) for word in words):
                        words = [word[::-1].translate(MIRRORED) if is_right_to_left(word) else word for word in reversed(words)]
                    lines.append((np.asarray(Image.fromarray(ink).resize((width, HEIGHT), Image.BILINEAR)), ' '.join(words)))
            self.sets[name] = lines

    def read(self, network: nn.Module, ink: np.ndarray) -> str:
        x = torch.from_numpy(ink.astype(np.float32) / 255)[None, None].to(DEVICE)
        with torch.autocast(DEVICE, torch.bfloat16):
            best = network(F.pad(x, (0, -x.shape[3] % 32))).argmax(-1)[0].tolist()
        return ''.join(self.characters[one - 1] for before, one in zip([0] + best, best) if one and one != before)

    @torch.no_grad()
    def figures(self, network: nn.Module) -> dict:
        network.eval()
        figures = {}
        for name, lines in self.sets.items():
            wrong = letters = right = words = 0
            for ink, text in lines:
                found, text = self.read(network, ink).translate(FOLDED), text.translate(FOLDED)
                wrong, letters = wrong + distance(found, text), letters + len(text)
                left = found.split()
                for word in text.split():
                    words += 1
                    if word in left:
                        left.remove(word)
                        right += 1
            figures[name] = {'lines': len(lines), 'characterErrors': round(wrong / letters, 4), 'wordsRight': round(right / words, 4)}
            print(name, figures[name], flush=True)
        network.train()
        return figures


def export(network: nn.Module, folder: str, characters: list, figures: dict, inputs: list) -> None:
    network = network.eval().cpu().float()
    torch.onnx.export(network, torch.rand(1, 1, HEIGHT, 320), os.path.join(folder, 'scripts-float.onnx'), input_names=['pictures'], output_names=['scores'],
                      dynamic_axes={'pictures': {0: 'count', 3: 'width'}, 'scores': {0: 'count', 1: 'steps'}}, opset_version=17, dynamo=False)
    np.savez(os.path.join(folder, 'calibration.npz'), *inputs)
    with open(os.path.join(folder, 'scripts.json'), 'w', encoding='utf8') as file:
        json.dump({'height': HEIGHT, 'step': 4, 'characters': ''.join(characters), 'trained': figures}, file, ensure_ascii=False, indent=1)


def main() -> None:
    parser = argparse.ArgumentParser()
    for name, kind, default in [('data', str, None), ('real', str, None), ('weights', str, None), ('characters', str, None), ('checkpoint', str, None), ('out', str, 'out'), ('seconds', float, 500), ('total', float, 1000), ('seed', int, 1)]:
        parser.add_argument(f'--{name}', type=kind, default=default)
    parser.add_argument('--last', action='store_true')
    options = parser.parse_args()
    started = time.time()
    os.makedirs(options.out, exist_ok=True)
    torch.manual_seed(options.seed)
    random.seed(options.seed)
    scripts = [Script(options.data, name) for name in SHARES]
    counts = sum((script.letters() for script in scripts), start=Counter())
    counts.update({letter: MIN_COUNT for letter in string.ascii_letters + string.digits})
    known = [' ']
    if options.characters:
        with open(options.characters, encoding='utf8') as file:
            known = list(json.load(file)['characters'])
    characters = known + sorted(letter for letter, count in counts.items() if count >= MIN_COUNT and letter not in known and not letter.isspace() and unicodedata.category(letter)[0] not in 'C')
    classes = {letter: place + 1 for place, letter in enumerate(characters)}
    print(len(characters), 'characters', {script.name: len(script.faces[False]) for script in scripts}, flush=True)
    network = HandReader()
    network.name = nn.Linear(network.name.in_features, len(characters) + 1)
    network = network.to(DEVICE, memory_format=torch.channels_last)
    print(f'{sum(one.numel() for one in network.parameters()) / 1e6:.2f} million weights', flush=True)
    optimizer = torch.optim.AdamW(network.parameters(), RATE, (0.9, 0.98), weight_decay=0.03, fused=True)
    average = {name: value.clone() for name, value in network.state_dict().items()}
    step, before = 0, 0.0
    checkpoint = options.checkpoint or os.path.join(options.out, 'checkpoint.pt')
    if os.path.exists(checkpoint):
        kept = torch.load(checkpoint, map_location=DEVICE, weights_only=False)
        network.load_state_dict(kept['network'])
        optimizer.load_state_dict(kept['optimizer'])
        average, step, before = kept['average'], kept['step'], kept['elapsed']
    elif options.weights:
        kept = torch.load(options.weights, map_location=DEVICE)
        kept = {name: value.float() if value.dtype == torch.float16 else value for name, value in kept.items()}
        for part in ('weight', 'bias'):  # Characters that are new start as they are.
            own = network.state_dict()[f'name.{part}'].clone()
            own[:len(kept[f'name.{part}'])] = kept[f'name.{part}']
            kept[f'name.{part}'] = own
        network.load_state_dict(kept)
        average = {name: value.clone() for name, value in network.state_dict().items()}
    lines = Lines(scripts, classes, options.seed)
    loader = iter(DataLoader(Batches(lines, COLUMNS), batch_size=None, num_workers=WORKERS, prefetch_factor=8, pin_memory=True))
    loss_of = nn.CTCLoss(zero_infinity=True)
    running, inputs, again = None, [], []
    training_start = time.time()
    while time.time() - started < options.seconds:
        done = min(1.0, (before + time.time() - training_start) / options.total)
        for group in optimizer.param_groups:
            group['lr'] = RATE * min(1, (step + 1) / 800) * (0.5 * (1 + math.cos(math.pi * done)) * 0.99 + 0.01)
        if len(again) < AGAIN or step % 2 == 0:
            again.append(next(loader))
            ink, targets, lengths = again[-1]
        else:
            ink, targets, lengths = again.pop(0)
        x = spoiled(ink.to(DEVICE, non_blocking=True)).contiguous(memory_format=torch.channels_last)
        with torch.autocast(DEVICE, torch.bfloat16):
            scores = network(x)
        steps = torch.full((len(x),), scores.shape[1], dtype=torch.long)
        loss = loss_of(F.log_softmax(scores.float(), -1).transpose(0, 1), targets.to(DEVICE), steps.to(DEVICE), lengths.to(DEVICE))
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
                inputs.append(x[:16].float().cpu().numpy())
        if step % 1000 == 0:
            print(f'{step} steps, {time.time() - training_start:.0f} s, loss {running:.3f}', flush=True)
    elapsed = before + time.time() - training_start
    torch.save({'network': network.state_dict(), 'optimizer': optimizer.state_dict(), 'average': average, 'step': step, 'elapsed': elapsed}, checkpoint)
    if not options.last:
        print('kept', step, flush=True)
        os._exit(0)
    network.load_state_dict(average)
    torch.save({name: value.half() if value.dtype.is_floating_point else value for name, value in average.items()}, os.path.join(options.out, 'weights.pt'))
    figures = {'steps': step, 'seconds': round(elapsed), **Judge(characters, scripts, classes, options.real).figures(network)}
    export(network, options.out, characters, figures, inputs)
    print('ended', step, flush=True)
    os._exit(0)


if __name__ == '__main__':
    main()
