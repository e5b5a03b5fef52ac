/** Short captions of licenses with one wrong letter, such as `HsT`: they count only for fields that were not found otherwise. */
import type { CaptionMatch } from '../captions/caption-matches.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { normalizeWord } from '../captions/word-similarity.ts';
import { editDistance } from '../text/edit-distance.ts';
import type { IdKind } from './lexicon.ts';
import { ID_LEXICON } from './lexicon.ts';

const LABELS: Readonly<Record<string, readonly string[]>> = {
  Sex: ['sex'],
  Height: ['hgt', 'height'],
  Weight: ['wgt', 'weight'],
  EyeColor: ['eyes', 'eye'],
  HairColor: ['hair'],
  VehicleClassifications: ['class'],
  Restrictions: ['rest', 'restr', 'restrictions'],
  Endorsements: ['end', 'endors', 'endorsements'],
  DateOfBirth: ['dob', 'birth'],
  DateOfIssue: ['iss', 'issued'],
  DateOfExpiration: ['exp', 'expires'],
};
const ALL = Object.entries(LABELS).flatMap(([field, labels]) =>
  labels.map((label) => ({ label, caption: ID_LEXICON.captions.find((caption) => caption.field === field)! })),
);

export function findMisreadCaptions(
  rows: readonly (readonly PlacedWord[])[],
  taken: ReadonlySet<PlacedWord>,
  isMissing: (field: string) => boolean,
): CaptionMatch<IdKind>[] {
  const found: CaptionMatch<IdKind>[] = [];
  rows.forEach((row, index) => {
    row.forEach((word, at) => {
      const read = normalizeWord(word.text);
      if (taken.has(word) || read.length < 3 || read.length > 13) return;
      const best = ALL.find(
        ({ label, caption }) =>
          isMissing(caption.field) && read.length <= label.length + 1 && editDistance(read, label, 2) <= (label.length > 6 ? 2 : 1),
      );
      if (best === undefined) return;
      found.push({
        caption: best.caption,
        row: index,
        from: at,
        to: at + 1,
        words: [word],
        box: word.box,
        quality: 0.6,
        numbered: false,
        colon: /[:.]$/u.test(word.text),
      });
    });
  });
  return found;
}
