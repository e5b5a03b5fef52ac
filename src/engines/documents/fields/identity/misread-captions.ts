/** Short captions of licenses with one wrong letter, such as `HsT`: they count only for fields that were not found otherwise. */
import type { CaptionMatch } from '../captions/caption-matches.ts';
import { captionMatch } from '../captions/caption-matches.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import type { Rows } from '../captions/phrase-index.ts';
import { PhraseIndex } from '../captions/phrase-index.ts';
import type { IdKind } from './lexicon.ts';
import { ID_LEXICON } from './lexicon.ts';

const PHRASES = new PhraseIndex(
  Object.entries(ID_LEXICON.shortCaptions).flatMap(([field, own]) =>
    own.map((text) => ({ of: ID_LEXICON.captions.find((caption) => caption.field === field)!, text })),
  ),
  (length) => (length > 6 ? 2 : 1),
);

export const findMisreadCaptions = (
  rows: Rows,
  taken: ReadonlySet<PlacedWord>,
  isMissing: (field: string) => boolean,
): CaptionMatch<IdKind>[] =>
  rows.flatMap((row, index) =>
    [...PHRASES.inRow(row, 1, 0)]
      .filter(({ of, from, raw }) => raw.length > 2 && !taken.has(row[from]!) && isMissing(of.field))
      .sort((a, b) => b.quality - a.quality)
      .filter(({ from }, i, all) => all.findIndex((other) => other.from === from) === i)
      .map(({ of, from, to }) =>
        captionMatch(of, row, [index, from, to], { quality: 0.6, numbered: false, colon: /[:.]$/u.test(row[from]!.text) }),
      ),
  );
