/**
 * Texts with persons, places and organizations marked, from the sets in FOLDER/corpora.
 *
 * What is changed: addresses of accounts (@name) are no names here; the mark of a hashtag is not part of a name; "Borrower" and "Lender",
 * which the filings mark as persons, are none; nationalities, which tweets sometimes mark as places, are none in training. Sets that are
 * not divided by their makers are divided by position: of every section the first seven tenths train, the next tenth is for choices, the
 * last two tenths are tests.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export type NameKind = 'person' | 'place' | 'organization';
export interface NameSpan {
  readonly kind: NameKind;
  readonly start: number;
  readonly end: number;
}
export interface NamedText {
  readonly text: string;
  readonly names: readonly NameSpan[];
}

const KINDS: Readonly<Record<string, NameKind>> = {
  PER: 'person',
  person: 'person',
  LOC: 'place',
  location: 'place',
  ORG: 'organization',
  corporation: 'organization',
  group: 'organization',
};

const TRAIN_SHARE = 0.7;
const CHOICE_SHARE = 0.8;

export type Part = 'train' | 'choice' | 'test';

/** Words for people and languages, which one of the sets often marks as places. */
const NATIONALITIES = new Set(
  (
    'american british english scottish welsh irish french german italian spanish portuguese dutch belgian swiss austrian danish swedish norwegian finnish icelandic polish czech slovak hungarian ' +
    'romanian bulgarian greek turkish serbian croatian bosnian albanian ukrainian russian georgian armenian chinese japanese korean vietnamese thai indonesian malaysian filipino indian pakistani ' +
    'bangladeshi afghan iranian persian iraqi syrian lebanese israeli palestinian jewish arab saudi egyptian libyan tunisian moroccan algerian nigerian kenyan ethiopian somali rwandan african ' +
    'european asian australian aussie canadian mexican brazilian argentinian argentine chilean colombian cuban peruvian venezuelan scouse latin muslim islamic soviet'
  ).split(' '),
);

/** The English sets that may be trained on (CC BY 3.0 and 4.0): a broad collection of tweets, WNUT17 and contracts. */
export const ENGLISH_SETS = ['BTC', 'WNUT17', 'SEC'] as const;

export function readEnglish(folder: string, set: (typeof ENGLISH_SETS)[number], part: Part): NamedText[] {
  const read = (path: string): NamedText[] => readConll(join(folder, 'corpora', 'ner-en', path), part);
  if (set === 'BTC') return [...'abefgh'].flatMap((section) => slice(read(`BTC/CONLL-format/data/${section}.conll.gz`), part));
  if (set === 'SEC') return slice(read('SEC-filings/CONLL-format/data/train/FIN5.txt.gz'), part);
  if (part === 'test') return read('WNUT17/CONLL-format/data/dev/emerging.dev.conll.gz');
  const rows = read('WNUT17/CONLL-format/data/train/wnut17train.conll.gz');
  return part === 'train' ? rows.slice(0, Math.floor(rows.length * 0.9)) : rows.slice(Math.floor(rows.length * 0.9));
}

/** The sets of Universal NER (share-alike): measured on, never trained on. Their `train` part is for choices, their `dev` part the test. */
export const UNIVERSAL_SETS = {
  en: 'English-EWT/en_ewt',
  pt: 'Portuguese-Bosque/pt_bosque',
  da: 'Danish-DDT/da_ddt',
  sv: 'Swedish-Talbanken/sv_talbanken',
  hr: 'Croatian-SET/hr_set',
  zh: 'Chinese-GSD/zh_gsd',
} as const;

export function readUniversal(folder: string, language: keyof typeof UNIVERSAL_SETS, part: 'choice' | 'test'): NamedText[] {
  if (language === 'en' && part === 'choice') return [];
  return readConll(join(folder, 'corpora', 'uner', `${UNIVERSAL_SETS[language]}-ud-${part === 'test' ? 'dev' : 'train'}.iob2.gz`), part);
}

function slice<T>(rows: readonly T[], part: Part): T[] {
  const [train, choice] = [Math.floor(rows.length * TRAIN_SHARE), Math.floor(rows.length * CHOICE_SHARE)];
  return part === 'train' ? rows.slice(0, train) : part === 'choice' ? rows.slice(train, choice) : rows.slice(choice);
}

function readConll(path: string, part: Part): NamedText[] {
  const blocks = gunzipSync(readFileSync(path))
    .toString('utf8')
    .split(/\r?\n\s*\r?\n/);
  const isUniversal = path.endsWith('.iob2.gz');
  return blocks.flatMap((block) => {
    const lines = block.split(/\r?\n/);
    const rows = lines
      .filter((line) => line !== '' && !line.startsWith('# ') && !line.startsWith('-DOCSTART-'))
      .map((line) => line.split(/[\t ]/));
    if (rows.length === 0) return [];
    const words = rows.map((row) => (isUniversal ? { word: row[1]!, tag: row[2]! } : { word: row[0]!, tag: row.at(-1)! }));
    const text = lines.find((line) => line.startsWith('# text = '))?.slice('# text = '.length);
    return [spansOf(words, isUniversal ? text : undefined, part)];
  });
}

/** Spans in the text as it was written, or in the words joined by spaces. */
function spansOf(words: readonly { word: string; tag: string }[], written: string | undefined, mode: Part): NamedText {
  let text = written ?? '';
  const names: { kind: NameKind; start: number; end: number }[] = [];
  let at = 0;
  let open = '';
  words.forEach(({ word, tag }, i) => {
    let start: number;
    if (written === undefined) {
      if (i > 0) text += ' ';
      start = text.length;
      text += word;
    } else {
      start = text.indexOf(word, at);
      if (start < 0) start = at;
    }
    at = start + word.length;
    const type = tag.slice(2);
    const kind = KINDS[type];
    const isAccount = word.startsWith('@') || words[i - 1]?.word === '@';
    const isRole = /^(borrower|lender)s?$/i.test(word);
    const isNationality = mode === 'train' && kind === 'place' && NATIONALITIES.has(word.toLowerCase().replace(/^#/, ''));
    if (kind === undefined || isAccount || isRole || isNationality) {
      open = '';
      return;
    }
    const from = word.startsWith('#') && word.length > 1 ? start + 1 : start;
    if (tag.startsWith('I-') && open === type) names.at(-1)!.end = at;
    else names.push({ kind, start: from, end: at });
    open = type;
  });
  return { text, names };
}
