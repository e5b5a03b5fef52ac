/**
 * Tax forms, identity documents, cards and contracts: field F1 on sheets that are made up here, by the file's own words
 * and as spoiled pictures read by OCR, beside exact captions with what follows them in the same run; how often fields
 * given with 0.9 or more are right; zones with slips of reading; real samples where they are at hand.
 * Alone: node bench/fields/forms.ts [--documents 40] [--degraded 5] [--seed 5000] [--only W-2,1098] [--worst] [--data FOLDER].
 * Seeds below 1000 were looked at while the models were made. The makers and the models have one author: what these
 * figures cannot show is how forms look that nobody here thought of.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { extractDocuments } from '../../src/engines/fields/extract.ts';
import type { Field, FoundDocument } from '../../src/engines/fields/field.ts';
import type { DocumentLayout, Item } from '../../src/engines/layout/model/structure.ts';
import { loadReader } from '../../src/engines/runtime/reading/load-reader.ts';
import type { Reader } from '../../src/engines/reading/ocr/reader.ts';
import type { Leaf, Score } from '../../training/documents/evaluation/compare.ts';
import { addLeaves, compare, f1, noScore } from '../../training/documents/evaluation/compare.ts';
import { Dice } from '../../training/documents/generators/seeded-random.ts';
import { layoutOf, spoiledLayout } from '../../training/documents/evaluation/read-generated.ts';
import type { Maker } from '../../training/documents/generators/generators.ts';
import { MAKERS } from '../../training/documents/generators/generators.ts';
import type { MadeUpSheet } from '../../training/documents/generators/generated-page.ts';
import { travelDocument } from '../../training/documents/generators/travel-documents.ts';
import { byCaptions } from './forms-baseline.ts';

export interface OthersOptions { data?: string; documents?: number; degraded?: number; seed?: number; only?: readonly string[]; worst?: boolean }

const HOME = fileURLToPath(new URL('../../../shared/data', import.meta.url));

export async function otherModelsBench({ data = HOME, documents = 40, degraded = 5, seed = 5000, only = [], worst = false }: OthersOptions = {}): Promise<void> {
  let loaded: Promise<Reader> | undefined;
  const reader = (): Promise<Reader> => loaded ??= loadReader();
  const high = { given: 0, right: 0 };
  const wanted = (name: string): boolean => only.length === 0 || only.includes(name);
  for (const maker of MAKERS.filter(({ name }) => wanted(name))) {
    await benchMaker(maker, 'clean', documents, seed, worst, (pdf) => layoutOf(pdf), high);
    await benchMaker(maker, 'spoiled, by OCR', degraded, seed, worst, async (pdf, own) => await spoiledLayout(pdf, own, await reader()), high);
  }
  if (only.length === 0 || only.includes('slips')) await benchSlips(documents, seed);
  console.log(`of ${String(high.given)} fields given with 0.9 or more, ${(high.right / Math.max(1, high.given)).toFixed(3)} are right (bar 0.90)`);
  if (only.length === 0 || only.includes('licence')) await benchLicence(join(data, 'document', 'prebuilt'), reader);
  await (await loaded)?.close();
}

/** The leaves of each true document, beside the found one that fits it best; what was found beyond that counts against it. */
function leavesOf({ documents, open }: MadeUpSheet, found: readonly Pick<FoundDocument, 'fields'>[], layout: DocumentLayout): Leaf[] {
  const rest = [...found];
  const leaves = documents.flatMap(({ fields }) => {
    const fits = rest.map((one) => compare(one.fields, fields, layout, open));
    const rights = fits.map((own) => own.filter(({ right }) => right).length);
    const at = rights.indexOf(Math.max(...rights));
    if (at < 0) return compare({}, fields, layout, open);
    rest.splice(at, 1);
    return fits[at]!;
  });
  return [...leaves, ...rest.flatMap(({ fields }) => compare(fields, {}, layout, open))];
}

async function benchMaker({ name, make, bar }: Maker, way: string, count: number, seed: number, worst: boolean, read: (pdf: Uint8Array, seed: number) => Promise<DocumentLayout>, high: { given: number; right: number }): Promise<void> {
  if (count === 0) return;
  const [ours, plain, countOccurrences, types] = [noScore(), noScore(), { found: 0, there: 0 }, { right: 0, all: 0 }];
  const byPath = new Map<string, Score>();
  for (let own = seed; own < seed + count; own++) {
    const made = await make(own);
    const layout = await read(made.pdf, own);
    const found = extractDocuments(made.modelId, layout);
    const leaves = leavesOf(made, found, layout);
    addLeaves(ours, leaves);
    addLeaves(plain, leavesOf(made, [{ fields: byCaptions(made.modelId, layout) }], layout));
    countOccurrences.found += found.length;
    countOccurrences.there += made.documents.length;
    types.all += 1;
    types.right += Number(found[0]?.docType === made.documents[0]!.docType);
    for (const leaf of leaves) {
      byPath.set(leaf.path, addLeaves(byPath.get(leaf.path) ?? noScore(), [leaf]));
      if (leaf.field !== undefined && leaf.field.confidence >= 0.9) {
        high.given += 1;
        high.right += Number(leaf.right);
      }
      if (worst && !leaf.right) console.log(`    seed ${String(own)} ${leaf.path}: ${leaf.field === undefined ? 'not given' : `${JSON.stringify(leaf.field.value)} at ${leaf.field.confidence.toFixed(2)}`}${leaf.there ? '' : ' (not there)'}`);
    }
  }
  const lowest = [...byPath].filter(([, { there }]) => there >= 3).sort((a, b) => f1(a[1]) - f1(b[1])).slice(0, 4).filter(([, score]) => f1(score) < 0.995).map(([path, score]) => `${path} ${f1(score).toFixed(2)}`).join(' · ');
  console.log(`${name}, ${way}: field F1 ${f1(ours).toFixed(3)}${bar === undefined ? '' : ` (bar ${bar.toFixed(2)} clean)`} · exact captions ${f1(plain).toFixed(3)} · ${String(countOccurrences.there)} documents on ${String(count)} sheets, ${String(countOccurrences.found)} found, type right ${(types.right / types.all).toFixed(2)}, ${String(ours.there)} fields${lowest === '' ? '' : `\n  lowest: ${lowest}`}`);
}

