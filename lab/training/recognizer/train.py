"""
Trains the recognizer on synthetic lines and exports it as ONNX. See README.md.

    python3 train.py --data FOLDER --out FOLDER [--seconds N] [--total N] [--rate R] [--from recogniser.onnx]

Training can be split into several runs: each resumes from the checkpoint in the folder, and `--total` is the number of
seconds of all runs together. Without a checkpoint, `--from` starts from the weights of an earlier training.
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

from alphabet import CHARACTERS
from distance import distance
from lines import HEIGHT, Batches, Lines, usable_fonts
from network import Recognizer
from resume import with_weights
from spoil import spoiled

DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
BATCH = 384
#: How often each line is degraded anew: generating lines is the slower part.
VIEWS = 3
HIGHEST_RATE = 2e-3
WARM_STEPS = 500
AVERAGED = 0.9995
CHECKED_BATCHES = 8
CHECK_SEED = 990001
CALIBRATION_LINES, CALIBRATION_BATCHES = 8, 40
#: Characters a handwriting font must have; accents and currency signs are optional.
PLAIN = 'Aaz09'


def main() -> None:
    options = argparse.ArgumentParser()
    for name, kind, default in [('data', str, 'data'), ('out', str, 'out'), ('from', str, ''), ('seconds', float, 540), ('total', float, 540), ('rate', float, HIGHEST_RATE), ('seed', int, 1), ('workers', int, max(1, (os.cpu_count() or 2) - 1))]:
        options.add_argument(f'--{name}', type=kind, default=default)
    given = options.parse_args()
    started = time.time()
    os.makedirs(given.out, exist_ok=True)
    torch.manual_seed(given.seed)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    words, phrases = lines_of(f'{given.data}/words.txt'), lines_of(f'{given.data}/phrases.txt')
    fonts, hands, unseen = usable_fonts(f'{given.data}/fonts'), usable_fonts(f'{given.data}/hands', PLAIN), usable_fonts(f'{given.data}/unseen-hands', PLAIN)
    print(f'{len(fonts)} fonts, {len(hands)} hands, {len(words)} words, {DEVICE}', flush=True)

    batches = endless(lambda seed: Batches(Lines(fonts, hands, words, phrases, seed), BATCH), given.seed, given.workers)
    network = Recognizer().to(DEVICE).to(memory_format=torch.channels_last)
    average = Recognizer().to(DEVICE)
    average.load_state_dict(network.state_dict())
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.02, betas=(0.9, 0.98), fused=DEVICE == 'cuda')
    checkpoint = os.path.join(given.out, 'checkpoint.pt')
    done, step, seen = 0.0, 0, 0
    if os.path.exists(checkpoint):
        state = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(state['network'])
        average.load_state_dict(state['average'])
        optimizer.load_state_dict(state['optimizer'])
        done, step, seen = state['done'], state['step'], state['seen']
    elif given_from := getattr(given, 'from'):
        ink, by_hand, *_ = next(batches)
        with_weights(network, given_from, spoiled(ink.to(DEVICE).float() / 255, by_hand.to(DEVICE)))
        average.load_state_dict(network.state_dict())
    random.seed(given.seed + step)
    print(f'{sum(parameter.numel() for parameter in network.parameters()) / 1e6:.2f} M parameters, {done:.0f} s done', flush=True)

    trained, kept = trainable(network), trainable(average)
    last = begun = time.time()
    while (now := time.time()) - started < given.seconds:
        share = min(1.0, (done + now - begun) / given.total)
        for group in optimizer.param_groups:
            group['lr'] = given.rate * min(1, (step + 1) / WARM_STEPS) * (0.49 * (1 + math.cos(math.pi * share)) + 0.02)
        ink, by_hand, classes, lengths, steps = (part.to(DEVICE, non_blocking=True) for part in next(batches))
        ink = ink.float() / 255
        seen += len(ink)
        for _ in range(VIEWS):
            loss = loss_of(network, spoiled(ink, by_hand), classes, lengths, steps)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0, foreach=True)
            optimizer.step()
            step += 1
            with torch.no_grad():
                torch._foreach_lerp_(kept, trained, 1 - min(AVERAGED, (step + 1) / (step + 20)))
        if step % 500 < VIEWS:
            print(f'step {step}, {seen} lines, {time.time() - last:.1f} s, loss {loss.item():.4f}', flush=True)
            last = time.time()
    done += time.time() - begun
    for own, other in zip(average.buffers(), network.buffers()):
        own.copy_(other)
    torch.save({'network': network.state_dict(), 'average': average.state_dict(), 'optimizer': optimizer.state_dict(), 'done': done, 'step': step, 'seen': seen}, checkpoint)
    average.eval()
    figures = {'seconds': round(done), 'steps': step, 'lines': seen}
    for name, made in {
        'characterErrors': Lines(fonts, hands, words, phrases, CHECK_SEED, by_hand=0),
        'characterErrorsByHand': Lines(fonts, unseen, words, phrases, CHECK_SEED, by_hand=1, by_pen=0),
        'characterErrorsByPen': Lines(fonts, unseen, words, phrases, CHECK_SEED, by_hand=1, by_pen=1),
    }.items():
        figures[name] = round(character_errors(average, Batches(made, 128)), 4)
    print(figures, flush=True)
    np.savez(os.path.join(given.out, 'calibration.npz'), *calibration_batches(Lines(fonts, hands, words, phrases, CHECK_SEED + 1)))
    export(average, given.out, figures)


def endless(source, seed: int, workers: int):
    """Batches from worker processes; if one dies, they restart with other lines."""
    while True:
        try:
            yield from DataLoader(source(seed), batch_size=None, num_workers=workers, prefetch_factor=3, pin_memory=DEVICE == 'cuda')
        except RuntimeError as problem:
            print(f'restarting workers: {problem}', flush=True)
            seed += 1000


def lines_of(path: str) -> list[str]:
    with open(path, encoding='utf8') as file:
        return [line.strip() for line in file if line.strip()]


def trainable(network: nn.Module) -> list[torch.Tensor]:
    return [parameter.data for parameter in network.parameters()]


def loss_of(network, pictures, classes, lengths, steps):
    with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == 'cuda'):
        scores = network(pictures.contiguous(memory_format=torch.channels_last))
    return F.ctc_loss(F.log_softmax(scores.float(), -1).transpose(0, 1), classes, steps, lengths, zero_infinity=True)


@torch.no_grad()
def character_errors(network, batches) -> float:
    wrong = total = 0
    source = iter(batches)
    for _ in range(CHECKED_BATCHES):
        ink, by_hand, classes, lengths, steps = next(source)
        best = network(spoiled(ink.to(DEVICE).float() / 255, by_hand.to(DEVICE))).argmax(-1).cpu().tolist()
        texts = classes.split(lengths.tolist())
        for row, text, length in zip(best, texts, steps.tolist()):
            read = [one for place, one in enumerate(row[:length]) if one and (place == 0 or row[place - 1] != one)]
            wrong += distance(read, text.tolist())
            total += len(text)
    return wrong / total


def calibration_batches(lines) -> list[np.ndarray]:
    """Inputs from which the ranges of activations are measured for quantization."""
    source = iter(Batches(lines, CALIBRATION_LINES))
    batches = [next(source) for _ in range(CALIBRATION_BATCHES)]
    return [spoiled(ink.to(DEVICE).float() / 255, by_hand.to(DEVICE)).cpu().numpy() for ink, by_hand, *_ in batches]


def export(network: nn.Module, folder: str, figures: dict) -> None:
    network = network.eval().cpu().float()
    torch.onnx.export(network, torch.rand(1, 1, HEIGHT, 320), os.path.join(folder, 'recognizer-float.onnx'), input_names=['pictures'], output_names=['scores'],
                      dynamic_axes={'pictures': {0: 'count', 3: 'width'}, 'scores': {0: 'count', 1: 'steps'}}, opset_version=17, dynamo=False)
    with open(os.path.join(folder, 'recogniser.json'), 'w', encoding='utf8') as file:
        json.dump({'height': HEIGHT, 'step': 4, 'characters': CHARACTERS, 'trained': figures}, file, ensure_ascii=False, indent=1)


if __name__ == '__main__':
    main()
