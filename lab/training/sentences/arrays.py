"""Reads the arrays that prepare.ts wrote, plain or compressed by xz."""
import json
import lzma
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np


def raw(folder: str, name: str) -> bytes:
    path = os.path.join(folder, name)
    if os.path.exists(path):
        with open(path, 'rb') as file:
            return file.read()
    with lzma.open(path + '.xz') as file:
        return file.read()


def padded(folder: str, name: str, width: int, fill: int) -> np.ndarray:
    """Lists of numbers as rows of one width."""
    lengths = np.frombuffer(raw(folder, name + '.lengths'), np.uint8).astype(np.int64)
    planes = np.frombuffer(raw(folder, name + '.ids'), np.uint8).reshape(3, -1).astype(np.int32)
    ids = planes[0] | planes[1] << 8 | planes[2] << 16
    rows = np.full((len(lengths), width), fill, np.int32)
    starts = np.cumsum(lengths) - lengths
    place = np.arange(len(ids)) - np.repeat(starts, lengths)
    row = np.repeat(np.arange(len(lengths)), lengths)
    kept = place < width
    rows[row[kept], place[kept]] = ids[kept]
    return rows


class Arrays:
    def __init__(self, folder: str, words: int = 32, grams: int = 32, pieces: int = 48):
        self.meta = json.loads(raw(folder, 'meta.json'))
        lists = {
            'words': (grams, 0), 'meanings': (words, -1), 'requests': (words, -1), 'english': (words, -1), 'tags': (words, -1),
            'meanings-pieces': (pieces, -1), 'requests-pieces': (pieces, -1), 'english-pieces': (pieces, -1),
            'utterances': (words, -1), 'utterances-tags': (words, -1), 'utterances-pieces': (pieces, -1), 'apart': (words, -1), 'apart-pieces': (pieces, -1),
            'paraphrases': (words, -1), 'paraphrases-pieces': (pieces, -1),
        }
        with ThreadPoolExecutor(8) as pool:
            self.lists = dict(zip(lists, pool.map(lambda one: padded(folder, one[0], *one[1]), lists.items())))
        self.languages = np.frombuffer(raw(folder, 'meaning-languages.bin'), np.uint8)
        self.groups = np.frombuffer(raw(folder, 'meaning-groups.bin'), np.uint32).astype(np.int64)
        self.pairs = np.frombuffer(raw(folder, 'pairs.bin'), np.uint32).reshape(-1, 2).astype(np.int64)
        self.request_languages = np.frombuffer(raw(folder, 'request-languages.bin'), np.uint8)
        self.request_groups = np.frombuffer(raw(folder, 'request-groups.bin'), np.uint32).reshape(-1, 3).astype(np.int64)
        # Of each utterance: its bot, label, label within its family of bots, and set of slots; -1 for none.
        self.labels = np.frombuffer(raw(folder, 'utterances-labels.bin'), np.int32).reshape(-1, 4).astype(np.int64)
        self.apart_labels = np.frombuffer(raw(folder, 'apart-labels.bin'), np.int32).reshape(-1, 4).astype(np.int64)
        self.labeled_meta = json.loads(raw(folder, 'utterances.json'))
        self.apart_meta = json.loads(raw(folder, 'apart.json'))