const SLIPS: Readonly<Record<string, string>> = { '<': 'KC', O: '0', 0: 'O', I: '1', 1: 'I', S: '5', 5: 'S', B: '8', 8: 'B', Z: '2', 2: 'Z', G: '6' };

/** Zones alone, with three letters in a hundred read as their lookalikes. */
async function benchSlips(count: number, seed: number): Promise<void> {
  const ours = noScore();
  for (let own = seed; own < seed + count; own++) {
    const made = await travelDocument(own);
    const random = new Dice(own + 7);
    const layout = await layoutOf(made.pdf);
    const zones = layout.lines.filter(({ items }) => items.some((i) => layout.items[i]!.kind === 'word' && /<</u.test((layout.items[i] as { text: string }).text)));
    const ids = new Set(zones.flatMap(({ items }) => items));
    const items = layout.items.map((item, i): Item => item.kind !== 'word' || !ids.has(i) ? item : { ...item, text: [...item.text].map((letter) => random.chance(0.03) && SLIPS[letter] !== undefined ? random.pick([...SLIPS[letter]]) : letter).join('') });
    const alone: DocumentLayout = { ...layout, items, lines: zones, pages: layout.pages.map((page) => ({ ...page, lines: { from: 0, to: zones.length } })) };
    const { fields } = made.documents[0]!;
    const wanted = Object.fromEntries(['DocumentNumber', 'FirstName', 'LastName', 'DateOfBirth', 'DateOfExpiration', 'Sex', 'CountryRegion'].map((name) => [name, fields[name]!]));
    const found = extractDocuments(made.modelId, alone)[0]?.fields ?? {};
    addLeaves(ours, compare(Object.fromEntries(Object.entries(found).filter(([name]) => name in wanted)), wanted, alone));
  }
  console.log(`zones alone, three letters in a hundred read as lookalikes: field F1 ${f1(ours).toFixed(3)} (${String(count)} zones, ${String(ours.there)} fields)`);
}

/** The vendor's answer for its sample licence is the truth; the picture was not looked at while the model was made, its answer once. */
async function benchLicence(folder: string, reader: () => Promise<Reader>): Promise<void> {
  const [picture, answer] = [join(folder, 'DriverLicense.png'), join(folder, 'IDResult-DriverLicense.json')];
  if (!existsSync(picture) || !existsSync(answer)) {
    console.log(`sample licence: skipped, there is no ${picture}`);
    return;
  }
  const said = (JSON.parse(readFileSync(answer, 'utf8')) as { analyzeResult: { documentResults: { fields: Record<string, { text?: string; valueDate?: string; valueCountryRegion?: string; valueString?: string }> }[] } }).analyzeResult.documentResults[0]!.fields;
  const layout = await layoutOf(readFileSync(picture), await reader());
  const found: Readonly<Record<string, Field | undefined>> = extractDocuments('prebuilt-idDocument', layout)[0]?.fields ?? {};
  const leaves = Object.entries(said).map(([name, { text, valueDate, valueCountryRegion, valueString }]) => {
    const field = found[name];
    const truth = valueDate ?? valueCountryRegion ?? valueString ?? text ?? '';
    return { name, field, right: field !== undefined && compare({ [name]: field }, { [name]: truth }, layout)[0]!.right };
  });
  for (const { name, field, right } of leaves) if (!right) console.log(`    sample licence, ${name}: ${field === undefined ? 'not given' : JSON.stringify(field.value)}`);
  console.log(`sample licence (a small photo): ${String(leaves.filter(({ right }) => right).length)} of ${String(leaves.length)} fields`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { documents: { type: 'string', default: '40' }, degraded: { type: 'string', default: '5' }, seed: { type: 'string', default: '5000' }, only: { type: 'string', default: '' }, worst: { type: 'boolean', default: false }, data: { type: 'string', default: process.env['PERENNIAL_BENCH_DATA'] ?? HOME } } });
  await otherModelsBench({ data: values.data, documents: Number(values.documents), degraded: Number(values.degraded), seed: Number(values.seed), only: values.only.split(',').filter((name) => name !== ''), worst: values.worst });
}
