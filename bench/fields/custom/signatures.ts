/**
 * Signatures labelled as regions, located by models of both modes on generated forms, and whether they are signed. Test
 * forms are like the training forms, have individual layouts, belong to an unseen variant, or are scans.
 */
import { extract } from '../../../src/engines/forms/extract.ts';
import type { InkMap } from '../../../src/engines/forms/signatures/ink-map.ts';
import { buildInkMap } from '../../../src/engines/forms/signatures/ink-map.ts';
import { formFromLayout } from '../../../src/engines/forms/form/form.ts';
import { labelForm } from '../../../src/engines/forms/form/labelled-form.ts';
import type { LabelledForm } from '../../../src/engines/forms/form/labelled-form.ts';
import { readLabelsFile } from '../../../src/engines/forms/files/labels-file.ts';
import type { FormsModel, Mode } from '../../../src/engines/forms/model.ts';
import { readFieldsFile } from '../../../src/engines/forms/files/fields-file.ts';
import { trainForms } from '../../../src/engines/forms/train.ts';
import { layoutDocument } from '../../../src/engines/layout/layout-document.ts';
import { layoutPage } from '../../../src/engines/layout/layout-page.ts';
import type { DocumentLayout } from '../../../src/engines/layout/model/structure.ts';
import type { Reader } from '../../../src/engines/reading/ocr/reader.ts';
import type { Box } from '../../../src/engines/reading/model/page.ts';
import { readDocument } from '../../../src/engines/reading/read-document.ts';
import { HEIGHT, WIDTH } from '../../layout/canvas.ts';
import { familyOf } from './form-family.ts';
import type { MadeForm } from './form-family.ts';
import { scanned } from './read-samples.ts';
import type { MadeSignature } from './draw-signatures.ts';

interface Kind { title: string; shuffled: boolean; built: (i: number) => number[]; others: (i: number) => number[]; isScan?: boolean; wordings?: readonly [built: readonly (0 | 1 | 2)[], others: readonly (0 | 1 | 2)[]] }

const ALL = [0, 1, 2, 3, 4, 0];
const KINDS: readonly Kind[] = [
  { title: 'five variants', shuffled: false, built: () => ALL, others: () => [0, 1, 2, 3, 4] },
  { title: 'built of one variant, others of it', shuffled: false, built: (i) => ALL.map(() => i % 5), others: (i) => Array.from({ length: 5 }, () => i % 5) },
  { title: 'a layout of its own for every form', shuffled: true, built: () => ALL, others: () => [0, 1, 2, 3, 4] },
  { title: 'built of four variants, five forms of the fifth', shuffled: false, built: (i) => [1, 2, 3, 4, 1, 2].map((step) => (i + step) % 5), others: (i) => Array.from({ length: 5 }, () => i % 5) },
  { title: 'captions in two wordings, five forms with a third', shuffled: true, built: () => ALL, others: () => [0, 1, 2, 3, 4], wordings: [[0, 1], [2]] },
  { title: 'five variants, others as scans', shuffled: false, built: () => ALL, others: () => [0, 1, 2, 3, 4], isScan: true },
];

interface Tally { all: number; found: number; placed: number; right: number; signed: number; confident: number; sureRight: number }

