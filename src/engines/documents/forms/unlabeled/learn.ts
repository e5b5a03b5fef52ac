/**
 * Learns forms without labels. Pages are grouped by their words; in each group, captions are the texts that recur on at least half of
 * the pages: whole lines, words that end with a colon, and words before a number. The values of a caption are where texts differ from
 * page to page: after it in its line, right of it, or below it.
 */
import { maxSimilarity } from '../similarity.ts';
import { MAX_KEY_WORDS, SAME_FORM } from './model.ts';
import type { FormKey, PageCluster, UnlabeledFormsModel, ValueSide } from './model.ts';
import { endsCaption, hasDigit } from './page-text.ts';
import type { FormPageText, PageLine, PageWord } from './page-text.ts';
import { keyId, splitSegments, textOf, valueAt } from './segments.ts';

const MAX_KEYS = 500;
const MAX_FINGERPRINTS = 60;
const MAX_COLON_WORDS = 5;
const MAX_NUMBERED_WORDS = 4;
const MAX_KEY_LENGTH = 100;
const SIDES: readonly Exclude<ValueSide, 'none'>[] = ['inline', 'right', 'below'];

export function learnForms(pages: readonly FormPageText[]): UnlabeledFormsModel {
  return { clusters: groupPages(pages).map(learnCluster) };
}

/** Each page joins the first group with a similar page. */
function groupPages(pages: readonly FormPageText[]): FormPageText[][] {
  const groups: FormPageText[][] = [];
  for (const page of pages) {
    const prints = (group: readonly FormPageText[]): FormPageText['fingerprint'][] => group.map(({ fingerprint }) => fingerprint);
    const group = groups.find((one) => maxSimilarity(page.fingerprint, prints(one)) >= SAME_FORM);
    if (group) group.push(page);
    else groups.push([page]);
  }
  return groups;
}

function learnCluster(pages: readonly FormPageText[]): PageCluster {
  const minPages = pages.length === 1 ? 1 : Math.max(2, Math.ceil(pages.length / 2));
  const texts = new Map<string, string>();
  const counts = countPages(pages, ({ lines }) => {
    const candidates = lines.flatMap((line) => candidatesOf(line, pages.length === 1));
    for (const words of candidates) if (!texts.has(keyId(words))) texts.set(keyId(words), textOf(words));
    return candidates.map(keyId);
  });
  const frequent = new Set([...counts].filter(([, count]) => count >= minPages).map(([id]) => id));
  // A text that is always part of a longer caption is none itself.
  const usedCounts = countPages(pages, (page) =>
    splitSegments(page, (id) => frequent.has(id)).flatMap(({ keyId: id }) => (id === undefined ? [] : [id])),
  );
  const used = [...usedCounts]
    .filter(([, count]) => count >= minPages)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, MAX_KEYS);
  const ids = new Set(used.map(([id]) => id));
  const sides = findSides(pages, ids, minPages);
  const keys = used.map(([id, count]): [string, FormKey] => {
    const { side, found } = sides.get(id) ?? { side: 'none', found: count };
    return [id, { text: texts.get(id)!, side, support: found / pages.length }];
  });
  return { keys: new Map(keys), fingerprints: pages.slice(0, MAX_FINGERPRINTS).map(({ fingerprint }) => fingerprint) };
}

/** On how many pages each text is. */
function countPages(pages: readonly FormPageText[], textsOf: (page: FormPageText) => readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const page of pages) for (const id of new Set(textsOf(page))) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Texts that may be captions. A page without others to compare it with has only those with a colon. */
function candidatesOf({ words }: PageLine, isAlone: boolean): PageWord[][] {
  const ranges: [from: number, to: number][] = [];
  if (words.length <= MAX_KEY_WORDS && !isAlone) ranges.push([0, words.length]);
  let earliest = 0;
  for (const [end, word] of words.entries()) {
    if (!endsCaption(word)) continue;
    for (let from = Math.max(earliest, end + 1 - MAX_COLON_WORDS); from <= end; from++) ranges.push([from, end + 1]);
    earliest = end + 1;
  }
  const firstNumber = words.findIndex(hasDigit);
  if (!isAlone && firstNumber > 0 && firstNumber <= MAX_NUMBERED_WORDS) ranges.push([0, firstNumber]);
  return ranges.map(([from, to]) => words.slice(from, to)).filter(isCaptionLike);
}

function isCaptionLike(words: readonly PageWord[]): boolean {
  const text = textOf(words);
  return text.length <= MAX_KEY_LENGTH && /\p{L}/u.test(text) && words.every(({ folded }) => folded !== '');
}

/** By caption: the side on which enough pages have a text, which differs between them; and on how many pages. */
function findSides(
  pages: readonly FormPageText[],
  ids: ReadonlySet<string>,
  minPages: number,
): Map<string, { side: ValueSide; found: number }> {
  const values = new Map<string, Record<(typeof SIDES)[number], string[]>>();
  for (const page of pages) {
    const segments = splitSegments(page, (id) => ids.has(id));
    const seen = new Set<string>();
    for (const [n, { keyId: id, inTable }] of segments.entries()) {
      if (id === undefined || seen.has(id)) continue;
      seen.add(id);
      const found = values.get(id) ?? { inline: [], right: [], below: [] };
      values.set(id, found);
      for (const side of SIDES) {
        // What is below a heading of a table is a column of it, not a value.
        const [first] = side === 'below' && inTable ? [] : valueAt(side, n, segments);
        if (first !== undefined) found[side].push(textOf(segments[first]!.words));
      }
    }
  }
  return new Map(
    [...values].flatMap(([id, found]) => {
      const side = SIDES.find((one) => found[one].length >= minPages && (pages.length === 1 || new Set(found[one]).size > 1));
      return side ? [[id, { side, found: found[side].length }] as const] : [];
    }),
  );
}
