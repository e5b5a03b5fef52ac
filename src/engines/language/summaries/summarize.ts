/**
 * Summaries of a conversation by extraction and compression: sentences are scored, the best are cleaned and put into the third person.
 * A summary says nothing that nobody did. Chapters come from TextTiling, titles and the first sentence of a narrative from key phrases.
 *
 * Cost: the square of at most 600 sentences, and linear in the length of the conversation.
 */
import { centralities, cosine, inverseFrequencies, vectorOf } from './centrality.ts';
import { splitChapters } from './chapters.ts';
import type { Chapter } from './chapters.ts';
import { COURTESY, findFollowUps, selectIssue, selectResolution } from './aspects.ts';
import { keyPhrases } from './key-phrases.ts';
import { enumerate, report } from './phrasing.ts';
import type { Naming } from './phrasing.ts';
import { namingOf, withRoles } from './roles.ts';
import { splitSentences } from './sentences.ts';
import type { Sentence, Turn } from './sentences.ts';
import { capitalize } from './third-person.ts';

export interface SummaryPart {
  text: string;
  /** The turns that it summarizes. */
  firstTurn: number;
  endTurn: number;
}

interface Summarizer {
  issue(count?: number): string;
  resolution(count?: number): string;
  titles(): SummaryPart[];
  narratives(count?: number): SummaryPart[];
  recap(count?: number): string;
  followUps(): string[];
}

const TITLE_PHRASES = 2;
const TOPIC_PHRASES = 4;
/** Sentences of a narrative, for one chapter and for each of several. */
const NARRATIVE_SENTENCES = 2;
const RECAP_SENTENCES = 4;
const MIN_WORDS = 6;
const MAX_WORDS = 40;
/** Sentences that repeat another are left out. */
const MAX_SIMILARITY = 0.5;

export function summarizer(given: readonly Turn[]): Summarizer {
  const turns = withRoles(given);
  const sentences = splitSentences(turns);
  const naming = namingOf(turns);
  const weights = inverseFrequencies(sentences);
  let ranked: number[] | undefined;
  const scores = (): number[] => (ranked ??= sentenceScores(sentences));
  let split: Chapter[] | undefined;
  const chapters = (): Chapter[] => (split ??= splitChapters(sentences, turns.length));
  const select = (from: readonly Sentence[], count: number): Sentence[] => selectDiverse(from, scores(), weights, count);
  const write = (chosen: readonly Sentence[]): string => reportAll(chosen, naming);
  const partOf = ({ firstTurn, endTurn }: Chapter, text: string): SummaryPart => ({ text, firstTurn, endTurn });

  return {
    issue: (count = 2) => write(selectIssue(sentences, scores(), count)),
    resolution: (count = 2) => write(selectResolution(sentences, scores(), count)),
    titles: () => chapters().map((chapter) => partOf(chapter, titleOf(chapter, sentences))),
    narratives: (count = NARRATIVE_SENTENCES) =>
      chapters().map((chapter) => partOf(chapter, narrativeOf(chapter, sentences, select(chapter.sentences, count), naming))),
    recap: (count = RECAP_SENTENCES) =>
      [topicSentence(sentences, sentences), write(select(sentences, count))].filter((text) => text !== '').join(' '),
    followUps: () => findFollowUps(sentences, naming),
  };
}

function reportAll(sentences: readonly Sentence[], naming: Naming): string {
  return sentences.map((one) => report(one, naming)).join(' ');
}

function narrativeOf(chapter: Chapter, all: readonly Sentence[], chosen: readonly Sentence[], naming: Naming): string {
  return [topicSentence(chapter.sentences, all), reportAll(chosen, naming)].filter((text) => text !== '').join(' ');
}

/** What a part of several sentences is about, in its own words. */
function topicSentence(part: readonly Sentence[], all: readonly Sentence[]): string {
  if (part.length < 5) return '';
  const phrases = keyPhrases(part, all, TOPIC_PHRASES);
  return phrases.length < 2 ? '' : `The participants discussed ${enumerate(phrases.map((phrase) => `the ${phrase}`))}.`;
}

function titleOf({ sentences }: Chapter, all: readonly Sentence[]): string {
  const phrases = keyPhrases(sentences, all, TITLE_PHRASES);
  if (phrases.length > 0) return enumerate(phrases.map((phrase) => phrase.split(' ').map(capitalize).join(' ')));
  const [first] = [...sentences].sort((a, b) => b.terms.length - a.terms.length);
  return first === undefined ? 'Conversation' : capitalize(first.words.slice(0, 8).join(' '));
}

/** Central sentences of a good length that say something about a topic. */
function sentenceScores(sentences: readonly Sentence[]): number[] {
  const central = centralities(sentences);
  return sentences.map(({ text, words, terms, isQuestion }, i) => {
    const { length } = words;
    const size = length < MIN_WORDS ? length / (2 * MIN_WORDS) : length > MAX_WORDS ? MAX_WORDS / length : 1;
    const density = terms.length / Math.max(6, length);
    return (central[i]! + density) * size * (isQuestion ? 0.5 : 1) * (COURTESY.test(text) ? 0.2 : 1) * (isBroken(text) ? 0.4 : 1);
  });
}

/** Whether a sentence breaks off, or addresses somebody. */
function isBroken(text: string): boolean {
  return /\b(and|or|but|the|a|an|of|to|in|on|for|with|that|is|are|was|if|because|so|like|which|who|what|where|you|i|we|it's|that's)[.?]$|\s-\s|["“]|\b(you|your|you're|you've|you'll)\b|^(that|this|it|which|who|if|what|where)\b/i.test(
    text,
  );
}

/** The best sentences that do not repeat one another, in the order of the conversation. */
function selectDiverse(
  from: readonly Sentence[],
  scores: readonly number[],
  weights: ReadonlyMap<string, number>,
  count: number,
): Sentence[] {
  const ranked = [...from].sort((a, b) => scores[b.index]! - scores[a.index]! || a.index - b.index);
  const chosen: { sentence: Sentence; vector: ReturnType<typeof vectorOf> }[] = [];
  for (const sentence of ranked) {
    if (chosen.length >= count) break;
    const vector = vectorOf(sentence.terms, weights);
    if (chosen.every((other) => cosine(other.vector, vector) < MAX_SIMILARITY)) chosen.push({ sentence, vector });
  }
  return chosen.map(({ sentence }) => sentence).sort((a, b) => a.index - b.index);
}
