/** Social security cards: the number, the name below the sentence that introduces it, and an optional date. */
import { allowedEdits } from '../captions/phrase-index.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import { normalizeWord } from '../../../shared/text/fold-text.ts';
import { editDistance } from '../text/similar-texts.ts';
import { socialSecurityNumber } from '../tax/tax-numbers.ts';
import type { Drafts } from '../captions/draft.ts';
import { derivedDraft } from '../captions/draft.ts';
import { splitFullName } from './holder-names.ts';
import { dateValue } from './id-values.ts';

const NOT_A_NAME =
  /SIGNATURE|SOCIAL|SECURITY|VALID|NUMBER|ESTABLISHED|UNITED|STATES|AMERICA|WORK|AUTHORIZ|EMPLOY|\bDHS\b|\bINS\b|\bUSA\b/iu;

type Row = readonly PlacedWord[];

export function socialSecurityDrafts(rows: readonly Row[]): Drafts {
  const drafts: Drafts = {};
  let numberRow = -1;
  rows.forEach((row, index) => {
    const read = drafts['DocumentNumber'] === undefined ? findNumber(row) : undefined;
    if (read !== undefined) {
      drafts['DocumentNumber'] = derivedDraft({ type: 'string', value: read.value }, read.words, 'caption', read.whole ? 1 : 0.5);
      numberRow = index;
      return;
    }
    const dated = row.findIndex(({ text }) => /\d/u.test(text));
    const date = dated < 0 ? undefined : dateValue(row.slice(dated), { locale: 'en-US' });
    if (date !== undefined) drafts['DateOfIssue'] = derivedDraft(date.value, date.words, 'position', date.shape);
  });
  const established = rows.findIndex((row) => row.some(({ text }) => isLike(text, 'established')));
  Object.assign(drafts, findName(rows, established < 0 ? numberRow : established, established >= 0));
  return drafts;
}

function findNumber(row: Row): { value: string; words: Row; whole: boolean } | undefined {
  for (const count of [1, 3, 2])
    for (let i = 0; i + count <= row.length; i++) {
      const words = row.slice(i, i + count);
      const read = socialSecurityNumber(words.map(({ text }) => text).join(''));
      if (read !== undefined && /\d.*-|^\d{9}$/u.test(read.text)) return { value: read.text, words, whole: read.whole };
    }
  return undefined;
}

function isLike(text: string, wanted: string): boolean {
  const maxEdits = allowedEdits(wanted.length);
  return editDistance(normalizeWord(text), wanted, maxEdits) <= maxEdits;
}

/** One or two rows of capitals below the sentence. */
function findName(rows: readonly Row[], after: number, introduced: boolean): Drafts {
  if (after < 0) return {};
  const names = rows
    .slice(after + 1)
    .map((row) => row.filter(({ text }) => /\p{L}/u.test(text)))
    .filter((row) => row.length > 0 && /^[\p{Lu}][\p{L}'’.,\s-]*$/u.test(textOf(row)) && !NOT_A_NAME.test(textOf(row)))
    .slice(0, 2);
  const [first, second] = names;
  if (first === undefined) return {};
  const height = first[0]!.box.bottom - first[0]!.box.top;
  const near =
    second !== undefined && second[0]!.box.top - first[0]!.box.bottom < 1.2 * height && Math.abs(sizeOf(second) / sizeOf(first) - 1) < 0.5;
  const words = near ? [...first, ...second] : first;
  return splitFullName(words, derivedDraft({ type: 'string' }, words, introduced ? 'caption' : 'position'));
}

const sizeOf = (row: Row): number => Math.max(1e-6, row[0]!.box.bottom - row[0]!.box.top);
