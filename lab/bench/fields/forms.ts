/**
 * Bench of tax forms, identity documents, cards and contracts: field F1 on generated pages, from the PDF's text and as
 * degraded scans read by OCR, compared with exact captions in the same run; precision of fields with a confidence of 0.9
 * or more; zones with OCR errors; real samples if present. Standalone: node lab/bench/fields/forms.ts [--documents 40]
 * [--degraded 5] [--seed 5000] [--only W-2,1098] [--worst] [--data FOLDER]. Seeds below 1000 were used in development.
 * Generators and models have the same author, so these figures do not cover layouts that nobody thought of.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { extractDocuments } from '../../../src/engines/documents/fields/extract.ts';
import type { Field, FoundDocument } from '../../../src/engines/documents/fields/field.ts';
import type { DocumentLayout, Item } from '../../../src/engines/documents/layout/model/structure.ts';
import { loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import type { Reader } from '../../../src/engines/documents/reading/ocr/reader.ts';
import type { Leaf, Score } from '../../training/documents/evaluation/compare.ts';
import { addLeaves, compare, f1, emptyScore } from '../../training/documents/evaluation/compare.ts';
import { SeededRandom } from '../../training/documents/seeded-random.ts';
import { layoutOf, degradedLayout } from '../../training/documents/evaluation/read-generated.ts';
import type { Generator } from '../../training/documents/generators/generators.ts';
import { GENERATORS } from '../../training/documents/generators/generators.ts';
import type { GeneratedPage } from '../../training/documents/generators/generated-page.ts';
import { travelDocument } from '../../training/documents/generators/travel-documents.ts';
import { extractByCaptions } from './forms-baseline.ts';

export interface FormsBenchOptions {
  data?: string;
  documents?: number;
  degraded?: number;
  seed?: number;
  only?: readonly string[];
  worst?: boolean;
}

const HOME = fileURLToPath(new URL('../../../../shared/data', import.meta.url));

export async function benchForms({
  data = HOME,
  documents = 40,
  degraded = 5,
  seed = 5000,
  only = [],
  worst = false,
}: FormsBenchOptions = {}): Promise<void> {
  let loaded: Promise<Reader> | undefined;
  const reader = (): Promise<Reader> => (loaded ??= loadReader());
  const high = { given: 0, right: 0 };
  const wanted = (name: string): boolean => only.length === 0 || only.includes(name);
  for (const generator of GENERATORS.filter(({ name }) => wanted(name))) {
    await benchGenerator(generator, 'clean', documents, seed, worst, (pdf) => layoutOf(pdf), high);
    await benchGenerator(
      generator,
      'degraded',
      degraded,
      seed,
      worst,
      async (pdf, own) => await degradedLayout(pdf, own, await reader()),
      high,
    );
  }
  if (only.length === 0 || only.includes('zones')) await benchZoneErrors(documents, seed);
  console.log(
    `fields with a confidence of 0.9 or more: ${String(high.given)}, correct ${(high.right / Math.max(1, high.given)).toFixed(3)} (bar 0.90)`,
  );
  if (only.length === 0 || only.includes('license')) await benchLicense(join(data, 'document', 'prebuilt'), reader);
  await (await loaded)?.close();
}

/** Leaves of each expected document compared with the best matching found one; further found documents count as errors. */
function compareDocuments(
  { documents, optionalFields }: GeneratedPage,
  found: readonly Pick<FoundDocument, 'fields'>[],
  layout: DocumentLayout,
): Leaf[] {
  const rest = [...found];
  const leaves = documents.flatMap(({ fields }) => {
    const fits = rest.map((single) => compare(single.fields, fields, layout, optionalFields));
    const rights = fits.map((own) => own.filter(({ right }) => right).length);
    const at = rights.indexOf(Math.max(...rights));
    if (at < 0) return compare({}, fields, layout, optionalFields);
    rest.splice(at, 1);
    return fits[at]!;
  });
  return [...leaves, ...rest.flatMap(({ fields }) => compare(fields, {}, layout, optionalFields))];
}

async function benchGenerator(
  { name, generate, bar }: Generator,
  condition: string,
  count: number,
  seed: number,
  worst: boolean,
  read: (pdf: Uint8Array, seed: number) => Promise<DocumentLayout>,
  high: { given: number; right: number },
): Promise<void> {
  if (count === 0) return;
  const [ours, plain, counts, types] = [emptyScore(), emptyScore(), { found: 0, expected: 0 }, { right: 0, all: 0 }];
  const byPath = new Map<string, Score>();
  for (let own = seed; own < seed + count; own++) {
    const generated = await generate(own);
    const layout = await read(generated.pdf, own);
    const found = extractDocuments(generated.modelId, layout);
    const leaves = compareDocuments(generated, found, layout);
    addLeaves(ours, leaves);
    addLeaves(plain, compareDocuments(generated, [{ fields: extractByCaptions(generated.modelId, layout) }], layout));
    counts.found += found.length;
    counts.expected += generated.documents.length;
    types.all += 1;
    types.right += Number(found[0]?.docType === generated.documents[0]!.docType);
    for (const leaf of leaves) {
      byPath.set(leaf.path, addLeaves(byPath.get(leaf.path) ?? emptyScore(), [leaf]));
      if (leaf.field !== undefined && leaf.field.confidence >= 0.9) {
        high.given += 1;
        high.right += Number(leaf.right);
      }
      if (worst && !leaf.right)
        console.log(
          `    seed ${String(own)} ${leaf.path}: ${leaf.field === undefined ? 'missing' : `${JSON.stringify(leaf.field.value)} at ${leaf.field.confidence.toFixed(2)}`}${leaf.isExpected ? '' : ' (not expected)'}`,
        );
    }
  }
  const lowest = [...byPath]
    .filter(([, { expected }]) => expected >= 3)
    .sort((a, b) => f1(a[1]) - f1(b[1]))
    .slice(0, 4)
    .filter(([, score]) => f1(score) < 0.995)
    .map(([path, score]) => `${path} ${f1(score).toFixed(2)}`)
    .join(' · ');
  console.log(
    `${name}, ${condition}: field F1 ${f1(ours).toFixed(3)}${bar === undefined ? '' : ` (bar ${bar.toFixed(2)} clean)`} · exact captions ${f1(plain).toFixed(3)} · ${String(counts.expected)} documents on ${String(count)} pages, ${String(counts.found)} found, document type ${(types.right / types.all).toFixed(2)}, ${String(ours.expected)} fields${lowest === '' ? '' : `\n  lowest: ${lowest}`}`,
  );
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  '<': 'KC',
  O: '0',
  0: 'O',
  I: '1',
  1: 'I',
  S: '5',
  5: 'S',
  B: '8',
  8: 'B',
  Z: '2',
  2: 'Z',
  G: '6',
};

