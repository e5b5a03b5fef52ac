/** Compares the fields of two results by name. */
import { flatFields, valueText } from './result.ts';
import type { AnalyzeResult, Field } from './result.ts';

export interface FieldDifference { /** As people say it: `Items, Row 1, Price`. */ name: string; one?: Field; other?: Field; differs: boolean }

/** Fields of several documents in one file are prefixed with its number. */
export function compareFields(first: AnalyzeResult, second: AnalyzeResult): FieldDifference[] {
  const [ones, others] = [numberedFields(first), numberedFields(second)];
  return [...new Set([...ones.keys(), ...others.keys()])].map((name) => {
    const [one, other] = [ones.get(name), others.get(name)];
    return { name, one, other, differs: (one && valueText(one)) !== (other && valueText(other)) };
  });
}

function numberedFields({ documents = [] }: AnalyzeResult): Map<string, Field> {
  return new Map(documents.flatMap((document, i) => flatFields(document, i)
    .filter(({ field }) => field.type !== 'array' && field.type !== 'object' && valueText(field) !== '')
    .map(({ titles, field }) => [documents.length === 1 ? titles.join(', ') : `Document ${i + 1}, ${titles.join(', ')}`, field])));
}
