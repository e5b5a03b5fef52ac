"""
Trains the sentence encoder.

    python3 train.py ARRAYS TEACHER.npz OUT SECONDS [WEIGHTS]

With WEIGHTS, the folder of an encoder in use, training continues from it: its table of grams stays as it is, so that projects that were
trained before need their former network alone, and utterances of one label of a bot are drawn together. `TUNE` changes settings.

Losses: translations find each other among the batch; texts are as similar as the English teacher finds them, translations like
their English text; words of translations find each other; the words of requests name their slots. Weights are averaged over the
last steps, and saved every hundred seconds.
"""
import json
import math
import os
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from arrays import Arrays
from labeled import Labeled, figures, gather, shown
from network import POSITIONS, WIDTH, WORD, Encoder, Take
from teacher import Teacher

ARRAYS, TEACHER, OUT, SECONDS = sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4])
WEIGHTS = sys.argv[5] if len(sys.argv) > 5 else None
# A trial of the program on a small machine: few rows, a teacher of random vectors.
TRIAL = os.environ.get('TRIAL') == '1'
PAIRS, ENGLISH, REQUESTS, ALIGNED, CELLS = (64, 32, 32, 16, 64) if TRIAL else (3072, 1536, 768, 256, 4096)
RATE, TABLE_RATE, WARM_UP, AVERAGE = 8e-4, 2.5e-3, 300, 0.998
TEMPERATURE, SOFTER, SAME = 0.05, 0.08, 0.92
WORD_DROPOUT, GRAM_DROPOUT = 0.08, 0.15
TUNE = {'rate': 2e-4, 'pairs': 2048, 'labeled': 0.6, 'paraphrased': 0.3, 'spans': 0.3, 'copied': 2.0, 'alike': 0.5, 'seed': 1, **json.loads(os.environ.get('TUNE', '{}'))}
PARAPHRASES = 16 if TRIAL else 512
NAMES_SHARE, CELL_SHARE, CELL_PAIRS = 0.12, 0.45, 24
SHORT = 12
SAVE_EVERY = 100
if WEIGHTS:
    RATE, PAIRS, ENGLISH = TUNE['rate'], PAIRS if TRIAL else TUNE['pairs'], ENGLISH if TRIAL else 1024

started = time.time()
device = 'cuda' if torch.cuda.is_available() else 'cpu'
half = torch.float16 if device == 'cuda' else torch.float32
torch.manual_seed(TUNE['seed'])
random = np.random.default_rng(TUNE['seed'])


def note(*parts) -> None:
    print(f'{time.time() - started:6.1f} s', *parts, flush=True)


def to(rows: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(rows)).to(device)


data = Arrays(ARRAYS)
sentences, languages = data.meta['sentences'], data.meta['languages']
note('read', {name: len(rows) for name, rows in data.lists.items()})
grams, meanings, requests, english, tags = (to(data.lists[name]).long() for name in ('words', 'meanings', 'requests', 'english', 'tags'))
teacher = Teacher(TEACHER, device)
learned = lambda name: (teacher.all(data.lists[name]) if not TRIAL else F.normalize(torch.randn(len(data.lists[name]), 512), dim=-1)).to(half)
taught = torch.zeros(len(meanings), 512, dtype=half, device=device)
taught[to(np.flatnonzero(data.languages == languages.index('en')))] = learned('meanings-pieces')
taught_english = learned('english-pieces')
note('taught')

# One group of sentences in twenty is kept apart.
groups = to(data.groups)
held = (data.groups * 2654435761 % 2**32 >> 8) % data.meta['heldOut'] == 0
held &= np.arange(len(held)) < sentences
first, second = data.pairs[:, 0], data.pairs[:, 1]
is_name = first >= sentences
counts = np.bincount(data.languages[second][~is_name], minlength=len(languages)).clip(1)
weights = np.where(is_name, 0.0, counts[data.languages[second]] ** -0.5)
weights[held[first] | held[second]] = 0
weights *= (1 - NAMES_SHARE) / weights.sum()
weights[is_name] = NAMES_SHARE / is_name.sum()
pair_weights, firsts, seconds = to(weights).float(), to(first), to(second)
cumulative = pair_weights.double().cumsum(0)

# The members of a group, one after the other.
order = torch.argsort(groups)
members_at = torch.searchsorted(groups[order], groups)
members = torch.bincount(groups)[groups]

# Pairs in cells of similar meaning: what is hard to tell apart comes into one batch.
train_sentences = to(np.flatnonzero((weights > 0) & ~is_name))
centers = taught[firsts[train_sentences[torch.randint(len(train_sentences), (CELLS,), device=device)]]].float()
cell = torch.zeros(len(train_sentences), dtype=torch.long, device=device)
for _ in range(1 if TRIAL else 5):
    for i in range(0, len(train_sentences), 65536):
        cell[i:i + 65536] = (taught[firsts[train_sentences[i:i + 65536]]] @ centers.to(half).t()).argmax(1)
    total = torch.zeros_like(centers).index_add_(0, cell, taught[firsts[train_sentences]].float())
    centers = torch.where(total.norm(dim=1, keepdim=True) > 0, F.normalize(total, dim=1), centers)
