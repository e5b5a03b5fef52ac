/** Many utterances pasted as text: a line each, with inline labels, and with its intent in a column of its own or without. */
import { parseInlineLabels } from './entities.ts';
import type { LabeledText } from './entities.ts';

export interface Pasted {
  texts: LabeledText[];
  /** Intents and entities that do not exist yet, as first mentioned. */
  newIntents: string[];
  newEntities: string[];
  /** Labels with a role, as `City:to`. */
  roles: string[];
}

export interface KnownNames {
  /** Of lines without one. */ intent: string;
  intents: readonly string[];
  entities: readonly string[];
}

/** In a line with a tab, the cell with a known intent names it, else the first one: spreadsheets have either order. */
export function parsePasted(content: string, { intent, intents, entities }: KnownNames): Pasted {
  const known = new Set(intents);
  const texts = content.split(/\r?\n/).flatMap((line): LabeledText[] => {
    const [first = '', second = ''] = line.split('\t', 2).map((cell) => cell.trim());
    if (first === '' && second === '') return [];
    if (second === '') return [{ ...parseInlineLabels(first), intent }];
    if (first === '') return [{ ...parseInlineLabels(second), intent }];
    const isLast = !known.has(first) && known.has(second);
    return [{ ...parseInlineLabels(isLast ? first : second), intent: isLast ? second : first }];
  });
  const labels = texts.flatMap((one) => one.labels);
  const unknown = (names: readonly string[], existing: readonly string[]): string[] =>
    [...new Set(names)].filter((name) => !existing.includes(name));
  return {
    texts,
    newIntents: unknown(
      texts.map((one) => one.intent),
      intents,
    ),
    newEntities: unknown(
      labels.map(({ entity }) => entity),
      entities,
    ),
    roles: [...new Set(labels.flatMap(({ entity, role }) => (role === undefined ? [] : [`${entity}:${role}`])))],
  };
}
