/**
 * Values whose captions were not read, by their kind: sexes and colors have few values, heights and weights a shape of their own, and the
 * number of a document is the largest word of digits that is nothing else.
 */
import type { Draft, Drafts } from '../captions/draft.ts';
import { derivedDraft } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { centerX, centerY, textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import { dateValue, idValue, sexOf } from './id-values.ts';

const PHYSICAL = ['Sex', 'Height', 'Weight', 'EyeColor', 'HairColor'] as const;
/** Codes of AAMVA's standard and spellings that states use instead. */
const EYES = /^(?:BLK|BLU?|BRO?|BRN|GRY|GRA|GRN|HAZ|HZL|MAR|PNK|DIC|MUL)$/u;
const HAIR = /^(?:BAL|BLK|BLN|BLD|BLND|BRO?|BRN|GRY|GRA|RED|SDY|WHI|WHT)$/u;
/** How near values of one person are printed, in text heights. */
const NEAR = 9;

export function addPhysicalValues(drafts: Drafts, pieces: readonly Piece[], used: Set<PlacedWord>): void {
  const anchors = PHYSICAL.flatMap((name) => drafts[name]?.words[0] ?? []);
  const add = (name: string, fits: (words: readonly PlacedWord[]) => Draft | undefined, alone: boolean): void => {
    if (drafts[name] !== undefined) return;
    let best: { draft: Draft; distance: number } | undefined;
    for (const { words } of pieces)
      words.forEach((word, i) => {
        const draft = used.has(word) ? undefined : fits(words.slice(i));
        if (draft === undefined || draft.words.some((own) => used.has(own))) return;
        const distance = Math.min(...anchors.map((anchor) => distanceOf(anchor, word)), alone ? NEAR : Infinity);
        if (distance <= NEAR && (best === undefined || distance < best.distance)) best = { draft, distance };
      });
    if (best === undefined) return;
    drafts[name] = best.draft;
    anchors.push(best.draft.words[0]!);
    for (const word of best.draft.words) used.add(word);
  };
  const one = (shape: RegExp) => {
    return ([word]: readonly PlacedWord[]): Draft | undefined =>
      shape.test(word!.text) ? derivedDraft({ type: 'string', value: word!.text }, [word!], 'position', 0.8) : undefined;
  };
  const read = (kind: 'height' | 'weight', shape: RegExp) => {
    return (words: readonly PlacedWord[]): Draft | undefined => {
      const own = idValue(kind, words, {});
      return own !== undefined && shape.test(String(own.value.value)) ? derivedDraft(own.value, own.words, 'position', 0.8) : undefined;
    };
  };
  add('EyeColor', one(EYES), true);
  add('HairColor', one(HAIR), false);
  add('EyeColor', one(/^(?:BROWN|BLUE|GREEN|HAZEL|GR[AE]Y)$/u), false);
  add('HairColor', one(/^(?:BROWN|BLACK|BLONDE?|GR[AE]Y|WHITE|BALD)$/u), false);
  add('Height', read('height', /^[3-7]\D{1,3}(?:0?\d|1[01])(?!\d)|\d\s?(?:cm|in)$/u), true);
  add('Weight', read('weight', /\d\s?(?:lbs?|kg)$/iu), true);
  add('Sex', one(/^[MF]$/u), false);
  add('Weight', one(/^(?:[89]\d|[123]\d\d)$/u), false);
}

/** The only letter of the page that may be a sex, or a word for one that stands alone or behind a word in another script. */
export function addSexAlone(drafts: Drafts, pieces: readonly Piece[], used: ReadonlySet<PlacedWord>): void {
  const found = pieces.flatMap(({ words }) => {
    const word = words.at(-1)!;
    const isAlone = words.length === 1 && (/^[MF]$/u.test(word.text) || (word.text.length > 2 && sexOf(word.text) !== undefined));
    return !used.has(word) && (isAlone || (words.length < 4 && /^(?:MALE|FEMALE)$/iu.test(word.text))) ? [word] : [];
  });
  const [word] = found;
  if (word === undefined || found.length > 1) return;
  drafts['Sex'] ??= derivedDraft({ type: 'string', value: sexOf(word.text)!.sex }, [word], 'position', 0.8);
}

function distanceOf(a: PlacedWord, b: PlacedWord): number {
  const height = Math.max(1e-6, a.box.bottom - a.box.top);
  return Math.abs(centerX(a.box) - centerX(b.box)) / (2.5 * height) + Math.abs(centerY(a.box) - centerY(b.box)) / height;
}

/** Letters and digits that are no date, code of a place or amount; captions and numbers before them may be glued. */
const NUMBER =
  /^(?:(?:\p{L}{2,4}|N)[°º.:#]+|4\p{L}?[-.:])?((?=(?:[^\d]*\d){4})[A-Z0-9]{1,13}(?:[-*/.][A-Z0-9]{1,10}){0,5}(?:\(\d\))?)[.,]?$/u;
/** Numbers of national registers and Russian passports in groups: 1234 5678 9012, 70 08 412337. */
const GROUPS = /^\d{2,6}$/u;
const MIN_LENGTH = 6;

/** The number of the document: among free words that look like one, the largest and the highest on the page. */
export function addNumber(drafts: Drafts, pieces: readonly Piece[], used: ReadonlySet<PlacedWord>): void {
  if (drafts['DocumentNumber'] !== undefined) return;
  const known = new Set(Object.values(drafts).flatMap(({ value }) => (typeof value.value === 'string' ? [value.value] : [])));
  let best: { draft: Draft; score: number } | undefined;
  const heights = pieces.map(({ height }) => height).sort((a, b) => a - b);
  const most = 1.7 * (heights[heights.length >> 1] ?? 0);
  for (const { words, height: size, box } of pieces.slice(0, 300)) {
    const height = Math.min(size, most);
    const groups = words.slice(-3);
    if (groups.length === 3 && groups.every((word) => GROUPS.test(word.text) && !used.has(word)) && !/\d/u.test(textOf(words.slice(0, -3))))
      if (best === undefined || height > best.score)
        best = { score: height - 0.02 * box.top, draft: derivedDraft({ type: 'string', value: textOf(groups) }, groups, 'position', 0.6) };
    words.forEach((word, i) => {
      const text = NUMBER.exec(word.text)?.[1];
      if (text === undefined || used.has(word) || known.has(text) || text.replace(/[^A-Z\d]/gu, '').length < MIN_LENGTH) return;
      if (
        /^\d{5}-\d{4}$/u.test(text) ||
        (text.length < 12 && dateValue([word], { locale: 'en-US' }) !== undefined) ||
        /[a-z]{3}/u.test(words[i + 1]?.text ?? '')
      )
        return;
      const score =
        height * word.confidence * (text.length > 16 ? 0.5 : 1) - 0.02 * box.top - (i === 0 || words[i - 1]!.text.length < 6 ? 0 : height);
      if (best === undefined || score > best.score) {
        const lead =
          /^\d{5,}$/u.test(text) && /^[A-Z]{2}$/u.test(words[i - 1]?.text ?? '') && !used.has(words[i - 1]!) ? [words[i - 1]!] : [];
        const value = textOf([...lead, { ...word, text }]);
        best = { score, draft: derivedDraft({ type: 'string', value }, [...lead, word], 'position', 0.6) };
      }
    });
  }
  if (best !== undefined) drafts['DocumentNumber'] = best.draft;
}

/** Letters and figures of a discriminator; no date, code of a place, phone or number of the document. */
const DISCRIMINATOR = /^(?=(?:\D*\d){6})[A-Z0-9][A-Z0-9/-]{9,29}$/u;

/** The discriminator of a North American license: what is left of long words with figures, if there is one. */
export function addDiscriminator(drafts: Drafts, pieces: readonly Piece[], used: ReadonlySet<PlacedWord>): void {
  if (drafts['DocumentDiscriminator'] !== undefined) return;
  const free = pieces
    .flatMap(({ words }) => words)
    .filter((word) => !used.has(word) && DISCRIMINATOR.test(word.text) && !/^\d{3}-\d{3}-\d{4}$|^\d{5}-\d{4}$/u.test(word.text));
  const [word] = free;
  if (word === undefined || free.length > 1 || dateValue([word], { locale: 'en-US' }) !== undefined) return;
  drafts['DocumentDiscriminator'] = derivedDraft({ type: 'string', value: word.text }, [word], 'position', 0.6);
}