by_cell = train_sentences[torch.argsort(cell)]
cell_sizes = torch.bincount(cell, minlength=CELLS)
cell_starts = cell_sizes.cumsum(0) - cell_sizes
note('cells', int(cell_sizes.max()))

# Requests: lines filled in all languages, one after the other.
request_groups = to(data.request_groups)
spoken = int((data.request_groups[:, :2] == data.request_groups[0, :2]).all(1).sum())
filled = len(requests) // spoken
intent = request_groups[::spoken, 2].contiguous()
by_intent = torch.argsort(intent)
intent_at, intent_size = torch.searchsorted(intent[by_intent], intent), torch.bincount(intent)[intent]
note(f'{spoken} languages of requests, {filled} fillings')

# Utterances with labels and slots, and paraphrases.
utterances, utterance_tags, paraphrases, apart = (to(data.lists[name]).long() for name in ('utterances', 'utterances-tags', 'paraphrases', 'apart'))
labeled = Labeled(data.labeled_meta['bots'], data.labels, np.arange(len(data.labels)))
slot_sets = to(data.labels[:, 3])

net = Encoder(data.meta['vectors']).to(device)
if WEIGHTS:
    from start import read_body, read_table

    net.table.weight.data = to(read_table(f'{WEIGHTS}/grams.bin').astype(np.float32))
    net.table.weight.requires_grad = False
    part = f'{WEIGHTS}/body.npz'
    body = {name[5:]: value.astype(np.float32) for name, value in np.load(part).items()} if os.path.exists(part) else read_body(f'{WEIGHTS}/encoder.onnx')
    net.body.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in body.items()})
set_of_tag = to(np.array(data.labeled_meta['setOfTag']))
extra = nn.ModuleDict({'teacher': nn.Linear(WIDTH, 512), 'slots': nn.Linear(WORD, 1 + 2 * data.meta['slots']), 'spans': nn.Linear(WORD, len(set_of_tag))}).to(device)
averaged = {name: value.detach().clone() for name, value in net.state_dict().items() if not WEIGHTS or name.startswith('body.')}
optimizer = torch.optim.AdamW(
    [*([] if WEIGHTS else [{'params': net.table.parameters(), 'rate': TABLE_RATE, 'weight_decay': 0.0}]), {'params': net.body.parameters(), 'rate': RATE},
     {'params': extra.parameters(), 'rate': 8e-4}],
    RATE, betas=(0.9, 0.98), weight_decay=0.01, **({'fused': True} if device == 'cuda' else {}),
)


def run(rows: torch.Tensor, training: bool):
    """The sentence vectors, and the word vectors, of texts given as rows of words."""
    length = (rows >= 0).sum(1)
    if training:
        dropped = (torch.rand(rows.shape, device=device) < WORD_DROPOUT) & (length > 3)[:, None] & (rows >= 0)
    sentence = torch.empty(len(rows), WIDTH, device=device)
    words = torch.zeros(len(rows), rows.shape[1], WORD, device=device)
    known, inverse = torch.unique(rows.clamp(min=0), return_inverse=True)
    used_grams = grams[known]
    if training:
        used_grams = torch.where(torch.rand(used_grams.shape, device=device) < GRAM_DROPOUT, 0, used_grams)
    vectors = net.sums(used_grams)
    for part in ((length <= SHORT).nonzero()[:, 0], (length > SHORT).nonzero()[:, 0]):
        if len(part) == 0:
            continue
        width = max(1, int(length[part].max()))
        used = rows[part, :width] >= 0
        sums = Take.apply(vectors, inverse[part, :width])
        if training:
            sums = sums * (~dropped[part, :width]).unsqueeze(-1)
        shift = torch.randint(0, POSITIONS - width + 1, (len(part), 1), device=device) * (torch.rand(len(part), 1, device=device) < 0.25) if training else 0
        positions = torch.arange(width, device=device) + shift if training else torch.arange(width, device=device).expand(len(part), -1)
        one, each = net.body(sums, used, positions)
        sentence = sentence.index_put((part,), one)
        words = words.index_put((part[:, None], torch.arange(width, device=device)[None]), each)
    return sentence, words


def contrast(a, b, excluded):
    """Each of a finds its own among b, and the other way; `excluded` are neither right nor wrong."""
    scores = (a @ b.t() / TEMPERATURE).masked_fill(excluded, -1e4)
    own = torch.arange(len(a), device=device)
    return (F.cross_entropy(scores, own) + F.cross_entropy(scores.t(), own)) / 2


