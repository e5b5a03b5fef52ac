/**
 * Fits the confidences of identity documents, health cards and business cards (weights/fields/identity.json, cards.json): the evidence
 * for every value, and whether the value is right, on generated pages (with misread letters, and as small blurred images read
 * by OCR) and on labeled images. Run: node lab/training/documents/identity-and-cards.ts [--pages 8] [--cache FOLDER] [--labeled FILE].
 * The file has, by path of an image, its model and its fields.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { cachedReader } from '../../bench/fields/real/cached-reader.ts';
import { readBusinessCards } from '../../../src/engines/documents/fields/cards/business-card.ts';
import { readHealthCard } from '../../../src/engines/documents/fields/cards/health-card.ts';
import type { Draft } from '../../../src/engines/documents/fields/captions/draft.ts';
import { toValue } from '../../../src/engines/documents/fields/captions/draft.ts';
import { pageText } from '../../../src/engines/documents/fields/captions/page-text.ts';
import { ID_LEXICON } from '../../../src/engines/documents/fields/identity/lexicon.ts';
import { readPage } from '../../../src/engines/documents/fields/identity/read-page.ts';
import type { DocumentLayout, Item } from '../../../src/engines/documents/layout/model/structure.ts';
import { LIMITS } from '../../../src/engines/documents/reading/model/limits.ts';
import { PdfDocument } from '../../../src/engines/documents/reading/pdf/document.ts';
import { readPageContent } from '../../../src/engines/documents/reading/pdf/page-content.ts';
import { loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import { isRight } from './evaluation/compare.ts';
import type { ExpectedValue } from './evaluation/expected-fields.ts';
import { layoutOf } from './evaluation/read-generated.ts';
import type { ConfidenceSample } from './fit-confidence.ts';
import { fitConfidence } from './fit-confidence.ts';
import { GENERATORS } from './generators/generators.ts';
import { SeededRandom } from './seeded-random.ts';

type Expected = Readonly<Record<string, unknown>>;
type Family = 'identity' | 'health' | 'business';
interface Document {
  family: Family;
  docType?: string;
  expected: Expected;
  layout: DocumentLayout;
  /** Fields without an expected value are not judged. */
  isPartial: boolean;
}

const FAMILIES: Readonly<Record<string, Family>> = {
  'documents with a zone': 'identity',
  'driver licenses': 'identity',
  'social security cards': 'identity',
  'health insurance cards': 'health',
  'business cards': 'business',
};
const MODELS: Readonly<Record<string, Family>> = {
  'prebuilt-idDocument': 'identity',
  'prebuilt-healthInsuranceCard.us': 'health',
  'prebuilt-businessCard': 'business',
};
/** Seeds of the bench start at 5000. */
const FIRST_SEED = 100;
const TEXTS_PER_IMAGE = 3;

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '8' }, cache: { type: 'string' }, labeled: { type: 'string' } },
});
const reader = values.cache === undefined ? await loadReader() : cachedReader(values.cache, loadReader);
const samples: Record<Family, ConfidenceSample[]> = { identity: [], health: [], business: [] };
const documents: Record<Family, ConfidenceSample[]> = { identity: [], health: [], business: [] };
for (const { name, generate } of GENERATORS.filter((generator) => generator.name in FAMILIES))
  for (let i = 0; i < (1 + TEXTS_PER_IMAGE) * Number(values.pages); i++) {
    const { pdf, documents: own } = await generate(FIRST_SEED + i);
    const isImage = i % (1 + TEXTS_PER_IMAGE) === 0;
    const layout = isImage ? await layoutOf(await smallImage(pdf, i), reader) : withMisreadWords(await layoutOf(pdf), i);
    judge({ family: FAMILIES[name]!, docType: own[0]!.docType, expected: own[0]!.fields, layout, isPartial: false });
  }
if (values.labeled !== undefined)
  for (const [path, { model, docType, fields }] of Object.entries(
    JSON.parse(readFileSync(values.labeled, 'utf8')) as Record<string, { model: string; docType?: string; fields: Expected }>,
  ))
    judge({ family: MODELS[model]!, docType, expected: fields, layout: await layoutOf(readFileSync(path), reader), isPartial: true });
await reader.close();

for (const [family, own] of Object.entries(samples))
  console.log(`${family}: ${String(own.length)} values, ${String(own.filter(({ right }) => !right).length)} wrong`);
write('identity', { fields: fitConfidence(samples.identity), type: fitConfidence(documents.identity) });
write('cards', {
  health: fitConfidence(samples.health),
  healthDocument: fitConfidence(documents.health),
  business: fitConfidence(samples.business),
  businessDocument: fitConfidence(documents.business),
});

function write(name: string, weights: unknown): void {
  writeFileSync(new URL(`../../../weights/fields/${name}.json`, import.meta.url), `${JSON.stringify(weights, null, 2)}\n`);
}

