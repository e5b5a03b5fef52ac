/**
 * Names of people: after words that introduce them, in answers to the question for a name, by lists of given names, and wherever a name
 * that was found before is repeated. Transcripts without capitals rely on the lists more.
 */
import { clustersOf } from '../entities/tagging/word-clusters.ts';
import { STATES } from './addresses.ts';
import type { Cue } from './cues.ts';
import type { PersonalData } from './entity.ts';
import type { NameLists } from './name-lists.ts';
import type { Word } from './words.ts';
import wordLists from './words.json' with { type: 'json' };

/** Introductions after which even unknown words are a name. */
const STRONG =
  /(?:my|his|her|full|first|last|middle|the|maiden|their|whose|legal) (?:first |last |full |maiden )?name(?:'s| is| was| would be| on (?:it|the \w+) is)|(?:surname|last name|first name|name) is|name's|(?:first|last|middle) name|surname|under the name(?: of)?|name of|named|go by|goes by|(?:speaking|talking|chatting|spoke|talked|chatted|chat) (?:with|to)|call me|ask for|on behalf of|(?:mr|mrs|ms|miss|mister|missus|dr|doctor|professor|prof)\.?$/;
/** Introductions that need a word that can be a name. */
const WEAK =
  /(?:this is|this's|i'm|i am|it's|it is|that is|that's|here is|hi|hello|hey|thanks|thank you|dear|welcome|morning|afternoon|evening|bye|goodbye|okay|ok|sorry|sure|great|perfect|yes|no|wife|husband|son|daughter|brother|sister|mother|father|mom|dad|boss|manager|supervisor|colleague|friend|partner|technician|agent|assistant|nurse|attorney|lawyer|neighbor|tell|told|contact|email|for|with|and|from|by|to|is|agent named|regards|sincerely)[,.:!]?$/;
/** Greetings, after which a word that is no ordinary one is a name. */
const GREETING = /(?:hi|hello|hey|dear|(?:thanks|thank you)(?: so much| very much)?|(?:good )?(?:morning|afternoon|evening)),?$/;
const MAX_NAME_WORDS = 4;
const PARTICLES = new Set(['de', 'la', 'van', 'von', 'der', 'den', 'del', 'di', 'da', 'al', 'bin', 'el', 'mc', 'mac', 'st']);
const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'mister', 'missus', 'dr', 'doctor', 'professor', 'prof', 'sir', 'madam', "ma'am"]);
/** Words that start a sentence or a place, never a name. */
const NEVER = new Set(wordLists.never);
/** Given names that are usually other words in speech without capitals. */
const AMBIGUOUS = new Set(wordLists.ambiguous);

interface NameContext {
  text: string;
  words: readonly Word[];
  expected: readonly Cue[];
  lists: NameLists;
  /** Parts of names that were found in the conversation, in lower case. */
  known: ReadonlySet<string>;
}