def resemble(a, b, target):
    """Similarities of a and b are distributed as those of the teacher."""
    diagonal = torch.eye(len(a), dtype=torch.bool, device=device)
    wanted = (target @ target.t()).float().div(SOFTER).masked_fill(diagonal, -1e4).softmax(1)
    return F.kl_div((a @ b.t() / SOFTER).masked_fill(diagonal, -1e4).log_softmax(1), wanted, reduction='batchmean')


def align(a, a_used, b, b_used):
    """Words of a text find their like in its translation better than in others: the best match of each word counts."""
    scores = torch.einsum('iwd,jvd->ijwv', a, b)
    to_b = scores.masked_fill(~b_used[None, :, None, :], -2).amax(3)
    to_a = scores.masked_fill(~a_used[:, None, :, None], -2).amax(2)
    found_b = (to_b * a_used[:, None]).sum(2) / a_used.sum(1)[:, None]
    found_a = (to_a * b_used[None]).sum(2) / b_used.sum(1)[None]
    both = (found_a + found_b) * 12
    own = torch.arange(len(a), device=device)
    return (F.cross_entropy(both, own) + F.cross_entropy(both.t(), own)) / 2


def draw_pairs():
    cells = int(PAIRS * CELL_SHARE) // CELL_PAIRS
    chosen = torch.multinomial(cell_sizes.float(), cells)
    near = by_cell[(cell_starts[chosen, None] + (torch.rand(cells, CELL_PAIRS, device=device) * cell_sizes[chosen, None]).long()).flatten()]
    far = torch.searchsorted(cumulative, torch.rand(PAIRS - len(near), device=device, dtype=torch.double) * cumulative[-1]).clamp(max=len(cumulative) - 1)
    pairs = torch.cat([near, far])
    e, a = firsts[pairs], seconds[pairs]
    other = order[members_at[a] + (torch.rand(len(a), device=device) * members[a]).long()]
    b = torch.where((torch.rand(len(a), device=device) < 0.5) | (other == a), e, other)
    return e, a, b


def step_loss():
    e, a, b = draw_pairs()
    d = torch.randint(len(english), (ENGLISH,), device=device)
    r = torch.randint(filled, (REQUESTS,), device=device)
    again = by_intent[intent_at[r] + (torch.rand(REQUESTS, device=device) * intent_size[r]).long()]
    r2 = torch.where(torch.rand(REQUESTS, device=device) < 0.3, again, r)
    ra, rb = (r * spoken + torch.randint(spoken, (REQUESTS,), device=device), r2 * spoken + torch.randint(spoken, (REQUESTS,), device=device))
    rows = torch.cat([meanings[a], meanings[b], english[d], requests[ra], requests[rb]])
    with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
        sentence, words = run(rows, True)
    A, B, D, RA, RB = sentence.split([PAIRS, PAIRS, ENGLISH, REQUESTS, REQUESTS])
    wa, wb, _, wra, wrb = words.split([PAIRS, PAIRS, ENGLISH, REQUESTS, REQUESTS])
    T, TD = taught[e], taught_english[d]
    same = (groups[a][:, None] == groups[b][None]) | ((T @ T.t()) > SAME)
    same.fill_diagonal_(False)
    translated = contrast(A, B, same)
    alike = resemble(A, B, T) + resemble(D, D, TD)
    H = extra['teacher'](sentence[: 2 * PAIRS + ENGLISH])
    copied = (1 - F.cosine_similarity(H, torch.cat([T, T, TD]).float(), dim=1)).mean()
    same = (intent[r][:, None] == intent[r2][None])
    same.fill_diagonal_(False)
    asked = contrast(RA, RB, same)
    pick = torch.randperm(PAIRS, device=device)[:ALIGNED]
    far_pick = torch.randperm(REQUESTS, device=device)[:ALIGNED]
    cut = lambda w, x: (w[:, :20], x[:, :20] >= 0)
    aligned = align(*cut(wa[pick], meanings[a][pick]), *cut(wb[pick], meanings[b][pick])) + align(*cut(wra[far_pick], requests[ra][far_pick]), *cut(wrb[far_pick], requests[rb][far_pick]))
    logits, wanted = extra['slots'](torch.cat([wra, wrb]) * 6), torch.cat([tags[ra], tags[rb]])
    slots = F.cross_entropy(logits.flatten(0, 1), wanted.flatten(), ignore_index=-1)
    loss = translated + TUNE['alike'] * alike + TUNE['copied'] * copied + 0.5 * asked + 0.15 * aligned + 0.5 * slots
    parts = {'translated': translated, 'alike': alike, 'copied': copied, 'asked': asked, 'aligned': aligned, 'slots': slots}
    if WEIGHTS:
        more = labeled_losses()
        loss = loss + sum(TUNE[name] * value for name, value in more.items())
        parts |= more
    return loss, parts


