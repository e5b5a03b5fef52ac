/**
 * Signatures labeled as regions, located on generated forms, and whether they are signed. Test
 * forms are like the training forms, have individual layouts, belong to an unseen variant, or are scans.
 */
import { extract } from '../../../../src/engines/documents/forms/extract.ts';
import type { InkMap } from '../../../../src/engines/documents/forms/signatures/ink-map.ts';
import { buildInkMap } from '../../../../src/engines/documents/forms/signatures/ink-map.ts';
import { formFromLayout } from '../../../../src/engines/documents/forms/form/form.ts';
import { labelForm } from '../../../../src/engines/documents/forms/labels/labeled-form.ts';
import type { LabeledForm } from '../../../../src/engines/documents/forms/labels/labeled-form.ts';
import { readLabelsFile } from '../../../../src/engines/documents/forms/files/labels-file.ts';
import { readFieldsFile } from '../../../../src/engines/documents/forms/files/fields-file.ts';
import { trainForms } from '../../../../src/engines/documents/forms/train.ts';
import { layoutDocument } from '../../../../src/engines/documents/layout/layout-document.ts';
import { layoutPage } from '../../../../src/engines/documents/layout/layout-page.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import type { Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';
import type { Box } from '../../../../src/engines/documents/reading/model/page.ts';
import { readDocument } from '../../../../src/engines/documents/reading/read-document.ts';
import { HEIGHT, WIDTH } from '../../layout/canvas.ts';
import { createFamily } from './form-family.ts';
import type { GeneratedForm } from './form-family.ts';
import { simulateScan } from './read-samples.ts';
import type { GeneratedSignature } from './draw-signatures.ts';

interface TestCase {
  title: string;
  shuffled: boolean;
  trained: (i: number) => number[];
  others: (i: number) => number[];
  isScan?: boolean;
  wordings?: readonly [trained: readonly (0 | 1 | 2)[], others: readonly (0 | 1 | 2)[]];
}

const ALL_VARIANTS = [0, 1, 2, 3, 4, 0];
const TEST_CASES: readonly TestCase[] = [
  { title: 'five variants', shuffled: false, trained: () => ALL_VARIANTS, others: () => [0, 1, 2, 3, 4] },
  {
    title: 'trained on one variant, others of it',
    shuffled: false,
    trained: (i) => ALL_VARIANTS.map(() => i % 5),
    others: (i) => Array.from({ length: 5 }, () => i % 5),
  },
  { title: 'individual layout for every form', shuffled: true, trained: () => ALL_VARIANTS, others: () => [0, 1, 2, 3, 4] },
  {
    title: 'trained on four variants, five forms of the fifth',
    shuffled: false,
    trained: (i) => [1, 2, 3, 4, 1, 2].map((step) => (i + step) % 5),
    others: (i) => Array.from({ length: 5 }, () => i % 5),
  },
  {
    title: 'captions in two wordings, five forms with a third',
    shuffled: true,
    trained: () => ALL_VARIANTS,
    others: () => [0, 1, 2, 3, 4],
    wordings: [[0, 1], [2]],
  },
  { title: 'five variants, others as scans', shuffled: false, trained: () => ALL_VARIANTS, others: () => [0, 1, 2, 3, 4], isScan: true },
];

interface Tally {
  all: number;
  found: number;
  located: number;
  right: number;
  signed: number;
  confident: number;
  sureRight: number;
}

