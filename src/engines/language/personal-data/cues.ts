/** Words that say what comes next: in the same utterance, or in a question that the next one answers. */
import type { PersonalDataKind } from './entity.ts';
import cues from './cues.json' with { type: 'json' };

/** `verification` is the code, the end or the expiry date of a card. */
export type Cue = PersonalDataKind | 'cardDetail';

const CUES = Object.entries(cues).map(([cue, pattern]) => [cue as Cue, new RegExp(pattern, 'g')] as const);

export interface FoundCue {
  cue: Cue;
  start: number;
  end: number;
}

/** All cues of a text, in order of their end. */
export function findCues(text: string): FoundCue[] {
  const lower = text.toLowerCase().replaceAll('’', "'");
  return CUES.flatMap(([cue, pattern]) =>
    [...lower.matchAll(pattern)].map(({ 0: { length }, index }) => ({
      cue,
      start: index,
      end: index + length,
    })),
  ).sort((a, b) => a.end - b.end || a.end - a.start - (b.end - b.start));
}

const QUESTION =
  /\?|\b(can|could|may|might) (i|you|we)\b|\bwhat('s| is| was| are)\b|\bplease\b|\b(need|provide|confirm|verify|give|tell|have|spell|repeat|read|share|enter|type|start with|go ahead)\b|\bwhich\b|\bwho\b|\band (the|your)\b/i;

/** What an utterance asks for. */
export function findQuestions(text: string): Cue[] {
  return QUESTION.test(text) ? [...new Set(findCues(text).map(({ cue }) => cue))] : [];
}
