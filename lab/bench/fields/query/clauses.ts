/** Invented agreements in five languages (`clauses.json`): names that captions do not find, also in other languages, and absent ones. */
import type { Field } from '../../../../src/engines/documents/fields/field.ts';
import { layoutFlow } from '../../../../src/engines/documents/layout/layout-flow.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import { textOf } from '../../../training/documents/evaluation/compare.ts';
import { foldPrinted, valueText } from '../real/compare-paths.ts';
import type { AskedDocument } from './asked-documents.ts';
import agreements from './clauses.json' with { type: 'json' };

export function* clauseDocuments(set: 'seen' | 'unseen'): Iterable<AskedDocument> {
  for (const { set: own, language, name, paragraphs, fields } of agreements) {
    if (own !== set) continue;
    const layout = layoutFlow({ pages: [paragraphs.map((text) => ({ kind: 'paragraph', text }))] });
    const expected = Object.entries(fields).flatMap(([asked, value]) =>
      value === null ? [] : [{ asked, accepts: (field: Field, on: DocumentLayout) => isSame(field, on, value), shown: value }],
    );
    yield { name: `${language} ${name}`, kind: language, layout, asked: Object.keys(fields), expected };
  }
}

/** Amounts and numbers by value, texts as printed, with up to a word more. */
function isSame(field: Field, layout: DocumentLayout, expected: string): boolean {
  const number = field.type === 'currency' ? field.value?.amount : field.type === 'number' ? field.value : undefined;
  if (number !== undefined && number === Number(expected)) return true;
  return [valueText(field), textOf(layout, field)].some((text) => {
    const [given, wanted] = [foldPrinted(text), foldPrinted(expected)];
    return given === wanted || (given.includes(wanted) && given.length <= wanted.length + 12);
  });
}