export async function benchSignatures(families: number, seed: number, reader: Reader, tell: boolean): Promise<void> {
  for (const kind of KINDS) {
    const tallies: Record<Mode, Tally> = { template: none(), neural: none() };
    const count = kind.isScan === true ? Math.min(2, families) : families;
    for (let i = 0; i < count; i++) {
      const family = familyOf(seed + i, kind.shuffled, true);
      const schema = readFieldsFile(family.fields);
      const [built, others] = [await family.forms(kind.built(i), (seed + i) * 10, kind.wordings?.[0]), await family.forms(kind.others(i), (seed + i) * 10 + 1, kind.wordings?.[1])];
      const labelled: LabelledForm[] = [];
      for (const { bytes, labels } of built) labelled.push(labelForm(formFromLayout((await read(bytes, reader)).layout), readLabelsFile(labels), schema));
      const models = new Map<Mode, FormsModel>((['template', 'neural'] as const).map((mode) => [mode, trainForms(labelled, schema, mode)]));
      for (const [n, form] of others.entries()) {
        const { layout, ink } = await read(kind.isScan === true ? await scanned(form.bytes, 0.4 * (n - 2)) : form.bytes, reader);
        for (const [mode, model] of models) tally(tallies[mode], form, layout, extract(model, layout, { ink })[0]!.fields, tell ? (line) => console.log(`      ${mode} ${kind.title} ${seed + i}-${n} ${line}`) : undefined);
      }
    }
    console.log(`signatures, ${kind.title}: ${count} families`);
    for (const [mode, { all, found, placed, right, signed, confident, sureRight }] of Object.entries(tallies)) console.log(`  ${mode}: of ${all} (${signed} signed) found ${found}, in their place ${(placed / all).toFixed(3)}, in place and right whether signed ${(right / all).toFixed(3)} · given with 0.8 and more: ${confident}, right ${(sureRight / Math.max(1, confident)).toFixed(3)}`);
  }
}

const none = (): Tally => ({ all: 0, found: 0, placed: 0, right: 0, signed: 0, confident: 0, sureRight: 0 });

async function read(bytes: Uint8Array, ocr: Reader): Promise<{ layout: DocumentLayout; ink: (InkMap | undefined)[] }> {
  const pages: ReturnType<typeof layoutPage>[] = [];
  const ink: (InkMap | undefined)[] = [];
  await readDocument(bytes, {
    ocr, features: { handwriting: true, images: true },
    onPage: (seen) => {
      pages.push(layoutPage(seen, { tables: false, marks: true, figures: false, keyValuePairs: false }));
      ink.push(buildInkMap(seen));
    },
  });
  return { layout: layoutDocument(pages), ink };
}

type Fields = ReturnType<typeof extract>[number]['fields'];

function tally(sum: Tally, { signatures }: MadeForm, layout: DocumentLayout, fields: Fields, tell?: (line: string) => void): void {
  const { geometry } = layout.pages[0]!;
  for (const { name, region, isSigned } of signatures) {
    sum.all++;
    if (isSigned) sum.signed++;
    const field = fields[name];
    const box = field?.regions?.[0]?.box;
    if (field !== undefined) sum.found++;
    const isPlaced = box !== undefined && isThere(inPoints(box, geometry!), region);
    const isRight = isPlaced && field?.value === (isSigned ? 'signed' : 'unsigned');
    if (isPlaced) sum.placed++;
    if (isRight) sum.right++;
    if (field !== undefined && field.confidence >= 0.8) {
      sum.confident++;
      if (isRight) sum.sureRight++;
    }
    if (!isRight) tell?.(`${name} ${isSigned ? 'signed' : 'unsigned'} at ${rounded(region)} | ${field === undefined ? '–' : `${String(field.value)} at ${box === undefined ? '–' : rounded(inPoints(box, geometry!))} (${field.confidence.toFixed(2)})`}`);
  }
}

const inPoints = ({ left, top, right, bottom }: Box, { width, height }: { width: number; height: number }): Box => ({ left: (left / width) * WIDTH, right: (right / width) * WIDTH, top: (top / height) * HEIGHT, bottom: (bottom / height) * HEIGHT });

const rounded = ({ left, top, right, bottom }: Box): string => [left, top, right, bottom].map((value) => value.toFixed(0)).join(' ');

/** Each box covers at least half of the other. */
function isThere(found: Box, { left, top, right, bottom }: MadeSignature['region']): boolean {
  const wide = Math.min(found.right, right) - Math.max(found.left, left);
  const high = Math.min(found.bottom, bottom) - Math.max(found.top, top);
  const area = (box: Box): number => (box.right - box.left) * (box.bottom - box.top);
  return wide > 0 && high > 0 && wide * high >= 0.5 * Math.max(area(found), area({ left, top, right, bottom }));
}
