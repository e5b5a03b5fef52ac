/** Prebuilt domains: ready-made intents and entities of a field of life, each with utterances. Names are the original's, sentences are ours. */
import { parseUtterance } from '../../files/lu/syntax.ts';

export interface Domain {
  name: string;
  culture: string;
  description: string;
  /** What each entity is. */
  entities: Readonly<Record<string, string>>;
  /** Each with what it is and how it is said, labels as `{Entity=text}`. */
  intents: Readonly<Record<string, { about: string; says: readonly string[] }>>;
}

export interface DomainUtterance { text: string; labels: { entity: string; start: number; end: number }[] }

export function parseDomainUtterances(says: readonly string[]): DomainUtterance[] {
  return says.map((source) => {
    const { text, labels } = parseUtterance(source, (details) => new Error(`${source}: ${details}`));
    return { text, labels: labels.map(({ name, start, end }) => ({ entity: name, start, end })) };
  });
}
