/**
 * Values of a form that is not the official print but a list: in each row a caption, often with the number of its box, and the value
 * behind a colon or a gap.
 */
import type { Field } from '../field.ts';
import type { PageText, PlacedWord } from '../captions/page-text.ts';
import { boundingBox, rowsOfLines, textOf } from '../captions/page-text.ts';
import { gapBefore, PhraseIndex } from '../captions/phrase-index.ts';
import { splitPhrase } from '../../../shared/text/fold-text.ts';
import type { ValueCell } from './cells.ts';
import type { FieldWriter } from './field-writer.ts';
import data from './listed-captions.json' with { type: 'json' };
import { partyFields } from './parties.ts';
import { readAmount, readCode, readTaxNumber, readText } from './readers.ts';

interface ListedCaption {
  field: string;
  kind: string;
  number?: string;
  phrases: readonly string[];
}

interface Listed {
  captions: readonly ListedCaption[];
  index: PhraseIndex<ListedCaption>;
}

const LISTED: ReadonlyMap<string, Listed> = new Map(
  Object.entries(data as Readonly<Record<string, readonly ListedCaption[]>>).map(([docType, captions]) => [
    docType,
    { captions, index: new PhraseIndex(captions.flatMap((of) => of.phrases.map((text) => ({ of, text })))) },
  ]),
);
const MAX_ROWS = 200;
/** Widths of letters between a caption and its value. */
const MIN_GAP = 1.5;
const BOX = /^(?:box\s*)?(\d{1,2}|[a-f])[a-d]?[\s:.)-]+(?=\p{L})|^box\s*(\d{1,2}|[a-f])[a-d]?\s*[:.)-]?$/iu;

/** The values by the path of their field; the first of each counts. */
export function readListedValues({ words }: PageText, docType: string, writer: FieldWriter): Map<string, Field> {
  const out = new Map<string, Field>();
  const listed = LISTED.get(docType);
  if (listed === undefined) return out;
  for (const row of rowsOfLines(words).slice(0, MAX_ROWS))
    for (const [caption, value] of pairsOf(row)) {
      const own = captionOf(textOf(caption), listed);
      if (own === undefined || out.has(own.field) || value.length === 0) continue;
      const field = readValue(own, caption, value, writer);
      if (field !== undefined) out.set(own.field, field);
    }
  return out;
}

/** Caption and value of a row, or of its two halves if it has two pairs. */
function pairsOf(row: readonly PlacedWord[]): [PlacedWord[], PlacedWord[]][] {
  const pieces: PlacedWord[][] = [];
  row.forEach((word, i) => {
    const previous = row[i - 1];
    const isBoxNumber = previous !== undefined && /^(?:box|\d{1,2}[a-d]?:|[a-f]:)$/iu.test(previous.text);
    const isCut = i === 0 || gapBefore(row, i) > MIN_GAP || (previous!.text.endsWith(':') && !isBoxNumber && !isNumbered(row, i));
    if (isCut) pieces.push([word]);
    else pieces.at(-1)!.push(word);
  });
  const out: [PlacedWord[], PlacedWord[]][] = [];
  for (let i = 0; i + 1 < pieces.length; i += 2) out.push([pieces[i]!, pieces[i + 1]!]);
  return out;
}

/** `Box 1: Wages`: the colon belongs to the number. */
const isNumbered = (row: readonly PlacedWord[], i: number): boolean =>
  /^(?:\d{1,2}[a-d]?|[a-f]):$/iu.test(row[i - 1]!.text) && (i < 2 || /^box$/iu.test(row[i - 2]!.text));

function captionOf(text: string, { captions, index }: Listed): ListedCaption | undefined {
  const box = BOX.exec(text);
  const number = (box?.[1] ?? box?.[2])?.toLowerCase();
  const own = box === null ? text : text.slice(box[0].length);
  const [best] = index.compare(own);
  const words = new Set(splitPhrase(own).filter((word) => word.length > 3));
  const sharesWord = ({ phrases }: ListedCaption): boolean =>
    words.size === 0 || phrases.flatMap(splitPhrase).some((word) => words.has(word));
  return best ?? captions.find((one) => one.number === number && number !== undefined && sharesWord(one));
}

function readValue(
  { field, kind }: ListedCaption,
  caption: readonly PlacedWord[],
  words: PlacedWord[],
  writer: FieldWriter,
): Field | undefined {
  const box = boundingBox(words.map((word) => word.box));
  const found = { id: field, words: caption, box: boundingBox(caption.map((word) => word.box)), score: 1 };
  const cell: ValueCell = { caption: found, box, words, ruled: false, walls: {} };
  if (kind === 'amount') return readAmount(cell, writer);
  if (kind === 'ssn' || kind === 'ein') return readTaxNumber(cell, kind, writer);
  if (kind === 'name' || kind === 'address')
    return partyFields([{ part: kind, words, score: 1, ruled: false }], new Set(), writer)[kind === 'name' ? 'Name' : 'Address'];
  return (kind === 'code' ? readCode : readText)(cell, writer, new Set());
}
