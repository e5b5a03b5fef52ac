/** Many utterances pasted as text: a line each, with inline labels, and with its intent in a column of its own or without. */
import { parseInlineLabels, type LabeledText } from './entities.ts';

export interface Pasted {
  /** Each text once, as its last line says it. */
  texts: LabeledText[];
  /** Some lines have two cells: which column is the text was decided, and can be swapped. */
  hasColumns: boolean;
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

type Cells = readonly [first: string, second: string];

const TEXT_HEADINGS = new Set(['utterance', 'utterances', 'text', 'query', 'phrase', 'example', 'sentence']);
const INTENT_HEADINGS = new Set(['intent', 'intents', 'intentname', 'class', 'category', 'label']);

/** Spreadsheets have either order: `swap` is for where the guess was wrong. */
export function parsePasted(content: string, { intent, intents, entities }: KnownNames, swap = false): Pasted {
  const lines = content.split(/\r?\n/).flatMap((line): Cells[] => {
    const [first = '', second = ''] = line.split('\t', 2).map((cell) => cell.trim());
    return first === '' && second === '' ? [] : [[first, second]];
  });
  const both = lines.filter((line) => !line.includes(''));
  const heading = lines.length > 1 && lines[0] === both[0] ? intentHeading(lines[0]!) : undefined;
  const column = (heading ?? intentColumn(both, new Set(intents))) ^ Number(swap);
  const byText = new Map<string, LabeledText>();
  for (const cells of heading === undefined ? lines : lines.slice(1)) {
    const has = !cells.includes('');
    const one = { ...parseInlineLabels(has ? cells[1 - column]! : cells.join('')), intent: has ? cells[column]! : intent };
    byText.set(one.text.toLowerCase(), one);
  }
  const texts = [...byText.values()];
  const labels = texts.flatMap((one) => one.labels);
  const unknown = (names: readonly string[], existing: readonly string[]): string[] =>
    [...new Set(names)].filter((name) => !existing.includes(name));
  return {
    texts,
    hasColumns: both.length > 0,
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

/** The column of intents as a first line of headings names it. */
function intentHeading(cells: Cells): 0 | 1 | undefined {
  const [first, second] = cells.map((cell) => cell.toLowerCase().replace(/[ _-]/g, '')) as [string, string];
  if (INTENT_HEADINGS.has(first) && TEXT_HEADINGS.has(second)) return 0;
  return TEXT_HEADINGS.has(first) && INTENT_HEADINGS.has(second) ? 1 : undefined;
}

/** Decided for all lines together: the column with more known intents, else with fewer distinct values, else with shorter ones. */
function intentColumn(lines: readonly Cells[], known: ReadonlySet<string>): 0 | 1 {
  const measures: ((column: 0 | 1) => number)[] = [
    (column) => lines.filter((cells) => !known.has(cells[column])).length,
    (column) => new Set(lines.map((cells) => cells[column])).size,
    (column) => lines.reduce((sum, cells) => sum + cells[column].length, 0),
  ];
  for (const measure of measures) if (measure(0) !== measure(1)) return measure(1) < measure(0) ? 1 : 0;
  return 0;
}
