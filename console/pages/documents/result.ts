/** An analysis result: values as text, fields as a list, and the comparison of two results. */
import { t } from '../../i18n/messages.ts';
import { formatMoney, plural, toCsv } from '../../kit/format.ts';

export interface Region {
  pageNumber: number;
  polygon?: number[];
}
export interface Placed {
  content?: string;
  boundingRegions?: Region[];
  confidence?: number;
}

export interface Field extends Placed {
  type: string;
  valueString?: string;
  valueDate?: string;
  valueTime?: string;
  valuePhoneNumber?: string;
  valueNumber?: number;
  valueInteger?: number;
  valueSelectionMark?: string;
  valueSignature?: string;
  valueCountryRegion?: string;
  valueBoolean?: boolean;
  valueCurrency?: { amount: number; currencySymbol?: string; currencyCode?: string };
  valueAddress?: object;
  valueArray?: Field[];
  valueObject?: Record<string, Field>;
}

export interface ResultPage {
  pageNumber: number;
  width?: number;
  height?: number;
  unit?: string;
  angle?: number;
  words?: { content: string; polygon?: number[]; confidence: number }[];
  lines?: { content: string; polygon?: number[] }[];
  selectionMarks?: { state: string; polygon?: number[]; confidence: number }[];
  barcodes?: { kind: string; value: string; polygon?: number[]; confidence: number }[];
}

export interface FoundDocument {
  docType: string;
  confidence: number;
  boundingRegions?: Region[];
  fields?: Record<string, Field>;
}

export interface AnalyzeResult {
  modelId: string;
  content: string;
  pages: ResultPage[];
  paragraphs?: (Placed & { role?: string })[];
  tables?: {
    rowCount: number;
    columnCount: number;
    boundingRegions?: Region[];
    caption?: Placed;
    cells: (Placed & { rowIndex: number; columnIndex: number; rowSpan?: number; columnSpan?: number; kind?: string })[];
  }[];
  figures?: (Placed & { id?: string; caption?: Placed })[];
  keyValuePairs?: { key: Placed; value?: Placed; confidence: number }[];
  documents?: FoundDocument[];
}

/** A field's value as text; the content on the page if it has none. */
/** `asMoney`: how an amount is written; in files as a plain number. */
export function valueText(field: Field, asMoney: (money: Money) => string = shownMoney): string {
  const { type, valueCurrency: money, valueArray, valueObject } = field;
  if (type === 'array') return plural(valueArray?.length ?? 0, 'row');
  if (type === 'object')
    return Object.entries(valueObject ?? {})
      .map(([name, part]) => `${name}: ${valueText(part, asMoney)}`)
      .join(', ');
  if (money) return asMoney(money);
  const value =
    field.valueString ??
    field.valueDate ??
    field.valueTime ??
    field.valuePhoneNumber ??
    field.valueNumber ??
    field.valueInteger ??
    field.valueSelectionMark ??
    field.valueSignature ??
    field.valueCountryRegion ??
    field.valueBoolean;
  return value === undefined ? (field.content ?? '') : String(value);
}

type Money = NonNullable<Field['valueCurrency']>;
const shownMoney = ({ amount, currencyCode, currencySymbol }: Money): string => formatMoney(amount, currencyCode, currencySymbol);
const plainMoney = ({ amount, currencyCode, currencySymbol }: Money): string => `${currencyCode ?? currencySymbol ?? ''} ${amount}`.trim();

/** Types whose values have a form: without one, the text was found but not understood. */
const READ_TYPES = new Set(['number', 'integer', 'currency', 'date', 'time']);

export function isUnread({ type, content, ...values }: Field): boolean {
  return READ_TYPES.has(type) && (content ?? '') !== '' && !Object.keys(values).some((name) => name.startsWith('value'));
}

export interface FlatField {
  path: string;
  /** As in labels: `Items/0/Price`. */ name: string;
  /** For display, one part each: Items, Row 1, Price. */ titles: readonly string[];
  field: Field;
}

