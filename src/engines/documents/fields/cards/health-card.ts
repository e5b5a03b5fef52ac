/** US health insurance cards: captions with values beside, far right or below, copays by benefit, the insurer by its logo. */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { ConfidenceWeights } from '../confidence.ts';
import { confidenceOf } from '../confidence.ts';
import type { Field, FoundDocument } from '../field.ts';
import { arrayField, objectField } from '../captions/build-field.ts';
import type { CaptionMatch, FieldCaption } from '../captions/caption-matches.ts';
import { createCaptionMatcher } from '../captions/caption-matches.ts';
import type { CaptionPage } from '../captions/caption-values.ts';
import { createHeadingFinder } from '../captions/phrase-index.ts';
import { captionPage, valueWordsOf, wordsBelow } from '../captions/caption-values.ts';
import type { CaptionedDraft, Draft, Drafts } from '../captions/draft.ts';
import { assignDrafts, captionedDraft, derivedDraft, toField } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { pageText, rowsOfLines, textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import { pieceOf, piecesOf } from '../captions/pieces.ts';
import { addressOf } from '../values/addresses.ts';
import weights from '../../../../../weights/fields/cards.json' with { type: 'json' };
import type { Copay } from './copays.ts';
import { findCopays } from './copays.ts';
import data from './health-insurance-card.json' with { type: 'json' };
import type { HealthKind } from './health-values.ts';
import { healthValue } from './health-values.ts';
import { findInsurer } from './insurer.ts';

type Match = CaptionMatch<HealthKind>;
type Page = CaptionPage<HealthKind>;

const findCaptions = createCaptionMatcher(data.captions as unknown as readonly FieldCaption<HealthKind>[]);
const findManagers = createHeadingFinder({ Pbm: data.pharmacyManagers });
const WEIGHTS: { health: ConfidenceWeights; healthDocument: ConfidenceWeights } = weights;
const MAX_WORDS = 1500;
const MIN_FIELDS = 2;

export interface HealthDrafts {
  pages: number[];
  drafts: Drafts;
  copays: readonly Copay[];
  dependents: readonly Draft[];
}

/** Values with their evidence. All pages are one card, because a card has two sides. */
export function readHealthCard(layout: DocumentLayout): HealthDrafts {
  const drafts: Drafts = {};
  const lists: { copays: Copay[]; dependents: Draft[] } = { copays: [], dependents: [] };
  const pages: number[] = [];
  layout.pages.forEach((_, index) => {
    const { words, height } = pageText(layout, index);
    if (words.length === 0) return;
    pages.push(index);
    const rows = rowsOfLines(words.slice(0, MAX_WORDS).flatMap(splitWord));
    const page = captionPage<HealthKind>(
      rows,
      findCaptions(rows)
        .filter((match) => !isLogo(match, height))
        .map(ofPharmacy),
    );
    for (const [field, draft] of Object.entries(readCaptions(page))) if ((drafts[field]?.rank ?? 0) < draft.rank) drafts[field] = draft;
    if (lists.copays.length === 0) lists.copays = findCopays(rows);
    if (lists.dependents.length === 0) lists.dependents = findDependents(page);
    if (lists.dependents.length === 0) lists.dependents = numberedDependents(page, drafts['Member.Name']);
    const insurer = drafts['Insurer'] === undefined ? findInsurer(page, height) : undefined;
    if (insurer !== undefined) drafts['Insurer'] = insurer;
    const member = drafts['Member.Name'] === undefined ? nameWithoutCaption(page, drafts) : undefined;
    if (member !== undefined) drafts['Member.Name'] = member;
    const suffix = suffixOf(rows, drafts['Member.Name']);
    if (suffix !== undefined && drafts['Member.IdNumberSuffix'] === undefined) drafts['Member.IdNumberSuffix'] = suffix;
    const pbm = findManagers(rows).get('Pbm');
    if (pbm !== undefined) drafts['Pbm'] ??= derivedDraft({ type: 'string', value: textOf(pbm.words) }, pbm.words, 'known');
    const type = findPlanType(rows);
    if (type !== undefined && drafts['Plan.Type'] === undefined) drafts['Plan.Type'] = type;
    if (PLAN_TYPES.has(String(drafts['Plan.Name']?.value.value))) delete drafts['Plan.Name'];
    const plan = drafts['Plan.Name'] === undefined ? findPlanName(page, drafts) : undefined;
    if (plan !== undefined) drafts['Plan.Name'] = plan;
  });
  return { pages, drafts, ...lists };
}

export function extractHealthCards(layout: DocumentLayout): FoundDocument[] {
  const { pages, drafts, ...lists } = readHealthCard(layout);
  const fields = buildFields(drafts, lists);
  const names = Object.keys(data.fields).filter((path) => !path.includes('.') && fields[path] !== undefined);
  if (names.length < MIN_FIELDS) return [];
  return [
    {
      docType: data.docType,
      pages,
      fields: Object.fromEntries(names.map((name) => [name, fields[name]!])),
      confidence: confidenceOf(WEIGHTS.healthDocument, { fields: Math.min(1, names.length / 6) }),
    },
  ];
}

/** Large words without a colon are the name of a company. */
const isLogo = ({ box, colon }: Match, height: number): boolean => !colon && box.bottom - box.top > 1.5 * height;

/** `GRP` beside the other numbers for pharmacies is the group of these. */
function ofPharmacy(match: Match, _: number, all: readonly Match[]): Match {
  const { field } = match.caption;
  if (field !== 'GroupNumber' || !/^gr(?:ou)?p\b/iu.test(match.words[0]!.text) || match.words.length > 1) return match;
  // In another column it is the group of the member.
  const isBeside =
    !all.some(({ caption }) => caption.field === 'PrescriptionInfo.RxGrp') &&
    all.some(({ row, to, caption }) => row === match.row && to <= match.from && /Rx(?:BIN|PCN)$/u.test(caption.field));
  return isBeside ? { ...match, caption: { ...match.caption, field: 'PrescriptionInfo.RxGrp' } } : match;
}

/** A name directly above or below the number of the member. */
function nameWithoutCaption({ rows, taken }: Page, drafts: Drafts): Draft | undefined {
  const number = drafts['IdNumber'] ?? drafts['MedicareMedicaidInfo.Id'];
  if (number === undefined) return undefined;
  const used = new Set(Object.values(drafts).flatMap(({ words }) => [...words]));
  const at = pieceOf(number.words);
  const distance = ({ box }: Piece): number => Math.abs(box.top - at.box.top);
  const [piece] = piecesOf(rows, taken)
    .filter(
      ({ words, box }) =>
        words.length >= 2 &&
        words.length <= 4 &&
        words.every((word) => /^\p{Lu}[\p{L}'’.-]*$/u.test(word.text) && !used.has(word) && !COMPANY.has(word.text.toLowerCase())) &&
        Math.abs(box.top - at.box.top) < 5 * at.height,
    )
    .sort((a, b) => distance(a) - distance(b));
  return piece === undefined ? undefined : derivedDraft({ type: 'string', value: textOf(piece.words) }, piece.words, 'position', 0.5);
}

/** Words of insurers, plans and benefits. */
const COMPANY: ReadonlySet<string> = new Set(
  [...data.insurerWords, ...data.planTypes, ...data.benefits, ...data.planWords].flatMap((text) => text.toLowerCase().split(' ')),
);

/** Two figures directly before the name of the member. */
function suffixOf(rows: readonly (readonly PlacedWord[])[], name: Draft | undefined): Draft | undefined {
  const row = rows.find((own) => name !== undefined && own.includes(name.words[0]!));
  const word = row?.[row.indexOf(name!.words[0]!) - 1];
  return word !== undefined && /^0\d$/u.test(word.text)
    ? derivedDraft({ type: 'string', value: word.text }, [word], 'position')
    : undefined;
}

/** Rows below the member that start with the numbers 02, 03 and so on. */
function numberedDependents({ rows }: Page, member: Draft | undefined): Draft[] {
  if (member === undefined) return [];
  const bottom = Math.max(...member.words.map(({ box }) => box.bottom));
  return rows
    .filter((row) => row[0]!.box.top > bottom - 1e-6 && /^0[2-9]$/u.test(row[0]!.text))
    .flatMap((row) => splitNames(row).slice(0, 1))
    .map((own) => derivedDraft({ type: 'string', value: textOf(own) }, own, 'position'));
}

/** Splits RxBIN:610014 and ID#123. */
function splitWord(word: PlacedWord): PlacedWord[] {
  const match = /^(\p{L}[\p{L}.]+[:#]+)(?=[A-Z0-9])|^\p{L}+(?=\$\d)/u.exec(word.text);
  if (match === null || /^https?:/iu.test(word.text)) return [word];
  const [at, width] = [match[0].length, (word.box.right - word.box.left) / word.text.length];
  const middle = word.box.left + at * width;
  return [
    { ...word, text: word.text.slice(0, at), box: { ...word.box, right: middle } },
    { ...word, text: word.text.slice(at), box: { ...word.box, left: middle } },
  ];
}

function readCaptions(page: Page): Drafts {
  const candidates = page.matches.flatMap((match): CaptionedDraft[] => {
    const { field, kind } = match.caption;
    if (field === '-') return [];
    if (kind === 'address') return readAddress(match, page);
    return valueWordsOf(match, page).flatMap((own) => {
      const value = healthValue(kind, own.words);
      return value === undefined ? [] : [captionedDraft(field, match, own, value)];
    });
  });
  return assignDrafts(candidates).drafts;
}

function readAddress(match: Match, page: Page): CaptionedDraft[] {
  return valueWordsOf(match, page).flatMap((own) => {
    if (own.route === 'lower') return [];
    const below = wordsBelow({ ...match, box: { ...match.box, bottom: Math.max(...own.words.map(({ box }) => box.bottom)) } }, page, 4);
    const lines = own.route === 'below' ? wordsBelow(match, page, 5) : [[...own.words], ...below];
    for (let from = 0; from < Math.min(3, lines.length); from++)
      for (let count = 1; from + count <= lines.length && count <= 4; count++) {
        const rows = lines.slice(from, from + count);
        const value = addressOf(rows.map(textOf).join('\n'), { locale: 'en-US' });
        if (value?.postalCode === undefined || (value.road ?? value.poBox) === undefined) continue;
        return [
          captionedDraft(match.caption.field, match, own, { value: { type: 'address', value }, words: rows.flat(), shape: 1 - 0.2 * from }),
        ];
      }
    return [];
  });
}

/** Names separated by commas, or one a line, optionally numbered. */
function findDependents(page: Page): Draft[] {
  const match = page.matches.find(({ caption }) => caption.field === 'Dependents');
  if (match === undefined) return [];
  const right = valueWordsOf(match, page).filter(({ route }) => route === 'right' || route === 'far');
  const rows = [...right.map(({ words }) => words), ...wordsBelow(match, page, 8)];
  return rows
    .flatMap((row) => splitNames(row))
    .slice(0, 10)
    .map((own) => derivedDraft({ type: 'string', value: textOf(own).replace(/[,;]$/u, '') }, own, 'caption'));
}

function splitNames(words: readonly PlacedWord[]): PlacedWord[][] {
  const names: PlacedWord[][] = [[]];
  for (const word of words) {
    if (/^\d/u.test(word.text)) continue;
    if (!/^\p{L}[\p{L}'’.-]*[,;]?$/u.test(word.text)) break;
    names.at(-1)!.push(word);
    if (/[,;]$/u.test(word.text)) names.push([]);
  }
  return names.filter(({ length }) => length >= 2);
}

const PLAN_TYPES: ReadonlySet<string> = new Set(data.planTypes);

const PLAN_NAME_WORDS: ReadonlySet<string> = new Set([...data.planNameWords, ...data.planTypes.map((type) => type.toLowerCase())]);

/** A line of its own with a word of plans, such as `Evergreen Choice Plus`, that is nothing else. */
function findPlanName({ rows, taken }: Page, drafts: Drafts): Draft | undefined {
  const used = new Set(Object.entries(drafts).flatMap(([field, { words }]) => (field === 'Plan.Type' ? [] : [...words])));
  const piece = piecesOf(rows, taken).find(
    ({ words }) =>
      words.length >= 2 &&
      words.length <= 6 &&
      words.every((word) => !used.has(word) && /^[\p{Lu}\d][\p{L}\d&+-]*$/u.test(word.text)) &&
      words.some(({ text }) => PLAN_NAME_WORDS.has(text.toLowerCase())),
  );
  return piece === undefined ? undefined : derivedDraft({ type: 'string', value: textOf(piece.words) }, piece.words, 'position', 0.5);
}

function findPlanType(rows: readonly (readonly PlacedWord[])[]): Draft | undefined {
  const word = rows.flat().find(({ text }) => PLAN_TYPES.has(text.replace(/[.,)(]/gu, '')));
  return word === undefined ? undefined : derivedDraft({ type: 'string', value: word.text.replace(/[.,)(]/gu, '') }, [word], 'known');
}

function buildFields(
  drafts: Drafts,
  { copays, dependents }: { copays: readonly Copay[]; dependents: readonly Draft[] },
): Record<string, Field> {
  const field = (draft: Draft): Field => toField(draft, WEIGHTS.health);
  const fields: Record<string, Field> = {};
  const parts: Record<string, Record<string, Field>> = {};
  for (const [path, draft] of Object.entries(drafts)) {
    const [name, part] = path.split('.') as [string, string?];
    if (name === 'IdNumber') parts['IdNumber'] = splitMemberId(draft, field);
    else if (part === undefined) fields[name] = field(draft);
    else (parts[name] ??= {})[part] = field(draft);
  }
  for (const [name, own] of Object.entries(parts)) fields[name] = objectField(own);
  if (dependents.length > 0) fields['Dependents'] = arrayField(dependents.map((draft) => objectField({ Name: field(draft) })));
  if (copays.length > 0)
    fields['Copays'] = arrayField(
      copays.map(({ benefit, amount }) =>
        objectField({ ...(benefit !== undefined && { Benefit: field(benefit) }), Amount: field(amount) }),
      ),
    );
  return fields;
}

/** Three letters before digits are the prefix. */
function splitMemberId(draft: Draft, field: (draft: Draft) => Field): Record<string, Field> {
  const text = typeof draft.value.value === 'string' ? draft.value.value : '';
  const match = /^([A-Z]{3})[\s-]?(\d[\dA-Z -]{4,})$/u.exec(text.replace(/^([A-Z]{1,2}) (?=[A-Z]{1,2}\d)/u, '$1'));
  if (match === null) return { Number: field(draft) };
  const part = (value: string): Draft => ({ ...draft, value: { type: 'string', value } });
  return { Prefix: field(part(match[1]!)), Number: field(part(match[2]!)) };
}