export function findNames(context: NameContext): PersonalData[] {
  const { text, words } = context;
  const isCased = /\p{Lu}/u.test(text) && (/[.,?!]/.test(text) || /\S\s+\S*\p{Lu}/u.test(text) || !/\s/.test(text.trim()));
  const found: PersonalData[] = [];
  const answerEnd = context.expected.includes('name') ? answerStart(words) : -1;
  for (let i = 0; i < words.length;) {
    const length = nameAt(i, isCased, i <= answerEnd, context);
    if (length === 0) {
      i++;
      continue;
    }
    const first = words[i]!;
    const last = words[i + length - 1]!;
    const end = last.end - (/['’]s$/i.test(last.text) ? 2 : 0);
    found.push({
      kind: 'name',
      start: first.start,
      end,
      score: scoreOf(i, length, context),
    });
    i += length;
  }
  return found;
}

function scoreOf(i: number, length: number, { words, lists, known }: NameContext): number {
  const { lower } = words[i]!;
  return Math.min(0.99, 0.7 + (lists.isGiven(lower) || known.has(lower) ? 0.15 : 0) + (length > 1 ? 0.1 : 0));
}

/** How many words of a name start at a word; 0 when none does. */
function nameAt(i: number, isCased: boolean, isAnswer: boolean, context: NameContext): number {
  const { words, text } = context;
  const word = words[i]!;
  if (word.kind !== 'letters' || isExcluded(word)) return 0;
  const before = text
    .slice(Math.max(0, word.start - 40), word.start)
    .toLowerCase()
    .replaceAll('’', "'")
    .trimEnd();
  const isStrong = endsWith(STRONG, before);
  const isNamed = isStrong || isAnswer || (endsWith(GREETING, before) && isRare(word.lower, context.lists));
  const isIntroduced = isNamed || endsWith(WEAK, before);
  return isCased ? casedName(i, context, isNamed, isIntroduced) : plainName(i, context, isNamed, isIntroduced);
}

/** Whether a word is no ordinary one; given names of any language are not. */
function isRare(lower: string, lists: NameLists): boolean {
  return !lists.isWord(lower) && (lists.isForeignGiven(lower) || lists.isGiven(lower) || clustersOf(lower)[0] === 0);
}

/** Whether a whole phrase of the pattern ends the text before a word. */
function endsWith(pattern: RegExp, before: string): boolean {
  const { source } = pattern;
  const cached = CACHE.get(source) ?? new RegExp(`(?:^|[^a-z'])(?:${source})$`);
  CACHE.set(source, cached);
  return cached.test(before);
}
const CACHE = new Map<string, RegExp>();

/** The first word of an answer such as "sure, that is Ann Lee" that says something. */
function answerStart(words: readonly Word[]): number {
  const first = words.findIndex(({ lower, kind }) => kind !== 'other' && !ANSWER_WORDS.has(lower));
  return first < 0 ? words.length : first;
}
const ANSWER_WORDS = new Set(wordLists.answerWords);

function isExcluded({ lower, text }: Word): boolean {
  return (
    NEVER.has(lower) ||
    NEVER.has(lower.replace(/'s$/, '')) ||
    TITLES.has(lower) ||
    (text.length === 1 && lower !== 'j') ||
    /^\p{Lu}{4,}$/u.test(text)
  );
}

function isCapital({ text, kind }: Word): boolean {
  return kind === 'letters' && /^\p{Lu}/u.test(text);
}

/** In text with capitals, a name is a run of capitalized words. */
function casedName(i: number, { words, lists, known, text }: NameContext, isStrong: boolean, isIntroduced: boolean): number {
  const word = words[i]!;
  if (!isCapital(word)) return 0;
  const length = capitalRun(i, words, lists);
  const { lower } = word;
  const isGiven = lists.isGiven(lower) || lists.isForeignGiven(lower);
  const isFirst = i === 0 || /[.?!]\s*$/.test(text.slice(Math.max(0, word.start - 4), word.start));
  if (known.has(lower)) return length;
  if (isStrong) return lists.isWord(lower) && !isGiven && !lists.isSurname(lower) && isFirst ? 0 : length;
  if (STATES.has(lower)) return 0;
  if (isGiven && !lists.isWord(lower)) {
    if (AMBIGUOUS.has(lower)) return isIntroduced || (length > 1 && lists.isSurname(words[i + length - 1]!.lower)) ? length : 0;
    return isPlace(i, length, words, text) ? 0 : length;
  }
  if (isGiven) return (isIntroduced && !isFirst) || (length > 1 && lists.isSurname(words[i + length - 1]!.lower)) ? length : 0;
  if (isIntroduced && !lists.isWord(lower) && !isFirst)
    return lists.isSurname(lower) || length > 1 ? (isPlace(i, length, words, text) ? 0 : length) : 0;
  return 0;
}

/** Whether a preposition of place comes before, or a word for a place or company after. */
function isPlace(i: number, length: number, words: readonly Word[], text: string): boolean {
  const before = words[i - 1]?.lower ?? '';
  const after = words[i + length]?.lower ?? '';
  return (
    /^(in|at|near|to|via|visit|visiting)$/.test(before) ||
    /^(street|avenue|road|inc|corp|llc|bank|hotel|airport|university|hospital|city|county|insurance)$/.test(after) ||
    text[words[i + length - 1]!.end] === '@'
  );
}

function capitalRun(i: number, words: readonly Word[], lists: NameLists): number {
  let length = 1;
  while (length < MAX_NAME_WORDS) {
    const next = words[i + length];
    if (!next || next.kind !== 'letters' || next.isJoined) {
      // An initial with its point: "John F. Kennedy".
      if (next?.text === '.' && words[i + length - 1]!.text.length === 1 && words[i + length + 1] && isCapital(words[i + length + 1]!))
        length++;
      else if (next?.text === '-' && next.isJoined && words[i + length + 1]?.isJoined && isCapital(words[i + length + 1]!)) length += 2;
      else break;
      continue;
    }
    const isParticle = PARTICLES.has(next.lower) && words[i + length + 1] !== undefined && isCapital(words[i + length + 1]!);
    const isInitial = next.text.length === 1 && isCapital(next) && next.lower !== 'i';
    if (!isParticle && !isInitial && (!isCapital(next) || isExcluded(next))) break;
    if (!isParticle && lists.isWord(next.lower) && !lists.isSurname(next.lower) && !lists.isGiven(next.lower)) break;
    length++;
  }
  return length;
}

/** In text without capitals, a name is known words, or whatever follows a strong introduction and is no common word. */
function plainName(i: number, { words, lists, known, text }: NameContext, isStrong: boolean, isWeak: boolean): number {
  const { lower } = words[i]!;
  const isGiven = lists.isGiven(lower) && !lists.isWord(lower) && !AMBIGUOUS.has(lower);
  const canStart =
    isGiven ||
    known.has(lower) ||
    (isWeak && lists.isForeignGiven(lower) && !lists.isWord(lower) && !AMBIGUOUS.has(lower)) ||
    (isStrong && (lists.isGiven(lower) || lists.isSurname(lower) || !lists.isWord(lower)));
  const next = words[i + 1];
  const isFullName = lists.isGiven(lower) && isWeak && next?.kind === 'letters' && lists.isSurname(next.lower) && !lists.isWord(next.lower);
  if (!canStart && !isFullName) return 0;
  if (!isStrong && isPlace(i, 1, words, text)) return 0;
  let length = 1;
  while (length < MAX_NAME_WORDS - 1) {
    const word = words[i + length];
    if (word?.kind !== 'letters' || isExcluded(word) || word.isJoined) break;
    const isOrdinary = lists.isWord(word.lower) && !known.has(word.lower);
    const isName = lists.isSurname(word.lower) || (lists.isGiven(word.lower) && !AMBIGUOUS.has(word.lower)) || known.has(word.lower);
    const isParticle = PARTICLES.has(word.lower) && words[i + length + 1]?.kind === 'letters';
    // An ordinary word is a surname only at the end: "john young".
    const isLast = isName && (!isOrdinary || (isStrong && i + length === words.length - 1));
    if (!isParticle && !isLast && !(!isOrdinary && (isStrong || isRare(word.lower, lists)))) break;
    length++;
  }
  return length;
}
