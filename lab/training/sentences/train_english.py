"""
Trains the English encoder further, from the published weights: utterances of one label lie together, paraphrases find each other, and other
texts stay where they were.

    python3 train_english.py ARRAYS TEACHER.npz OUT.npz SECONDS

Word pieces and the first layer stay as they are. `TUNE` changes settings.
"""
import json
import math
import os
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

from arrays import Arrays
from labeled import Labeled, figures, gather, shown
from teacher import Teacher

ARRAYS, TEACHER, OUT, SECONDS = sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4])
TRIAL = os.environ.get('TRIAL') == '1'
TUNE = {'rate': 1e-4, 'kept': 8.0, 'alike': 1.0, 'labeled': 1.0, 'paraphrased': 0.5, 'frozen': '0-,widen', 'seed': 1, 'dropped': 0.1, **json.loads(os.environ.get('TUNE', '{}'))}
OTHERS, PARAPHRASES = (32, 16) if TRIAL else (2048, 512)
TEMPERATURE, SOFTER, WARM_UP, AVERAGE = 0.05, 0.08, 50, 0.995

device = 'cuda' if torch.cuda.is_available() else 'cpu'
torch.manual_seed(TUNE['seed'])
random = np.random.default_rng(TUNE['seed'])
started = time.time()
note = lambda *parts: print(f'{time.time() - started:6.1f} s', *parts, flush=True)
to = lambda rows: torch.from_numpy(np.ascontiguousarray(rows)).to(device)

data = Arrays(ARRAYS)
net = Teacher(TEACHER, device)
pieces, apart = data.lists['utterances-pieces'], data.lists['apart-pieces']
paraphrases = data.lists['paraphrases-pieces'].reshape(-1, 2, data.lists['paraphrases-pieces'].shape[1])
paraphrases = to(paraphrases[(paraphrases[:, :, 0] >= 0).all(1)]).long()
others = np.concatenate([data.lists['meanings-pieces'], data.lists['english-pieces'], data.lists['requests-pieces']])
english = np.flatnonzero(pieces[:, 0] >= 0)
labeled = Labeled(data.labeled_meta['bots'], np.where(np.arange(4) == 2, -1, data.labels), english)
in_english = np.flatnonzero(apart[:, 0] >= 0)
former = torch.randn(len(others), 512).half() if TRIAL else net.all(others)
others, pieces = to(others).long(), to(pieces).long()
note(len(english), 'utterances', len(paraphrases), 'paraphrases', len(in_english), 'kept apart')

frozen = ('timing', 'embeddings', *TUNE['frozen'].split(',')) if TUNE['frozen'] else ('timing',)
learned = {name: value for name, value in net.w.items() if not name.startswith(frozen)}
for value in learned.values():
    value.requires_grad_()
averaged = {name: value.detach().clone() for name, value in learned.items()}
optimizer = torch.optim.AdamW(learned.values(), TUNE['rate'], betas=(0.9, 0.98), weight_decay=0.0)


@torch.no_grad()
def note_apart() -> None:
    if TRIAL:
        return
    vectors = net.all(apart)
    note('kept apart,', shown(figures(data.apart_meta['bots'], data.apart_labels[in_english], lambda rows: vectors[to(in_english[rows])])))


def short(rows: torch.Tensor) -> torch.Tensor:
    return rows[:, : max(1, int((rows >= 0).sum(1).max()))]


def dropped(rows: torch.Tensor) -> torch.Tensor:
    """Some pieces become unknown ones."""
    return torch.where((torch.rand(rows.shape, device=device) < TUNE['dropped']) & (rows >= 0), 0, rows)


def step_loss():
    chosen, episodes, labels = labeled.draw(random)
    u, o, p = to(chosen), to(random.integers(0, len(others), OTHERS)), to(random.integers(0, len(paraphrases), PARAPHRASES))
    with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
        U, O, P = (net(short(dropped(rows))).float() for rows in (pieces[u], others[o], paraphrases[p].flatten(0, 1)))
    A, B = P.unflatten(0, (-1, 2)).unbind(1)
    own = torch.arange(len(A), device=device)
    scores = (A @ B.t() / TEMPERATURE).masked_fill((p[:, None] == p[None]) & (own[:, None] != own[None]), -1e4)
    paraphrased = (F.cross_entropy(scores, own) + F.cross_entropy(scores.t(), own)) / 2
    was = former[o].float()
    kept = 1 - (O * was).sum(1).mean()
    diagonal = torch.eye(len(O), dtype=torch.bool, device=device)
    wanted = (was @ was.t()).div(SOFTER).masked_fill(diagonal, -1e4).softmax(1)
    alike = F.kl_div((O @ O.t() / SOFTER).masked_fill(diagonal, -1e4).log_softmax(1), wanted, reduction='batchmean')
    parts = {'labeled': gather(U, u, to(episodes), to(labels)), 'paraphrased': paraphrased, 'kept': kept, 'alike': alike}
    return sum(TUNE[name] * value for name, value in parts.items()), parts


note_apart()
step, began = 0, time.time()
while (share := (time.time() - began) / SECONDS) < 1:
    rate = min(1, (step + 1) / WARM_UP) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * share)))
    for part in optimizer.param_groups:
        part['lr'] = TUNE['rate'] * rate
    loss, parts = step_loss()
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(list(learned.values()), 1.0)
    optimizer.step()
    step += 1
    with torch.no_grad():
        for name, value in learned.items():
            averaged[name].lerp_(value, 1 - min(AVERAGE, step / (step + 10)))
    if step % (1 if TRIAL else 300) == 0:
        note(step, *(f'{name} {value.item():.4f}' for name, value in parts.items()))
        if step % 1200 == 0:
            note_apart()
net.w |= averaged
note('steps', step)
note_apart()
np.savez(OUT, **{name: value.detach().half().cpu().numpy() for name, value in net.w.items()})
