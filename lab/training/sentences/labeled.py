"""Labeled utterances: batches of a few labels of each of a few bots, the loss over them, and figures on bots and labels kept apart."""
import os

import numpy as np
import torch
import torch.nn.functional as F

BOTS, LABELS, EACH = (2, 4, 2) if os.environ.get('TRIAL') == '1' else (16, 32, 3)
FAMILY_WEIGHT, ENGLISH_WEIGHT = 200.0, 3.0
WARMTH = 0.1
SHOTS, SEEDS, MAX_TESTS = (1, 3, 5, 10), 8, 40


class Labeled:
    """Utterances by bot and label; `rows` limits them, as to those in English."""

    def __init__(self, bots: list, table: np.ndarray, rows: np.ndarray):
        self.names = bots
        self.groups = []
        for kind, column in (('bot', 1), ('family', 2)):
            of = rows[table[rows, column] >= 0]
            keys = table[of, 0] if kind == 'bot' else np.zeros(len(of), np.int64)
            for key in np.unique(keys):
                own = of[keys == key]
                labels, place = np.unique(table[own, column], return_inverse=True)
                if len(labels) < 2:
                    continue
                order = np.argsort(place, kind='stable')
                sizes = np.bincount(place)
                name = bots[key] if kind == 'bot' else 'family'
                weight = FAMILY_WEIGHT if kind == 'family' else len(own) ** 0.5 * (ENGLISH_WEIGHT if name.endswith((' en', '.tsv')) else 1)
                self.groups.append((name, own[order], np.cumsum(sizes) - sizes, sizes, weight))
        weights = np.array([group[4] for group in self.groups])
        self.chances = weights / weights.sum()

    def draw(self, random: np.random.Generator):
        """Rows, the episode of each, and its label within the episode."""
        rows, episodes, labels = [], [], []
        for episode, group in enumerate(random.choice(len(self.groups), BOTS, p=self.chances)):
            _, members, starts, sizes, _ = self.groups[group]
            chosen = random.permutation(len(starts))[:LABELS]
            at = starts[chosen, None] + (random.random((len(chosen), EACH)) * sizes[chosen, None]).astype(np.int64)
            rows.append(members[at].ravel())
            episodes.append(np.full(at.size, episode))
            labels.append(np.repeat(np.arange(len(chosen)), EACH) + LABELS * episode)
        return np.concatenate(rows), np.concatenate(episodes), np.concatenate(labels)


def gather(x, rows, episodes, labels):
    """Utterances of a label lie together, those of other labels of the same bot apart."""
    scores = (x @ x.t()).float() / WARMTH
    others = (episodes[:, None] == episodes[None]) & (rows[:, None] != rows[None])
    like = others & (labels[:, None] == labels[None])
    chances = scores.masked_fill(~others, -1e4).log_softmax(1)
    count = like.sum(1)
    return -((chances * like).sum(1) / count.clamp(min=1))[count > 0].mean()


def few_shot(vectors: torch.Tensor, labels: np.ndarray) -> list:
    """Accuracy of a ridge regression by the number of examples of a label, over draws."""
    found = []
    names, place = np.unique(labels, return_inverse=True)
    for shots in SHOTS:
        right = tests = 0
        for seed in range(SEEDS):
            random = np.random.default_rng(seed)
            taught, asked = [], []
            for label in range(len(names)):
                own = random.permutation(np.flatnonzero(place == label))
                if len(own) <= shots + 2:
                    continue
                taught.append(own[:shots])
                asked.append(own[shots:shots + MAX_TESTS])
            if len(taught) < 2:
                break
            taught, asked = np.concatenate(taught), np.concatenate(asked)
            x, y = vectors[taught].double(), vectors[asked].double()
            wanted = F.one_hot(torch.from_numpy(place[taught]).to(x.device), len(names)).double() * 2 - 1
            kernel = x @ x.t() + 1
            solved = torch.linalg.solve(kernel + 0.2 * torch.eye(len(x), device=x.device), wanted)
            guess = ((y @ x.t() + 1) @ solved).masked_fill((wanted.max(0).values < 0)[None], -1e9).argmax(1).cpu().numpy()
            right += (guess == place[asked]).sum()
            tests += len(asked)
        found.append(right / max(1, tests))
    return found


def figures(bots: list, table: np.ndarray, vectors_of) -> dict:
    """Few-shot accuracy of each bot of the table with enough labels; `vectors_of` gives vectors of rows."""
    found = {}
    for bot in np.unique(table[:, 0]):
        rows = np.flatnonzero(table[:, 0] == bot)
        counts = np.unique(table[rows, 1], return_counts=True)[1]
        if (counts >= 8).sum() < 6:
            continue
        found[bots[bot]] = few_shot(vectors_of(rows), table[rows, 1])
    return found


def shown(found: dict) -> str:
    english = [score for bot, score in found.items() if bot.endswith(' en')]
    others = [score for bot, score in found.items() if not bot.endswith(' en')]
    line = lambda scores: ' '.join(f'{value:.3f}' for value in np.mean(scores, 0)) if scores else '-'
    each = '; '.join(f'{bot}: {line([score])}' for bot, score in found.items() if bot.endswith(' en'))
    return f'{SHOTS} examples: English ({len(english)}) {line(english)}; others ({len(others)}) {line(others)} | {each}'
