/** Self-made forms for tests: ruled cells, each with a caption at its top and a value below. */
import type { DocumentLayout } from '../../src/engines/documents/layout/model/structure.ts';
import type { Stroke, Strokes } from '../../src/engines/documents/layout/model/strokes.ts';
import type { TestLine } from './test-layout.ts';
import { createTestLayout } from './test-layout.ts';
import type { Field } from '../../src/engines/documents/fields/field.ts';
import { taxModels } from '../../src/engines/documents/fields/tax/models.ts';

export interface TestCell {
  left: number;
  right: number;
  top: number;
  bottom: number;
  caption: string;
  /** Lines below the caption. */
  values?: readonly string[];
  /** Further lines, with places relative to the cell. */
  more?: readonly TestLine[];
}

export interface TestPage {
  lines: TestLine[];
  rules: Strokes;
}

const CAPTION_HEIGHT = 6;
const VALUE_STEP = 10;

export function drawCells(cells: readonly TestCell[]): TestPage {
  const lines = cells.flatMap(({ left, top, caption, values = [], more = [] }): TestLine[] => [
    ...(caption === '' ? [] : [{ text: caption, left: left + 2, top: top + 2, height: CAPTION_HEIGHT }]),
    ...values.map((text, i) => ({ text, left: left + 8, top: top + 12 + i * VALUE_STEP })),
    ...more.map((line) => ({ ...line, left: left + line.left, top: top + line.top })),
  ]);
  const across = cells.flatMap(({ left, right, top, bottom }): Stroke[] =>
    [top, bottom].map((at) => ({ at, from: left, to: right, width: 1 })),
  );
  const down = cells.flatMap(({ left, right, top, bottom }): Stroke[] =>
    [left, right].map((at) => ({ at, from: top, to: bottom, width: 1 })),
  );
  return { lines, rules: { across, down } };
}

export const joinPages = (...pages: readonly TestPage[]): TestPage => ({
  lines: pages.flatMap(({ lines }) => lines),
  rules: { across: pages.flatMap(({ rules }) => rules.across), down: pages.flatMap(({ rules }) => rules.down) },
});

export const movedBy = ({ lines, rules }: TestPage, y: number): TestPage => ({
  lines: lines.map((line) => ({ ...line, top: line.top + y })),
  rules: {
    across: rules.across.map((stroke) => ({ ...stroke, at: stroke.at + y })),
    down: rules.down.map((stroke) => ({ ...stroke, from: stroke.from + y, to: stroke.to + y })),
  },
});

/** Rows fall to the right, as in a photograph. */
export const slantedBy = ({ lines, rules }: TestPage, slope: number): TestPage => ({
  lines: lines.map((line) => ({ ...line, top: line.top + slope * line.left })),
  rules: {
    across: rules.across.map((stroke) => ({ ...stroke, at: stroke.at + (slope * (stroke.from + stroke.to)) / 2, lean: slope })),
    down: rules.down.map((stroke) => ({ ...stroke, from: stroke.from + slope * stroke.at, to: stroke.to + slope * stroke.at })),
  },
});

const layoutOfPage = ({ lines, rules }: TestPage): DocumentLayout => createTestLayout(lines, { rules });

/** Values of each document that is found, by path; entries of arrays by index. */
export const readForms = (model: string, page: TestPage): Record<string, unknown>[] =>
  taxModels
    .find(({ modelId }) => modelId === `prebuilt-tax.us.${model}`)!
    .extract(layoutOfPage(page), {})
    .map(({ fields }) => valuesOf(fields));

export function valuesOf(fields: Readonly<Record<string, Field>>, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.type === 'object') return Object.entries(valuesOf(field.value, `${prefix}${name}.`));
      if (field.type === 'array')
        return field.value.flatMap((entry, i) =>
          entry.type === 'object' ? Object.entries(valuesOf(entry.value, `${prefix}${name}.${String(i)}.`)) : [],
        );
      return [[`${prefix}${name}`, field.value]];
    }),
  );
}

export interface WageValues {
  ssn: string;
  wages: string;
  first: string;
  last: string;
  /** Captions that are not printed, such as `4`. */
  without?: readonly string[];
}

