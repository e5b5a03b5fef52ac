/** Sentences of a conversation, cleaned of noises, fillers and repetitions, with the words that carry their topic. */
import english from '../../shared/text/english-stop-words.json' with { type: 'json' };
import words from './stop-words.json' with { type: 'json' };

/** Words that carry no topic in speech: function words, fillers, and verbs and nouns of talking itself. */
const STOP_WORDS: ReadonlySet<string> = new Set([...english, ...words]);

/** Sounds and phrases that are left out of what is quoted. */
const FILLERS =
  /(?<![\p{L}-])(?:u+h+|u+m+|e+r+m*|a+h+|mm+|hmm*|mhm+|uh-huh|you know|i mean|sort of|kind of|kinda|sorta|actually|basically|obviously|literally|like i said|as i said|i guess|i suppose|you see|or something|or whatever|and stuff|and so on|if you like|to be honest|at the end of the day|really|just|pretty much|okay|ok|alright|yeah|yep|oh|hey)(?![\p{L}'-])/giu;

/** Words at the start of a sentence that only connect it with the one before. */
const CONNECTIVES =
  /^(?:(?:and|but|so|or|because|cause|'cause|then|also|well|okay|ok|yeah|yes|yep|no|right|alright|now|oh|ah|um|uh|hmm|mm|like|i mean|you know|anyway|actually|basically|plus|though|however|first of all|of course|sure|great|perfect|thanks|thank you|hi|hello|hey|sorry)\b[\s,.-]*)+/i;

/** A turn of a conversation. */
export interface Turn {
  text: string;
  speaker: string;
  /** `customer`, `agent`, or neither. */
  role?: string | undefined;
}

export interface Sentence {
  /** Its place among all sentences. */
  index: number;
  turn: number;
  speaker: string;
  role?: string | undefined;
  /** As spoken, without fillers. */
  text: string;
  words: string[];
  /** Stems of the words that carry the topic. */
  terms: string[];
  isQuestion: boolean;
}

/** Bounds the work on long conversations: later sentences are not read. */
const MAX_SENTENCES = 8000;
const MAX_CHARACTERS = 600;
const SENTENCE = /[^.?!\n]+(?:[.?!](?!\s|$)[^.?!\n]*)*[.?!]*/g;
const NOISES = /\{[^}]{0,40}\}|\[[^\]]{0,40}\]|<[^>]{0,40}>/g;

export function splitSentences(turns: readonly Turn[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (const [turn, { text, speaker, role }] of turns.entries()) {
    for (const [raw] of text.replace(NOISES, ' ').matchAll(SENTENCE)) {
      if (sentences.length >= MAX_SENTENCES) return sentences;
      const cleaned = cleanSentence(raw.slice(0, MAX_CHARACTERS));
      const words = wordsOf(cleaned);
      if (words.length === 0) continue;
      const isQuestion = raw.trimEnd().endsWith('?');
      sentences.push({ index: sentences.length, turn, speaker, role, text: cleaned, words, terms: termsOf(words), isQuestion });
    }
  }
  return sentences;
}

/** Words and numbers, with a contracted ending. */
export const WORD = /[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu;

function wordsOf(text: string): string[] {
  return text.toLowerCase().replaceAll('’', "'").match(WORD) ?? [];
}

function termsOf(words: readonly string[]): string[] {
  return words.filter(isTopicWord).map(stem);
}

export function isTopicWord(word: string): boolean {
  const [plain = ''] = word.split("'");
  return plain.length > 2 && !STOP_WORDS.has(plain) && !/^\d+$/.test(plain);
}

/** A light stemmer, enough to count plurals and forms of a verb together. */
export function stem(word: string): string {
  const plain = word.replace(/'.*$/, '');
  if (plain.length > 5 && plain.endsWith('ies')) return `${plain.slice(0, -3)}y`;
  for (const [ending, least] of [
    ['ing', 6],
    ['ed', 5],
    ['es', 5],
    ['s', 4],
    ['ly', 6],
  ] as const) {
    if (plain.length >= least && plain.endsWith(ending) && !plain.endsWith('ss'))
      return plain.slice(0, -ending.length).replace(/(.)\1$/, '$1');
  }
  return plain;
}

/** Leaves out fillers, connectives at the start, and words that are repeated. */
export function cleanSentence(raw: string): string {
  const isQuestion = raw.trimEnd().endsWith('?');
  const spaced = raw
    .replaceAll('’', "'")
    .replace(/\s+([,.?!;:'])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const plain = spaced
    .replace(/[.?!]+$/, '')
    .replace(FILLERS, ' ')
    .replace(/(?<=,) (?:well|right|so|now|yes|no|again|like|anyway)(?=,)/gi, ' ')
    .replace(/\s+([,;:])/g, '$1')
    .replace(/([,;:])(?:\s*[,;:])+/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:.-]+|[\s,;:-]+$/g, '')
    .replace(CONNECTIVES, '')
    .replace(/\b([\p{L}']+(?: [\p{L}']+){0,2})(?:,? \1\b)+/giu, '$1')
    .replace(/^[\s,;:.-]+/, '');
  return plain === '' ? '' : `${plain}${isQuestion ? '?' : '.'}`;
}
