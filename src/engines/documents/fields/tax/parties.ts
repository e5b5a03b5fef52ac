/** A party of a form: name, address and phone number from several boxes. */
import type { Field } from '../field.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { rowsOfLines, textOf } from '../captions/page-text.ts';
import { addressOf } from '../values/addresses.ts';
import { phonesIn } from '../values/phones.ts';
import type { FieldWriter } from './field-writer.ts';

export type Part = 'block' | 'name' | 'address' | 'street' | 'city' | 'phone';

export interface PartBox {
  part: Part;
  words: readonly PlacedWord[];
  score: number;
  ruled: boolean;
}

type Row = readonly PlacedWord[];

/** Rows of a box. In addresses, words after a wide gap belong to a neighbor; parts of a name may have columns of their own. */
function splitRows(words: readonly PlacedWord[], part: Part): Row[] {
  const rows = rowsOfLines(words.filter(({ text }) => /[\p{L}\p{N}*]/u.test(text)));
  return part === 'name'
    ? rows
    : rows.map((row) => {
        const gap = row.findIndex(({ box }, i) => i > 0 && box.left - row[i - 1]!.box.right > 6 * (box.bottom - box.top));
        return gap < 0 ? row : row.slice(0, gap);
      });
}

export function partyFields(boxes: readonly PartBox[], printed: ReadonlySet<string>, writer: FieldWriter): Record<string, Field> {
  const name: PlacedWord[] = [];
  const address: Row[] = [];
  let phone: Field | undefined;
  const source = { caption: Math.min(1, ...boxes.map(({ score }) => score)), ruled: boxes.every(({ ruled }) => ruled) };
  const kept = (words: readonly PlacedWord[]): PlacedWord[] => words.filter(({ text }) => !printed.has(text.toLowerCase()));
  // First name, last name and suffix may have captions of their own and are in one row.
  const names = boxes.filter(({ part }) => part === 'name').flatMap(({ words }) => kept(words));
  const parts = [...boxes.filter(({ part }) => part !== 'name'), ...(names.length > 0 ? [{ part: 'name' as const, words: names }] : [])];
  for (const { part, words } of parts.sort((a, b) => ORDER.indexOf(a.part) - ORDER.indexOf(b.part))) {
    let rows = splitRows(kept(words), part);
    if (part === 'block') {
      const call = rows.find((row) => phonesIn(textOf(row)).length > 0 && !/\b[A-Z]{2}\.? \d{5}/u.test(textOf(row)));
      if (call !== undefined) {
        phone = phoneField(call, source, writer);
        rows = rows.filter((row) => row !== call);
      }
    }
    if (part === 'block' || part === 'name') {
      const split = nameRows(rows);
      name.push(...rows.slice(0, split).flat());
      address.push(...rows.slice(split));
    } else address.push(...rows);
  }
  const out: Record<string, Field> = {};
  if (name.length > 0) out['Name'] = writer.text(name, { kind: 'name', ...source, shape: name.every(({ text }) => !/\d/u.test(text)) });
  const own = address.flat();
  if (own.length > 0) {
    const value = addressOf(address.map(textOf).join('\n'), { locale: 'en-US' });
    const whole = value?.postalCode !== undefined && (value.houseNumber !== undefined || value.poBox !== undefined);
    out['Address'] = writer.write({ type: 'address', value }, own, { kind: 'address', ...source, shape: whole });
  }
  if (phone !== undefined) out['Telephone'] = phone;
  return out;
}

const ORDER: readonly Part[] = ['block', 'name', 'address', 'street', 'city', 'phone'];

/** The words of a row that form the phone number. */
function phoneField(row: Row, source: { caption: number; ruled: boolean }, { text: write }: FieldWriter): Field {
  const text = textOf(row);
  const [found] = phonesIn(text);
  let at = 0;
  const own = row.filter((word) => {
    const start = at;
    at += word.text.length + 1;
    return start < found!.end && start + word.text.length > found!.start;
  });
  return write(own, { kind: 'phone', ...source });
}

const STREET = /^(?:\d+[A-Z]?(?:-\d+)?\s+\S|P\.?\s?O\.?\s?BOX|ONE\s+\S+\s+(?:PLAZA|CENTER|WAY)|C\/O\b|ATTN\b|RR\s?\d|RURAL\s+ROUTE)/iu;
const GOES_ON = /(?:&|\bOF|\bAND|,)$/iu;
const COMPANY = /^(?:INC|LLC|L\.L\.C|LTD|CORP|CORPORATION|COMPANY|CO|DBA|D\/B\/A|&|AND|N\.?A)\b\.?/iu;

/** Number of rows of the name: one, or more if it continues. Rows before the street belong to the address. */
function nameRows(rows: readonly Row[]): number {
  let count = Math.min(1, rows.length);
  while (
    count < rows.length &&
    !STREET.test(textOf(rows[count]!)) &&
    (GOES_ON.test(textOf(rows[count - 1]!)) || COMPANY.test(textOf(rows[count]!)))
  )
    count++;
  return count;
}