export async function benchSignatures(families: number, seed: number, reader: Reader, verbose: boolean): Promise<void> {
  for (const testCase of TEST_CASES) {
    const sum = emptyTally();
    const count = testCase.isScan === true ? Math.min(2, families) : families;
    for (let i = 0; i < count; i++) {
      const family = createFamily(seed + i, testCase.shuffled, true);
      const schema = readFieldsFile(family.fields);
      const [trained, others] = [
        await family.forms(testCase.trained(i), (seed + i) * 10, testCase.wordings?.[0]),
        await family.forms(testCase.others(i), (seed + i) * 10 + 1, testCase.wordings?.[1]),
      ];
      const labeled: LabeledForm[] = [];
      for (const { bytes, labels } of trained)
        labeled.push(labelForm(formFromLayout((await read(bytes, reader)).layout), readLabelsFile(labels), schema));
      const model = trainForms(labeled, schema, 'template');
      for (const [n, form] of others.entries()) {
        const { layout, ink } = await read(testCase.isScan === true ? await simulateScan(form.bytes, 0.4 * (n - 2)) : form.bytes, reader);
        tally(
          sum,
          form,
          layout,
          extract(model, layout, { ink })[0]!.fields,
          verbose ? (line) => console.log(`      ${testCase.title} ${seed + i}-${n} ${line}`) : undefined,
        );
      }
    }
    const { all, found, located, right, signed, confident, sureRight } = sum;
    console.log(`signatures, ${testCase.title}: ${count} families`);
    console.log(
      `  of ${all} (${signed} signed) found ${found}, region correct ${(located / all).toFixed(3)}, region and signed state correct ${(right / all).toFixed(3)} · confidence 0.8 or more: ${confident}, correct ${(sureRight / Math.max(1, confident)).toFixed(3)}`,
    );
  }
}

const emptyTally = (): Tally => ({ all: 0, found: 0, located: 0, right: 0, signed: 0, confident: 0, sureRight: 0 });

async function read(bytes: Uint8Array, ocr: Reader): Promise<{ layout: DocumentLayout; ink: (InkMap | undefined)[] }> {
  const pages: ReturnType<typeof layoutPage>[] = [];
  const ink: (InkMap | undefined)[] = [];
  await readDocument(bytes, {
    ocr,
    features: { handwriting: true, images: true },
    onPage: (seen) => {
      pages.push(layoutPage(seen, { tables: false, marks: true, figures: false, keyValuePairs: false }));
      ink.push(buildInkMap(seen));
    },
  });
  return { layout: layoutDocument(pages), ink };
}

type Fields = ReturnType<typeof extract>[number]['fields'];

function tally(sum: Tally, { signatures }: GeneratedForm, layout: DocumentLayout, fields: Fields, report?: (line: string) => void): void {
  const { geometry } = layout.pages[0]!;
  for (const { name, region, isSigned } of signatures) {
    sum.all++;
    if (isSigned) sum.signed++;
    const field = fields[name];
    const box = field?.regions?.[0]?.box;
    if (field !== undefined) sum.found++;
    const isLocated = box !== undefined && isSameRegion(toPoints(box, geometry!), region);
    const isRight = isLocated && field?.value === (isSigned ? 'signed' : 'unsigned');
    if (isLocated) sum.located++;
    if (isRight) sum.right++;
    if (field !== undefined && field.confidence >= 0.8) {
      sum.confident++;
      if (isRight) sum.sureRight++;
    }
    if (!isRight)
      report?.(
        `${name} ${isSigned ? 'signed' : 'unsigned'} at ${formatBox(region)} | ${field === undefined ? '–' : `${String(field.value)} at ${box === undefined ? '–' : formatBox(toPoints(box, geometry!))} (${field.confidence.toFixed(2)})`}`,
      );
  }
}

const toPoints = ({ left, top, right, bottom }: Box, { width, height }: { width: number; height: number }): Box => ({
  left: (left / width) * WIDTH,
  right: (right / width) * WIDTH,
  top: (top / height) * HEIGHT,
  bottom: (bottom / height) * HEIGHT,
});

const formatBox = ({ left, top, right, bottom }: Box): string => [left, top, right, bottom].map((value) => value.toFixed(0)).join(' ');

/** Each box covers at least half of the other. */
function isSameRegion(found: Box, { left, top, right, bottom }: GeneratedSignature['region']): boolean {
  const wide = Math.min(found.right, right) - Math.max(found.left, left);
  const high = Math.min(found.bottom, bottom) - Math.max(found.top, top);
  const area = (box: Box): number => (box.right - box.left) * (box.bottom - box.top);
  return wide > 0 && high > 0 && wide * high >= 0.5 * Math.max(area(found), area({ left, top, right, bottom }));
}
