/** The blank W-2 and 1098 forms with the field of each box: `boxes.json` of the corpus, and forms that number their boxes alike. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rect } from './fill-form.ts';

export interface FieldBox {
  rect: Rect;
  field: string;
  kind: 'text' | 'checkbox';
}

/** One page of a blank form. */
export interface FormCopy {
  modelId: string;
  /** Such as `fw2 page 3`. */
  name: string;
  pdf: Uint8Array;
  page: number;
  boxes: readonly FieldBox[];
  /** What is printed on the form: year and variant. */
  printed: { year?: string; variant?: string };
  /** A page with instructions for the receiver. */
  instructions?: number;
  /** Whether there is no room for a second state. */
  singleState?: boolean;
}

interface Form {
  modelId: string;
  key: string;
  instructions: number;
  year?: string;
}

const FORMS: readonly Form[] = [
  { modelId: 'prebuilt-tax.us.w2', key: 'forms-fw2', instructions: 5, year: '2026' },
  { modelId: 'prebuilt-tax.us.1098', key: 'forms-f1098', instructions: 4 },
  { modelId: 'prebuilt-tax.us.1098E', key: 'forms-f1098e', instructions: 4, year: '2025' },
  { modelId: 'prebuilt-tax.us.1098T', key: 'forms-f1098t', instructions: 4, year: '2025' },
];

/** Forms whose widgets have the numbers of `fw2.pdf`, but which `boxes.json` does not list. */
const SIMILAR_W2 = [
  { file: 'fw2-direct-file-2023', variant: 'W-2' },
  { file: 'fw2as', variant: 'W-2AS', year: '2026', instructions: 5 },
  { file: 'fw2gu', variant: 'W-2GU', year: '2026', instructions: 5 },
  { file: 'fw2vi', variant: 'W-2VI', year: '2026', instructions: 5 },
];

/** Fields that the forms of the territories do not have. */
const NOT_IN_TERRITORIES = /^(?:AllocatedTips|VerificationCode|DependentCareBenefits|StateTaxInfos|LocalTaxInfos)/u;

interface Listed {
  widget: string;
  rect: Rect;
  field: string;
  kind: 'text' | 'checkbox';
}

export const hasTaxForms = (root: string): boolean => existsSync(join(root, 'boxes.json'));

export function taxFormCopies(root: string): FormCopy[] {
  const listed = JSON.parse(readFileSync(join(root, 'boxes.json'), 'utf8')) as Record<
    string,
    { file: string; pages: Record<string, Listed[]> }
  >;
  const copies = FORMS.flatMap(({ modelId, key, instructions, year }) => {
    const { file, pages } = listed[key]!;
    const pdf = readFileSync(join(root, file));
    return Object.entries(pages).map(([page, boxes]): FormCopy => ({
      modelId,
      name: `${file.replace(/^forms\/|\.pdf$/gu, '')} page ${page}`,
      pdf,
      page: Number(page),
      boxes: boxes.map(({ rect, field, kind }) => ({ rect, field, kind })),
      printed: { year, ...(key === 'forms-fw2' && { variant: 'W-2' }) },
      instructions,
    }));
  });
  const numbered = new Map(listed['forms-fw2']!.pages['2']!.map(({ widget, field, kind }) => [widgetNumber(widget), { field, kind }]));
  for (const { file, variant, year, instructions } of SIMILAR_W2) {
    const { fields } = JSON.parse(readFileSync(join(root, 'fields', `${file}.json`), 'utf8')) as {
      fields: { page: number; name: string; rect: Rect }[];
    };
    const pdf = readFileSync(join(root, 'forms', `${file}.pdf`));
    for (const [page, widgets] of Map.groupBy(fields, (field) => field.page)) {
      const boxes = widgets.flatMap(({ name, rect }): FieldBox[] => {
        const own = numbered.get(widgetNumber(name));
        if (own === undefined || (variant !== 'W-2' && NOT_IN_TERRITORIES.test(own.field)) || /^(?:State|Local)Tax/u.test(own.field))
          return [];
        return [{ rect, ...own }];
      });
      copies.push({
        modelId: 'prebuilt-tax.us.w2',
        name: `${file} page ${String(page)}`,
        pdf,
        page,
        boxes: variant === 'W-2' ? [...boxes, ...stateRow(listed['forms-fw2']!.pages['2']!)] : boxes,
        printed: { year, variant },
        instructions,
      });
    }
  }
  return copies;
}

const stateRow = (boxes: readonly Listed[]): FieldBox[] => boxes.filter(({ field }) => /^(?:State|Local)Tax/u.test(field));

/** `f1_05` and `f2_05` are the same box. */
function widgetNumber(name: string): string {
  const [, kind, number] = /([fc])\d+_(\d+)\[0\]$/u.exec(name) ?? [];
  return `${kind ?? ''}${String(Number(number))}`;
}
