/** Confidentiality agreements of `corpora/queryfields-nda`: parties, effective date, jurisdiction and term, some of them absent. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NUMBER_WORDS, ORDINALS } from '../../../../src/engines/documents/fields/contract/worded-dates.ts';
import type { Field } from '../../../../src/engines/documents/fields/field.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import { isSameParty, isSameRegion } from '../../../training/documents/contracts/labels.ts';
import { textOf } from '../../../training/documents/evaluation/compare.ts';
import { foldPrinted, valueText } from '../real/compare-paths.ts';
import type { AskedDocument, OpenLayout } from './asked-documents.ts';

interface Agreement {
  file: string;
  queryFields: readonly string[];
  fields: Readonly<Record<string, readonly string[]>>;
}

export async function* agreements(data: string, open: OpenLayout): AsyncIterable<AskedDocument> {
  const root = join(data, 'corpora', 'queryfields-nda');
  if (!existsSync(join(root, 'fields.json'))) return;
  for (const { file, queryFields: asked, fields } of JSON.parse(readFileSync(join(root, 'fields.json'), 'utf8')) as Agreement[]) {
    const layout = await open(join(root, file));
    const expected = asked.flatMap((name) =>
      (fields[name] ?? []).map((value) => ({
        asked: name,
        accepts: (field: Field, own: DocumentLayout) => isSame(name, field, own, value),
        shown: value,
      })),
    );
    yield { name: file, layout, asked, expected };
  }
}

function isSame(name: string, field: Field, layout: DocumentLayout, expected: string): boolean {
  const texts = [valueText(field), textOf(layout, field)];
  if (name === 'Party') return texts.some((text) => isSameParty(text, expected));
  if (name === 'Jurisdiction') return texts.some((text) => isSameRegion(text, expected));
  if (name === 'Term') return texts.some((text) => termOf(text) === termOf(expected));
  return texts.some((text) => foldPrinted(text) === foldPrinted(expected));
}

/** `two (2) years`, `2-year` and `second anniversary` are `2 year`; twelve months are a year. */
export function termOf(text: string): string {
  const words = text.toLowerCase();
  const unit = /year|month|week|day/u.exec(words.replace('anniversary', 'year'))?.[0] ?? '';
  const spelled = words.split(/[^a-z]+/u).map((word) => NUMBER_WORDS.get(word) ?? ORDINALS.indexOf(word) + 1);
  const count = Number(/\d+/u.exec(words)?.[0] ?? spelled.reduce((sum, number) => sum + number, 0));
  return unit === 'month' && count % 12 === 0 ? `${String(count / 12)} year` : `${String(count)} ${unit}`;
}