/** A page as a camera of low resolution sees it. */
async function smallImage(pdf: Uint8Array, seed: number): Promise<Uint8Array> {
  const random = new SeededRandom(seed + 31);
  const document = await PdfDocument.open(pdf, LIMITS);
  try {
    const { width, height, data } = document.withPage(
      1,
      (page) => readPageContent(page, 1, { ocr: false, renderDpi: random.integer(60, 110) }).image!,
    );
    const noise = random.between(0, 45);
    const raw = new Uint8Array(width * height);
    for (let i = 0; i < raw.length; i++)
      raw[i] = Math.max(0, Math.min(255, 50 + (data[i]! / 255) * 180 + (random.next() - 0.5) * 2 * noise));
    const image = sharp(raw, { raw: { width, height, channels: 1 } })
      .blur(random.between(0.5, 1.4))
      .rotate(random.between(-2, 2), { background: '#e6e6e6' });
    return new Uint8Array(
      await image
        .toColourspace('b-w')
        .jpeg({ quality: random.integer(40, 80) })
        .toBuffer(),
    );
  } finally {
    document.close();
  }
}

/**
 * Misread words and confidences as they occur on the patterned ground of real documents: one word in eight is wrong, and wrong
 * words have any confidence, right ones mostly a high one.
 */
function withMisreadWords(layout: DocumentLayout, seed: number): DocumentLayout {
  const random = new SeededRandom(seed + 57);
  const items = layout.items.map((item): Item => {
    if (item.kind !== 'word') return item;
    if (!random.chance(0.12)) return { ...item, confidence: random.chance(0.8) ? random.between(0.9, 1) : random.between(0.4, 0.9) };
    const at = random.integer(0, item.text.length - 1);
    const text = item.text.slice(0, at) + (random.chance(0.3) ? '' : random.pick([...'EFI1lO08BS5ZT7cno'])) + item.text.slice(at + 1);
    return { ...item, text: text === '' ? item.text : text, confidence: random.between(0.2, 0.97) };
  });
  return { ...layout, items };
}

function judge({ family, docType, expected, layout, isPartial }: Document): void {
  const add = (path: string, draft: Draft, value: unknown): void => {
    if (value === undefined && isPartial) return;
    const right = value !== undefined && isRight(path, toValue(draft), value as ExpectedValue, layout);
    samples[family].push({ evidence: draft.evidence, right });
  };
  if (family === 'identity') judgeIdentity(expected, docType, layout, add);
  else if (family === 'health') judgeHealth(expected, layout, add);
  else judgeBusiness(expected, layout, add);
}

type Add = (path: string, draft: Draft, value: unknown) => void;

function judgeIdentity(expected: Expected, docType: string | undefined, layout: DocumentLayout, add: Add): void {
  const { type, drafts, zone } = readPage(pageText(layout, 0), {});
  const schema = ID_LEXICON.docTypes[type.name]!;
  const optional = new Set(['DocumentType', 'PersonalNumber', 'IssuingAuthority', 'Nationality', 'MiddleName']);
  const names = Object.keys(drafts).filter((name) => name in schema);
  for (const name of names) if (!optional.has(name) || name in expected) add(name, drafts[name]!, expected[name]);
  const count = names.filter((name) => name !== 'CountryRegion' && name !== 'Region').length;
  documents.identity.push({
    evidence: {
      score: Math.min(1, type.score / 10),
      margin: Math.min(1, type.margin / 5),
      fields: Math.min(1, count / 8),
      ...(zone !== undefined && { zone: 1 }),
    },
    right: docType === undefined || docType === type.name,
  });
}

function judgeHealth(expected: Expected, layout: DocumentLayout, add: Add): void {
  const { drafts, copays, dependents } = readHealthCard(layout);
  for (const [path, draft] of Object.entries(drafts)) {
    if (path === 'IdNumber') {
      const parts = expected['IdNumber'] as { Prefix?: string; Number?: string } | undefined;
      add(path, draft, parts === undefined ? undefined : `${parts.Prefix ?? ''}${parts.Number ?? ''}`);
    } else
      add(
        path,
        draft,
        path.split('.').reduce<unknown>((value, name) => (value as Expected | undefined)?.[name], expected),
      );
  }
  const wanted = (expected['Copays'] ?? []) as { Benefit: string; Amount: number }[];
  copays.forEach(({ benefit, amount }, i) => {
    if (benefit !== undefined) add('Benefit', benefit, wanted[i]?.Benefit);
    add('Amount', amount, wanted[i]?.Amount);
  });
  if (dependents.length > 0) for (const draft of dependents) add('Name', draft, undefined);
  documents.health.push({ evidence: { fields: Math.min(1, Object.keys(drafts).length / 6) }, right: true });
}

function judgeBusiness(expected: Expected, layout: DocumentLayout, add: Add): void {
  const cards = readBusinessCards(layout, 0, {});
  documents.business.push({ evidence: { fields: Math.min(1, Object.keys(cards[0]?.drafts ?? {}).length / 6) }, right: cards.length === 1 });
  for (const [path, drafts] of Object.entries(cards[0]?.drafts ?? {}))
    drafts.forEach((draft, i) => {
      add(path, draft, (expected[path] as readonly unknown[] | undefined)?.[i]);
    });
  const names = (expected['ContactNames'] ?? []) as { FirstName: string; LastName: string }[];
  cards[0]?.names.forEach(({ first, last }, i) => {
    if (first !== undefined) add('FirstName', first, names[i]?.FirstName);
    if (last !== undefined) add('LastName', last, names[i]?.LastName);
  });
}