/** A wage statement of 260 points height; box 12 prints Code in letters below each other. */
export function wageStatement({ ssn, wages, first, last, without = [] }: WageValues): TestPage {
  const cell = (left: number, right: number, row: number, caption: string, values: readonly string[] = [], rows = 1): TestCell => ({
    left,
    right,
    top: 40 + 24 * row,
    bottom: 40 + 24 * (row + rows),
    caption: without.some((number) => caption.startsWith(`${number} `)) ? '' : caption,
    values,
  });
  const coded = (row: number, number: string, letters?: string, amount?: string): TestCell => ({
    ...cell(450, 600, row, number),
    more: [
      ...['C', 'o', 'd', 'e'].map((text, i) => ({ text, left: 3, top: 8 + 4 * i, height: 4 })),
      ...(letters === undefined ? [] : [{ text: letters, left: 16, top: 12 }]),
      ...(amount === undefined ? [] : [{ text: amount, left: 60, top: 12 }]),
    ],
  });
  const emptyBox = (left: number, label: string): TestLine[] => [
    { text: label, left, top: 2, height: 5 },
    { text: '[ ]', left: left + 12, top: 12 },
  ];
  const cells = [
    cell(20, 300, 0, "a Employee's social security number", [ssn]),
    cell(300, 600, 0, 'OMB No. 1545-0008'),
    cell(20, 300, 1, 'b Employer identification number (EIN)', ['45-1234567']),
    cell(300, 450, 1, '1 Wages, tips, other compensation', [wages]),
    cell(450, 600, 1, '2 Federal income tax withheld', ['1,234.50']),
    cell(20, 300, 2, "c Employer's name, address, and ZIP code", ['ACME FOODS INC', '12 MAIN STREET', 'SALEM, OR 97301'], 3),
    cell(300, 450, 2, '3 Social security wages', ['900.25']),
    cell(450, 600, 2, '4 Social security tax withheld', ['55.81']),
    cell(300, 450, 3, '5 Medicare wages and tips', ['901.35']),
    cell(450, 600, 3, '6 Medicare tax withheld', ['13.07']),
    cell(300, 450, 4, '7 Social security tips'),
    cell(450, 600, 4, '8 Allocated tips'),
    cell(20, 300, 5, 'd Control number', ['A77/0012']),
    cell(300, 450, 5, '9'),
    cell(450, 600, 5, '10 Dependent care benefits'),
    cell(20, 160, 6, "e Employee's first name and initial", [first]),
    cell(160, 270, 6, 'Last name', [last]),
    cell(270, 300, 6, 'Suff.'),
    cell(300, 450, 6, '11 Nonqualified plans'),
    coded(6, '12a', 'DD', '4,812.35'),
    cell(20, 300, 7, '', ['77 OAK AVENUE', 'SALEM, OR 97302'], 3),
    { ...cell(300, 450, 7, '13'), more: [...emptyBox(15, 'Statutory employee'), ...emptyBox(65, 'Retirement plan')] },
    coded(7, '12b', 'D', '641.70'),
    cell(300, 450, 8, '14 Other', ['SDI 12.40'], 2),
    coded(8, '12c'),
    coded(9, '12d', undefined, '218.40'),
    cell(20, 170, 10, "15 State Employer's state ID number", ['OR 1234567', 'CA 88-1234']),
    cell(170, 260, 10, '16 State wages, tips, etc.', ['555.55', '444.44']),
    cell(260, 350, 10, '17 State income tax', ['55.50', '44.40']),
    cell(350, 440, 10, '18 Local wages, tips, etc.'),
    cell(440, 520, 10, '19 Local income tax'),
    cell(520, 600, 10, '20 Locality name'),
  ];
  // The last row has room for two states.
  const page = drawCells(cells.map((one) => (one.top === 280 ? { ...one, bottom: 316 } : one)));
  const foot: TestLine[] = [
    { text: "f Employee's address and ZIP code", left: 22, top: 272, height: CAPTION_HEIGHT },
    { text: 'Form W-2 Wage and Tax Statement', left: 20, top: 322 },
    { text: '2023', left: 300, top: 320, height: 12 },
  ];
  return { ...page, lines: [...page.lines, ...foot] };
}
