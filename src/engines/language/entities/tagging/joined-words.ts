/**
 * What words say at each piece of a script written without spaces, where a piece is one character: its place in its word, and the runs of
 * three characters that end and begin with it. Other texts give none of these: there a piece is the word.
 *
 * A label may end where no dictionary ends a word, and dictionaries change with the version of ICU: so pieces are characters, and words
 * are features only.
 */
import { finishHash, hashText } from '../../../shared/hash.ts';
import type { FineToken } from '../../recognizers/fine-tokens.ts';

export type JoinedFeature = readonly [slot: number, value: number];

type Place = 'alone' | 'first' | 'inside' | 'last';

/** The features of each piece. */
export function joinedWordFeatures(pieces: readonly FineToken[]): readonly (readonly JoinedFeature[])[] {
  const norm = (i: number): string => pieces[i]?.norm ?? '';
  return pieces.map((piece, i) => {
    if (piece.isJoined !== true || piece.norm === '') return [];
    const place = placeOf(piece, pieces[i + 1]);
    return [
      [0, textHash(place)],
      [1, textHash(place + piece.word)],
      [2, textHash(norm(i - 2) + norm(i - 1) + norm(i))],
      [3, textHash(norm(i) + norm(i + 1) + norm(i + 2))],
    ];
  });
}

function placeOf(piece: FineToken, next: FineToken | undefined): Place {
  const continues = next?.isInside === true;
  if (piece.isInside === true) return continues ? 'inside' : 'last';
  return continues ? 'first' : 'alone';
}

function textHash(text: string): number {
  return finishHash(hashText(text, 0x811c9dc5));
}