/** Fields with nested ones, in order. */
export function flatFields(document: FoundDocument, index: number): FlatField[] {
  const found: FlatField[] = [];
  const walk = (field: Field, name: string, titles: readonly string[], path: string): void => {
    found.push({ path, name, titles, field });
    field.valueArray?.forEach((part, i) =>
      walk(part, `${name}/${i}`, [...titles, t('Row {value}', { value: i + 1 })], `${path}/valueArray/${i}`),
    );
    for (const [key, part] of Object.entries(field.valueObject ?? {}))
      walk(part, `${name}/${escaped(key)}`, [...titles, key], `${path}/valueObject/${escaped(key)}`);
  };
  for (const [name, field] of Object.entries(document.fields ?? {}))
    walk(field, escaped(name), [name], `/documents/${index}/fields/${escaped(name)}`);
  return found;
}

/** One line per field, with table cells as fields of their own. */
export function fieldRows(documents: readonly FoundDocument[]): (string | number | undefined)[][] {
  return documents.flatMap((document, i) =>
    flatFields(document, i)
      .filter(({ field: { type } }) => type !== 'array' && type !== 'object')
      .map(({ titles, field }) => [
        i + 1,
        document.docType,
        titles.join(', '),
        valueText(field, plainMoney),
        field.content,
        field.confidence,
      ]),
  );
}

/** For a spreadsheet. */
export function fieldsCsv(documents: readonly FoundDocument[]): string {
  return toCsv([['Document', 'Type', 'Field', 'Value', 'Content', 'Confidence'], ...fieldRows(documents)]);
}

/** As a path segment. */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

export interface FieldDifference {
  /** As people say it: `Items, Row 1, Price`. */ name: string;
  one?: Field;
  other?: Field;
  differs: boolean;
}

/** Of the fields; of the lines if neither result has fields. */
export function compareResults(first: AnalyzeResult, second: AnalyzeResult): FieldDifference[] {
  const fields = compareFields(first, second);
  return fields.length > 0 ? fields : first.pages.flatMap((page) => comparePageLines(page, second));
}

/** Lines in order, by their longest common subsequence; a line of one side only beside the next one of the other is a changed one. */
function comparePageLines({ pageNumber, lines: ones = [] }: ResultPage, second: AnalyzeResult): FieldDifference[] {
  const others = second.pages.find((page) => page.pageNumber === pageNumber)?.lines ?? [];
  const common = Array.from({ length: ones.length + 1 }, () => new Uint16Array(others.length + 1));
  for (let i = ones.length - 1; i >= 0; i--)
    for (let j = others.length - 1; j >= 0; j--)
      common[i]![j] =
        ones[i]!.content === others[j]!.content ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const rows: FieldDifference[] = [];
  const asField = (line: { content: string; polygon?: number[] } | undefined): Field | undefined =>
    line && { type: 'string', valueString: line.content, content: line.content, boundingRegions: [{ pageNumber, polygon: line.polygon }] };
  for (let i = 0, j = 0; i < ones.length || j < others.length;) {
    const [one, other] = [ones[i], others[j]];
    const same = one?.content === other?.content;
    // Both are passed where neither is part of what is common further on.
    const both = one && other && (same || common[i + 1]![j + 1] === common[i]![j]);
    const onlyOne = !both && one && (!other || common[i + 1]![j]! >= common[i]![j + 1]!);
    if (both || onlyOne) i++;
    if (both || !onlyOne) j++;
    rows.push({
      name: t('Page {page}, line {line}', { page: pageNumber, line: rows.length + 1 }),
      one: both || onlyOne ? asField(one) : undefined,
      other: both || !onlyOne ? asField(other) : undefined,
      differs: !same || !both,
    });
  }
  return rows;
}

/** Fields of several documents in one file are prefixed with its number. */
export function compareFields(first: AnalyzeResult, second: AnalyzeResult): FieldDifference[] {
  const [ones, others] = [numberedFields(first), numberedFields(second)];
  return [...new Set([...ones.keys(), ...others.keys()])].map((name) => {
    const [one, other] = [ones.get(name), others.get(name)];
    return { name, one, other, differs: (one && valueText(one)) !== (other && valueText(other)) };
  });
}

function numberedFields({ documents = [] }: AnalyzeResult): Map<string, Field> {
  return new Map(
    documents.flatMap((document, i) =>
      flatFields(document, i)
        .filter(({ field }) => field.type !== 'array' && field.type !== 'object' && valueText(field) !== '')
        .map(({ titles, field }) => [
          documents.length === 1 ? titles.join(', ') : t('Document {value}, {titles}', { value: i + 1, titles: titles.join(', ') }),
          field,
        ]),
    ),
  );
}
