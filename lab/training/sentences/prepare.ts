/**
 * Turns corpora into the arrays that `train.py` learns from; words and grams are those of `src/engines/language/sentences`.
 *
 *     node lab/training/sentences/prepare.ts --data FOLDER --packages FOLDER --teacher FOLDER --out FOLDER [--grams grams.bin]
 *
 * With --grams the rows of a table that is in use are kept, for training that continues from it.
 * Everything is seeded. README.md has the sources and their licenses.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../../src/engines/shared/random.ts';
import { Tokenizer } from '../../../src/engines/language/sentences/english-pieces.ts';
import type { Vocabulary } from '../../../src/engines/language/sentences/english-pieces.ts';
import { hashGrams } from '../../../src/engines/language/sentences/grams.ts';
import { splitWords } from '../../../src/engines/language/sentences/words.ts';
import { IdLists } from './id-lists.ts';
import { readMeanings } from './meanings.ts';
import { readEnglish } from './english.ts';
import { readRequests, SLOTS } from './requests.ts';
import { saveLabeled } from './labeled.ts';
import { readLabeled, readParaphrases } from './utterances.ts';

const VECTORS = 131_072;
/** The first rows of the table: padding, and words of which no gram is known. */
const FIRST_GRAM = 2;
const MAX_WORDS = 40;
const MAX_PIECES = 48;
/** One in this number of meanings is held out for the figures. */
const HELD_OUT = 20;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    packages: { type: 'string' },
    out: { type: 'string' },
    teacher: { type: 'string' },
    grams: { type: 'string' },
  },
});
const [data, packages, out] = [values.data!, values.packages!, values.out!];
mkdirSync(out, { recursive: true });
const random = new Random(1);

const meanings = readMeanings(data, packages);
const requests = readRequests(new URL('requests/', import.meta.url), meanings, random);
const english = readEnglish(packages, meanings, random);
const everyLabeled = readLabeled(data, new URL('wordings/', import.meta.url));
const labeled = everyLabeled.filter(({ isApart }) => !isApart);
/** Measured on, never learned from. */
const apart = everyLabeled.filter(({ isApart, label }) => isApart && label !== undefined);
const paraphrases = readParaphrases(data);
const languages = [
  ...new Set([...meanings.texts.map(({ language }) => language), ...requests.texts.map(({ language }) => language)]),
].sort();
console.log(
  `${meanings.texts.length} texts of meanings, ${requests.texts.length} requests, ${english.length} English texts, ${languages.length} languages`,
);

// Grams are chosen by how often each language uses them, so that large sets do not crowd out small ones.
function chooseGrams(): Uint32Array {
  const scores = new Map<number, number>();
  const all = [...meanings.texts, ...requests.texts, ...english.map((text) => ({ language: 'en', text })), ...labeled];
  for (const [, texts] of Map.groupBy(all, ({ language }) => language)) {
    const counts = new Map<number, number>();
    for (const { text } of texts)
      for (const grams of hashGrams(splitWords(text, MAX_WORDS))) for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
    for (const [gram, count] of counts) if (count > 1) scores.set(gram, (scores.get(gram) ?? 0) + Math.sqrt(count));
  }
  const chosen = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, VECTORS - FIRST_GRAM);
  console.log(`${scores.size} grams, the rarest chosen has a score of ${chosen.at(-1)![1].toFixed(2)}`);
  return Uint32Array.from(chosen.map(([gram]) => gram)).sort();
}
const keys = values.grams === undefined ? chooseGrams() : readKeys(values.grams);
function readKeys(table: string): Uint32Array {
  return new Uint32Array(new Uint8Array(readFileSync(table)).buffer, 0, VECTORS - FIRST_GRAM);
}
writeFileSync(join(out, 'keys.bin'), keys);
const rowOf = new Map([...keys].map((key, i) => [key, FIRST_GRAM + i]));

// Words are numbered by their grams: texts are then short lists of small numbers.
const words = new IdLists();
const wordIds = new Map<string, number>();
function encode(text: string): number[] {
  return hashGrams(splitWords(text, MAX_WORDS)).map((grams) => {
    const rows = grams.flatMap((gram) => rowOf.get(gram) ?? []);
    const key = rows.join(' ');
    let id = wordIds.get(key);
    if (id === undefined) {
      wordIds.set(key, (id = wordIds.size));
      words.add(rows.length > 0 ? rows : [1]);
    }
    return id;
  });
}
function save(name: string, texts: readonly { text: string }[]): void {
  const lists = new IdLists();
  for (const { text } of texts) lists.add(encode(text));
  lists.save(join(out, name));
}

save('meanings', meanings.texts);
save('requests', requests.texts);
save(
  'english',
  english.map((text) => ({ text })),
);
save('utterances', labeled);
save('apart', apart);
save(
  'paraphrases',
  paraphrases.flatMap(({ a, b }) => [{ text: a }, { text: b }]),
);
words.save(join(out, 'words'));
saveLabeled(out, 'utterances', labeled);
saveLabeled(out, 'apart', apart);
const tags = new IdLists();
for (const { text, spans } of requests.texts)
  tags.add(
    splitWords(text, MAX_WORDS).map(({ start, end }) => {
      const span = spans.find((one) => start < one.end && end > one.start);
      return span ? 1 + 2 * SLOTS.indexOf(span.slot) + (start > span.start ? 1 : 0) : 0;
    }),
  );
tags.save(join(out, 'tags'));

const numberOf = new Map(languages.map((language, i) => [language, i]));
writeFileSync(
  join(out, 'meaning-languages.bin'),
  Uint8Array.from(meanings.texts, ({ language }) => numberOf.get(language)!),
);
writeFileSync(
  join(out, 'meaning-groups.bin'),
  Uint32Array.from(meanings.texts, ({ group }) => group),
);
writeFileSync(join(out, 'pairs.bin'), Uint32Array.from(meanings.pairs.flat()));
writeFileSync(
  join(out, 'request-languages.bin'),
  Uint8Array.from(requests.texts, ({ language }) => numberOf.get(language)!),
);
writeFileSync(join(out, 'request-groups.bin'), Uint32Array.from(requests.texts.flatMap(({ line, fill, intent }) => [line, fill, intent])));
writeFileSync(
  join(out, 'meta.json'),
  JSON.stringify({ languages, sentences: meanings.sentences, heldOut: HELD_OUT, vectors: VECTORS, slots: SLOTS.length }),
);

// What the teacher reads: pieces of English texts.
const teacher = new Tokenizer(JSON.parse(readFileSync(join(values.teacher!, 'vocab.json'), 'utf8')) as Vocabulary);
function savePieces(name: string, texts: readonly string[]): void {
  const lists = new IdLists();
  for (const text of texts) lists.add(teacher.encode(text, MAX_PIECES));
  lists.save(join(out, name));
}
const isEnglish = ({ language }: { language: string }): boolean => language === 'en';
savePieces(
  'meanings-pieces',
  meanings.texts.filter(isEnglish).map(({ text }) => text),
);
savePieces(
  'requests-pieces',
  requests.texts.filter(isEnglish).map(({ text }) => text),
);
savePieces('english-pieces', english);
for (const [name, texts] of [['utterances', labeled] as const, ['apart', apart] as const])
  savePieces(
    `${name}-pieces`,
    texts.map((one) => (isEnglish(one) ? one.text : '')),
  );
savePieces(
  'paraphrases-pieces',
  paraphrases.flatMap((one) => (isEnglish(one) ? [one.a, one.b] : ['', ''])),
);