/** Zones alone, with 3 % of the characters replaced by lookalikes. */
async function benchZoneErrors(count: number, seed: number): Promise<void> {
  const ours = emptyScore();
  for (let own = seed; own < seed + count; own++) {
    const generated = await travelDocument(own);
    const random = new SeededRandom(own + 7);
    const layout = await layoutOf(generated.pdf);
    const zones = layout.lines.filter(({ items }) =>
      items.some((i) => layout.items[i]!.kind === 'word' && /<</u.test((layout.items[i] as { text: string }).text)),
    );
    const ids = new Set(zones.flatMap(({ items }) => items));
    const items = layout.items.map((item, i): Item =>
      item.kind !== 'word' || !ids.has(i)
        ? item
        : {
            ...item,
            text: [...item.text]
              .map((letter) => (random.chance(0.03) && LOOKALIKES[letter] !== undefined ? random.pick([...LOOKALIKES[letter]]) : letter))
              .join(''),
          },
    );
    const alone: DocumentLayout = {
      ...layout,
      items,
      lines: zones,
      pages: layout.pages.map((page) => ({ ...page, lines: { from: 0, to: zones.length } })),
    };
    const { fields } = generated.documents[0]!;
    const wanted = Object.fromEntries(
      ['DocumentNumber', 'FirstName', 'LastName', 'DateOfBirth', 'DateOfExpiration', 'Sex', 'CountryRegion'].map((name) => [
        name,
        fields[name]!,
      ]),
    );
    const found = extractDocuments(generated.modelId, alone)[0]?.fields ?? {};
    addLeaves(ours, compare(Object.fromEntries(Object.entries(found).filter(([name]) => name in wanted)), wanted, alone));
  }
  console.log(`zones with 3 % lookalike errors: field F1 ${f1(ours).toFixed(3)} (${String(count)} zones, ${String(ours.expected)} fields)`);
}

/** The vendor's result for its sample license is the reference; the image was not used in development. */
async function benchLicense(folder: string, reader: () => Promise<Reader>): Promise<void> {
  const [image, answer] = [join(folder, 'DriverLicense.png'), join(folder, 'IDResult-DriverLicense.json')];
  if (!existsSync(image) || !existsSync(answer)) {
    console.log(`sample license: skipped, ${image} not found`);
    return;
  }
  const vendorFields = (
    JSON.parse(readFileSync(answer, 'utf8')) as {
      analyzeResult: {
        documentResults: {
          fields: Record<string, { text?: string; valueDate?: string; valueCountryRegion?: string; valueString?: string }>;
        }[];
      };
    }
  ).analyzeResult.documentResults[0]!.fields;
  const layout = await layoutOf(readFileSync(image), await reader());
  const found: Readonly<Record<string, Field | undefined>> = extractDocuments('prebuilt-idDocument', layout)[0]?.fields ?? {};
  const leaves = Object.entries(vendorFields).map(([name, { text, valueDate, valueCountryRegion, valueString }]) => {
    const field = found[name];
    const expected = valueDate ?? valueCountryRegion ?? valueString ?? text ?? '';
    return { name, field, right: field !== undefined && compare({ [name]: field }, { [name]: expected }, layout)[0]!.right };
  });
  for (const { name, field, right } of leaves)
    if (!right) console.log(`    sample license, ${name}: ${field === undefined ? 'missing' : JSON.stringify(field.value)}`);
  console.log(`sample license (a small photo): ${String(leaves.filter(({ right }) => right).length)} of ${String(leaves.length)} fields`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      documents: { type: 'string', default: '40' },
      degraded: { type: 'string', default: '5' },
      seed: { type: 'string', default: '5000' },
      only: { type: 'string', default: '' },
      worst: { type: 'boolean', default: false },
      data: { type: 'string', default: process.env['PERENNIAL_BENCH_DATA'] ?? HOME },
    },
  });
  await benchForms({
    data: values.data,
    documents: Number(values.documents),
    degraded: Number(values.degraded),
    seed: Number(values.seed),
    only: values.only.split(',').filter((name) => name !== ''),
    worst: values.worst,
  });
}