def labeled_losses() -> dict:
    chosen, episodes, labels = labeled.draw(random)
    u = to(chosen)
    p = to(random.integers(0, len(paraphrases) // 2, PARAPHRASES)) * 2
    with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
        sentence, words = run(torch.cat([utterances[u], paraphrases[p], paraphrases[p + 1]]), True)
    U, PA, PB = sentence.split([len(u), PARAPHRASES, PARAPHRASES])
    same = p[:, None] == p[None]
    same.fill_diagonal_(False)
    # A word is contrasted with words of other slots of its set only: names of slots mean nothing outside it.
    logits = (extra['spans'](words[: len(u)] * 6)).float()
    logits = logits.masked_fill(((set_of_tag[None] >= 0) & (set_of_tag[None] != slot_sets[u][:, None]))[:, None], -1e4)
    spans = F.cross_entropy(logits.flatten(0, 1), utterance_tags[u].flatten(), ignore_index=-1)
    return {'labeled': gather(U, u, to(episodes), to(labels)), 'paraphrased': contrast(PA, PB, same), 'spans': spans}


@torch.no_grad()
def note_apart() -> None:
    if TRIAL:
        return
    every = vectors_of(apart)
    note('kept apart,', shown(figures(data.apart_meta['bots'], data.apart_labels, lambda rows: every[to(rows)])))
    pieces = data.lists['apart-pieces']
    known = torch.cat([every, teacher.all(pieces).float()], 1) * 0.5 ** 0.5
    note('with the English encoder,', shown({bot: score for bot, score in figures(data.apart_meta['bots'], data.apart_labels, lambda rows: known[to(rows)]).items() if bot.endswith(' en')}))


@torch.no_grad()
def vectors_of(rows: torch.Tensor) -> torch.Tensor:
    return torch.cat([run(rows[i:i + 4096], False)[0] for i in range(0, len(rows), 4096)])


def save() -> None:
    """The averaged weights: the table in eight bits with a scale for each row, in two files, and the rest in half precision."""
    os.makedirs(OUT, exist_ok=True)
    rest = {name: value.half().cpu().numpy() for name, value in averaged.items() if name.startswith('body.')}
    if WEIGHTS:
        np.savez(f'{OUT}/body.npz', **rest)
        return
    table = averaged['table.weight'].float()
    scales = table.abs().amax(1).clamp(min=1e-6) / 127
    numbers = (table / scales[:, None]).round().to(torch.int8).cpu().numpy()
    middle = len(numbers) // 2
    np.save(f'{OUT}/table-1.npy', numbers[:middle])
    np.save(f'{OUT}/table-2.npy', numbers[middle:])
    np.savez(f'{OUT}/body.npz', scales=scales.cpu().numpy(), **rest)


def measure() -> dict:
    """Nearest neighbors among the sentences kept apart, by language."""
    results = {}
    for number, language in enumerate(languages):
        chosen = np.flatnonzero((data.languages[second] == number) & held[first] & ~is_name)[:1000]
        chosen = chosen[np.unique(first[chosen], return_index=True)[1]]
        if len(chosen) < 20:
            continue
        scores = vectors_of(meanings[to(second[chosen])]) @ vectors_of(meanings[to(first[chosen])]).t()
        results[language] = ((scores.argmax(1) == torch.arange(len(chosen), device=device)).float().mean().item(), len(chosen))
    return results


def mean_of(results: dict) -> float:
    return float(np.mean([score for score, _ in results.values()]))


net.eval()
note_apart()
net.train()
step, began, saved = 0, time.time(), time.time()
while (share := (time.time() - began) / SECONDS) < 1:
    rate = min(1, (step + 1) / WARM_UP) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * share)))
    for part in optimizer.param_groups:
        part['lr'] = part['rate'] * rate
    loss, parts = step_loss()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_([*net.parameters(), *extra.parameters()], 2.0)
    optimizer.step()
    step += 1
    with torch.no_grad():
        keep = min(AVERAGE, step / (step + 10))
        state = net.state_dict()
        for name, value in averaged.items():
            value.lerp_(state[name], 1 - keep)
    if step % (1 if TRIAL else 250) == 0:
        note(step, f'{share:.2f}', *(f'{name} {value.item():.3f}' for name, value in parts.items()))
    if time.time() - saved > SAVE_EVERY:
        save()
        net.eval()
        note(f'kept apart {mean_of(measure()):.4f}, not averaged')
        note_apart()
        net.train()
        saved = time.time()
net.load_state_dict(averaged, strict=False)
net.eval()
save()
note('steps', step)
note_apart()

results = measure()
print('  '.join(f'{language} {score:.3f} ({count})' for language, (score, count) in results.items()))
print('mean', mean_of(results), len(results), flush=True)
