/** The sentences that tell the customer's issue, how it was resolved, and what is to be done. */
import type { Naming } from './phrasing.ts';
import type { Sentence } from './sentences.ts';
import { toThirdPerson } from './third-person.ts';

const PROBLEM =
  /\b(trouble|problems?|issues?|errors?|can't|cannot|can not|won't|doesn't|does not|didn't|did not|isn't|not working|not work|broken|broke|wrong|lost|missing|never|late|charged|cancel|refund|return|replace|want|need|help|would like|'d like|trying|tried|unable|fail(s|ed|ing)?|stuck|slow|down|stopped|crash(es|ed|ing)?|locked|forgot|overcharged|damaged|defective|complain\w*|how (do|can|could) i|why|calling about|upgrade|change|update|set ?up|reset|question about)\b/gi;
const ACTION =
  /\b(i've|i have|i'll|i will|we'll|we will|we've|you'll|you will|you can|you need|you should|please|refund(ed|s)?|sent|send|replace(d|ment)?|reset|credit(ed)?|cancel(l?ed)?|schedul(e|ed)|technician|try|press|click|go to|follow|restart(ed)?|update(d)?|upgrade(d)?|issue(d)?|process(ed)?|fix(ed)?|resolve(d)?|removed?|applied|transfer(red)?|ticket|appointment|receive|arrive|within|install(ed)?|enable(d)?|submitted|escalate(d)?|waive(d)?|confirm(ed)?)\b/gi;
/** Questions for data, greetings and courtesies. */
export const COURTESY =
  /\b(how (can|may) i (help|assist)|thank(s| you) for (calling|contacting|your)|have a (great|good|nice)|anything else|(your|the) (full |first |last )?(name|phone|email|e-mail|account number|date of birth|address)\b.*\?|may i have|can i have|could i have|sorry to hear|happy to (help|assist)|glad to (help|assist)|you're welcome|welcome to|speaking with|one moment|hold on|let me (check|see|look|pull)|no problem|bye|take care|nice day|how are you|let's see|(let me|i'll) know|following steps)/i;
const COMMITMENT =
  /\b(i'll|i will|i'm going to|i am going to|we'll|we will|we need to|i need to|we have to|i have to|we should|let's|action item|to-do|make sure (to|that)|can you (please )?(send|check|write|prepare|update|set|book|schedule|email|call|follow|look|review|share|finish)|could you (please )?(send|check|write|prepare|update|set|book|schedule|email|call|follow|look|review|share|finish)|please (send|check|write|prepare|update|set|book|schedule|email|call|follow|look|review|share|finish)|by (monday|tuesday|wednesday|thursday|friday|tomorrow|next week|the end of))\b/i;

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

function selectBest(sentences: readonly Sentence[], scoreOf: (sentence: Sentence) => number, count: number): Sentence[] {
  return sentences
    .map((sentence) => ({ sentence, score: scoreOf(sentence) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.sentence.index - b.sentence.index)
    .slice(0, count)
    .map(({ sentence }) => sentence)
    .sort((a, b) => a.index - b.index);
}

/** Of the customer, early, with words of a problem or a wish. */
export function selectIssue(sentences: readonly Sentence[], scores: readonly number[], count: number): Sentence[] {
  const own = sentences.filter(({ role }) => role === 'customer');
  const from = own.length > 0 ? own : sentences;
  return selectBest(
    from,
    ({ text, index, words, terms }) => {
      if (terms.length === 0 || words.length < 3 || COURTESY.test(text)) return 0;
      const place = 1 - from.findIndex((one) => one.index === index) / (from.length + 1);
      return (Math.min(3, countOf(PROBLEM, text)) + scores[index]! + 0.1 * Math.min(10, terms.length)) * (0.3 + place * place);
    },
    count,
  );
}

/** Of the agent, late, with words of an action or an instruction. */
export function selectResolution(sentences: readonly Sentence[], scores: readonly number[], count: number): Sentence[] {
  const own = sentences.filter(({ role }) => role === 'agent');
  const from = own.length > 0 ? own : sentences;
  return selectBest(
    from,
    ({ text, index, words, terms }) => {
      if (terms.length === 0 || words.length < 3 || COURTESY.test(text)) return 0;
      const place = (from.findIndex((one) => one.index === index) + 1) / from.length;
      return (Math.min(3, countOf(ACTION, text)) + 0.5 * scores[index]! + 0.1 * Math.min(10, terms.length)) * (0.5 + 0.5 * place);
    },
    count,
  );
}

const MAX_FOLLOW_UPS = 10;

/** "@Agent will send the invoice." */
export function findFollowUps(sentences: readonly Sentence[], { voiceOf }: Naming): string[] {
  const found = sentences.filter(({ text, terms }) => COMMITMENT.test(text) && terms.length > 0 && !COURTESY.test(text));
  return [...new Set(found.map((sentence) => followUp(sentence, voiceOf(sentence))))].slice(0, MAX_FOLLOW_UPS);
}

function followUp({ text }: Sentence, { speaker, listener }: { speaker: string; listener?: string | undefined }): string {
  const plain = text.replace(/[.?!]+$/, '');
  const own = /\b(?:i'll|i will|i'm going to|i am going to|i need to|i have to) (.+)$/i.exec(plain);
  const asked = /\b(?:can you|could you|please)(?: please)? (.+)$/i.exec(plain);
  const all = /\b(?:we'll|we will|we need to|we have to|we should|let's) (.+)$/i.exec(plain);
  const say = (who: string, what: string): string =>
    `${who} will ${toThirdPerson(what, { speaker: 'they', listener }).replace(/^./, (first) => first.toLowerCase())}.`;
  if (own) return say(`@${speaker}`, own[1]!);
  if (asked) return say(listener === undefined ? 'The participants' : `@${listener.replace('the ', '')}`, asked[1]!);
  if (all) return say('The participants', all[1]!);
  return `@${speaker}: ${toThirdPerson(plain, { speaker: 'they', listener })}.`;
}
