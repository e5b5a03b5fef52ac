/** An analysis result as these pages use it, and values as text. */
import { toCsv, plural } from '../../kit/format.ts';

export interface Region { pageNumber: number; polygon?: number[] }
interface Placed { content?: string; boundingRegions?: Region[]; confidence?: number }

export interface Field extends Placed {
  type: string;
  valueString?: string; valueDate?: string; valueTime?: string; valuePhoneNumber?: string; valueNumber?: number; valueInteger?: number; valueSelectionMark?: string; valueSignature?: string;
  valueCountryRegion?: string; valueBoolean?: boolean; valueCurrency?: { amount: number; currencySymbol?: string; currencyCode?: string }; valueAddress?: object;
  valueArray?: Field[]; valueObject?: Record<string, Field>;
}

export interface ResultPage {
  pageNumber: number; width?: number; height?: number; unit?: string; angle?: number;
  words?: { content: string; polygon?: number[]; confidence: number }[];
  lines?: { content: string; polygon?: number[] }[];
  selectionMarks?: { state: string; polygon?: number[]; confidence: number }[];
  barcodes?: { kind: string; value: string; polygon?: number[]; confidence: number }[];
}

export interface FoundDocument { docType: string; confidence: number; boundingRegions?: Region[]; fields?: Record<string, Field> }

export interface AnalyzeResult {
  modelId: string;
  content: string;
  pages: ResultPage[];
  paragraphs?: (Placed & { role?: string })[];
  tables?: { rowCount: number; columnCount: number; boundingRegions?: Region[]; cells: (Placed & { rowIndex: number; columnIndex: number; kind?: string })[] }[];
  figures?: (Placed & { caption?: Placed })[];
  keyValuePairs?: { key: Placed; value?: Placed; confidence: number }[];
  documents?: FoundDocument[];
}

/** A field's value as text; the content on the page if it has none. */
export function valueText(field: Field): string {
  const { type, valueCurrency: money, valueArray, valueObject } = field;
  if (type === 'array') return plural(valueArray?.length ?? 0, 'row');
  if (type === 'object') return Object.entries(valueObject ?? {}).map(([name, part]) => `${name}: ${valueText(part)}`).join(', ');
  if (money) return `${money.currencyCode ?? money.currencySymbol ?? ''} ${money.amount}`.trim();
  const value = field.valueString ?? field.valueDate ?? field.valueTime ?? field.valuePhoneNumber ?? field.valueNumber ?? field.valueInteger ?? field.valueSelectionMark ?? field.valueSignature ?? field.valueCountryRegion ?? field.valueBoolean;
  return value === undefined ? field.content ?? '' : String(value);
}

export interface FlatField { path: string; /** As in labels: `Items/0/Price`. */ name: string; /** For display, one part each: Items, Row 1, Price. */ titles: readonly string[]; field: Field }

/** Fields with nested ones, in order. */
export function flatFields(document: FoundDocument, index: number): FlatField[] {
  const found: FlatField[] = [];
  const walk = (field: Field, name: string, titles: readonly string[], path: string): void => {
    found.push({ path, name, titles, field });
    field.valueArray?.forEach((part, i) => walk(part, `${name}/${i}`, [...titles, `Row ${i + 1}`], `${path}/valueArray/${i}`));
    for (const [key, part] of Object.entries(field.valueObject ?? {})) walk(part, `${name}/${escaped(key)}`, [...titles, key], `${path}/valueObject/${escaped(key)}`);
  };
  for (const [name, field] of Object.entries(document.fields ?? {})) walk(field, escaped(name), [name], `/documents/${index}/fields/${escaped(name)}`);
  return found;
}

/** For a spreadsheet: one line per field, with table cells as fields of their own. */
export function fieldsCsv(documents: readonly FoundDocument[]): string {
  const lines = documents.flatMap((document, i) => flatFields(document, i).filter(({ field: { type } }) => type !== 'array' && type !== 'object')
    .map(({ titles, field }) => [i + 1, document.docType, titles.join(', '), valueText(field), field.content, field.confidence]));
  return toCsv([['Document', 'Type', 'Field', 'Value', 'Content', 'Confidence'], ...lines]);
}

/** As a path segment. */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
