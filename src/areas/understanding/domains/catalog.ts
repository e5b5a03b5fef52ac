/**
 * Prebuilt domains: ready-made intents with utterances, and entities. The names are the vendor's, the utterances are not. A domain is a .lu
 * file in catalog/; the comment before an intent or entity describes it. The files are read when a domain is first asked for.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { readLu } from '../files/lu/read.ts';

export interface Domain {
  name: string;
  culture: string;
  description: string;
  /** Descriptions by name. */
  entities: Readonly<Record<string, string>>;
  intents: Readonly<Record<string, { about: string; utterances: readonly DomainUtterance[] }>>;
}

export interface DomainUtterance {
  text: string;
  labels: { entity: string; start: number; end: number }[];
}

const FOLDER = new URL('./catalog/', import.meta.url);
const DESCRIBED = /^> (?!!#)(.+)\n(?:# |@ ml )(.+)$/gm;

let all: readonly Domain[] | undefined;

/** All domains, in order of their names. */
export function domains(): readonly Domain[] {
  return (all ??= readdirSync(FOLDER)
    .sort()
    .map((file) => parseDomain(readFileSync(new URL(file, FOLDER), 'utf8'))));
}

function parseDomain(lu: string): Domain {
  const { name, culture, desc, intents, entities, utterances } = readLu(lu).app;
  const about = new Map([...lu.matchAll(DESCRIBED)].map(([, description, model]) => [model!, description!]));
  const utterancesOf = (intent: string): DomainUtterance[] =>
    utterances
      .filter((utterance) => utterance.intent === intent)
      .map(({ text, entities: labels }) => ({
        text,
        labels: labels.map(({ entity, startPos, endPos }) => ({ entity, start: startPos, end: endPos + 1 })),
      }));
  return {
    name,
    culture,
    description: desc,
    entities: Object.fromEntries(entities.map((entity) => [entity.name, about.get(entity.name)!])),
    intents: Object.fromEntries(
      intents.map((intent) => [intent.name, { about: about.get(intent.name)!, utterances: utterancesOf(intent.name) }]),
    ),
  };
}
