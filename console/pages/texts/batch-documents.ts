/** Documents of a test file, with their expected classes or entities. */
import { t } from '../../i18n/messages.ts';
import { parseInlineLabels } from '../../shared/language/entities.ts';
import { MAX_TESTS, type BatchText } from '../../shared/language/evaluation.ts';
import { classesOf, ENTITIES, labelsOf, MAX_CHARACTERS, MULTI, type TextDocument } from './assets.ts';

/**
 * From JSON: an exported project whose documents have their texts, or a list of such documents. From text, for
 * classes: a table of two columns, class and text, separated by tabs or commas, texts with commas or lines in quotes;
 * several classes are separated by semicolons in one cell. For entities: a line each, with entities written as
 * `{City=rome}`. Throws what is wrong, and where.
 */
export function readDocuments(content: string, kind: string): BatchText[] {
  const tests = /^\s*[[{]\s*["{\]}]/.test(content)
    ? documentsFromJson(JSON.parse(content) as unknown)
    : kind === ENTITIES
      ? documentsFromLines(content)
      : documentsFromTable(content, kind);
  if (tests.length === 0) throw new Error(t('The file has no documents.'));
  if (tests.length > MAX_TESTS)
    throw new Error(t('The file has {count} documents; at most {MAX_TESTS} can be tested.', { count: tests.length, MAX_TESTS }));
  for (const [i, { text }] of tests.entries()) {
    if (text.trim() === '') throw new Error(t('Document {value} is empty.', { value: i + 1 }));
    if (text.length > MAX_CHARACTERS)
      throw new Error(t('Document {value} has more than {MAX_CHARACTERS} characters.', { value: i + 1, MAX_CHARACTERS }));
  }
  return tests;
}

function documentsFromJson(value: unknown): BatchText[] {
  const {
    assets,
    documents,
    stringIndexType = 'Utf16CodeUnit',
  } = (value ?? {}) as { assets?: { documents?: unknown }; documents?: unknown; stringIndexType?: unknown };
  const list = Array.isArray(value) ? value : (assets?.documents ?? documents);
  if (!Array.isArray(list)) throw new Error(t('A test file is a list of documents, or an exported project.'));
  if (stringIndexType !== 'Utf16CodeUnit') throw new Error(t('Offsets must be in Utf16CodeUnit: export the project in that unit.'));
  return list.map((one: unknown, i) => {
    try {
      return toTest(one as TextDocument, i);
    } catch (problem) {
      // Anything but a list cannot be iterated.
      throw problem instanceof TypeError ? invalidLabels(i) : problem;
    }
  });
}

function toTest(document: TextDocument, at: number): BatchText {
  const { text, entities: regions = [] } = document;
  if (typeof text !== 'string') throw new Error(t('Document {value} has no text in the file.', { value: at + 1 }));
  const [expected, labels] = [classesOf(document), labelsOf(document)];
  const within = regions.map(({ regionOffset = 0, regionLength = text.length }) => ({
    start: regionOffset,
    end: regionOffset + regionLength,
  }));
  if (
    [...expected, ...labels.map(({ entity }) => entity)].some((name) => typeof name !== 'string') ||
    [...labels, ...within].some(({ start, end }) => !Number.isInteger(start) || !Number.isInteger(end))
  )
    throw invalidLabels(at);
  return { text, expected, labels, ...(within.length > 0 && { within }) };
}

function invalidLabels(at: number): Error {
  return new Error(t('The labels of document {value} do not have the format of an exported project.', { value: at + 1 }));
}

function documentsFromLines(content: string): BatchText[] {
  return content.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [{ ...parseInlineLabels(line.trim()), expected: [] }]));
}

function documentsFromTable(content: string, kind: string): BatchText[] {
  const rows = parseTable(content).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  return rows.map((cells, i) => {
    if (cells.length !== 2)
      throw new Error(
        t('Row {value} has {value2}; expected two: class and text. Put texts with commas in quotes.', {
          value: i + 1,
          value2: cells.length === 1 ? t('one column') : t('{count} columns', { count: cells.length }),
        }),
      );
    const [names, text] = cells as [string, string];
    const expected = (kind === MULTI ? names.split(';') : [names]).map((name) => name.trim()).filter((name) => name !== '');
    if (expected.length === 0 && kind !== MULTI) throw new Error(t('Row {value} has no class.', { value: i + 1 }));
    return { text: text.trim(), expected, labels: [] };
  });
}

/**
 * Cells of a table, separated by tabs if the first line has one outside quotes, else by commas; quoted cells may
 * contain anything, quotes are doubled (RFC 4180).
 */
function parseTable(content: string): string[][] {
  const separator = content
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/"[^"]*(?:""[^"]*)*"/g, '')
    .split('\n', 1)[0]!
    .includes('\t')
    ? '\t'
    : ',';
  const rows: string[][] = [[]];
  const cell = new RegExp(`("[^"]*(?:""[^"]*)*"|(?!")[^${separator}\\r\\n]*)(${separator}|\\r?\\n|$)`, 'y');
  while (cell.lastIndex < content.length) {
    const [, value, end] = (cell.exec(content) as unknown as [string, string, string] | null) ?? reject(rows.length);
    rows.at(-1)!.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end !== separator) rows.push([]);
    else if (cell.lastIndex === content.length) rows.at(-1)!.push('');
  }
  return rows;
}

function reject(row: number): never {
  throw new Error(t('Row {row} has an unclosed quote, or text after one.', { row }));
}
