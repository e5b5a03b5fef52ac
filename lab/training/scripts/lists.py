"""
Takes the list of words out of Tesseract's data of a language: the graph of words that its network was shipped with.

    python3 lists.py kan.traineddata.gz kn.txt
"""
import gzip
import struct
import sys

WORDS, CHARACTERS = 19, 21
LONGEST = 40


def parts_of(data: bytes) -> dict[int, bytes]:
    count = struct.unpack_from('<i', data)[0]
    offsets = struct.unpack_from(f'<{count}q', data, 4)
    return {place: data[start:min([one for one in offsets if one > start] + [len(data)])] for place, start in enumerate(offsets) if start >= 0}


def words_of(graph: bytes, characters: list[str]) -> list[str]:
    """Edges of 64 bits: a character, three flags (last of its node, backward, ends a word) and the next node."""
    _, size, count = struct.unpack_from('<hii', graph)
    edges = struct.unpack_from(f'<{count}Q', graph, 10)
    bits = size.bit_length()
    found, open_nodes = [], [(0, '')]
    while open_nodes:
        at, before = open_nodes.pop()
        while True:
            edge = edges[at]
            flags, following = edge >> bits & 7, edge >> (bits + 3)
            if not flags & 2:
                word = before + characters[edge & ((1 << bits) - 1)]
                if flags & 4:
                    found.append(word)
                if following and len(word) < LONGEST:
                    open_nodes.append((following, word))
            if flags & 1:
                break
            at += 1
    return found


def main() -> None:
    with gzip.open(sys.argv[1]) as file:
        parts = parts_of(file.read())
    rows = parts[CHARACTERS].decode('utf8').split('\n')
    words = words_of(parts[WORDS], [row.split(' ')[0] for row in rows[1:int(rows[0]) + 1]])
    with open(sys.argv[2], 'w', encoding='utf8') as file:
        file.write('\n'.join(sorted(words)))
    print(len(words), 'words')


if __name__ == '__main__':
    main()
