/** Prebuilt domains: ready-made intents with utterances, and entities. The names are the vendor's, the utterances are not. */
import { parseUtterance } from '../../files/lu/syntax.ts';

export interface Domain {
  name: string;
  culture: string;
  description: string;
  /** Descriptions by name. */
  entities: Readonly<Record<string, string>>;
  /** Descriptions and utterances by name, with labels as `{Entity=text}`. */
  intents: Readonly<Record<string, { about: string; says: readonly string[] }>>;
}

export interface DomainUtterance {
  text: string;
  labels: { entity: string; start: number; end: number }[];
}

export function parseDomainUtterances(says: readonly string[]): DomainUtterance[] {
  return says.map((source) => {
    const { text, labels } = parseUtterance(source, (details) => new Error(`${source}: ${details}`));
    return { text, labels: labels.map(({ name, start, end }) => ({ entity: name, start, end })) };
  });
}
