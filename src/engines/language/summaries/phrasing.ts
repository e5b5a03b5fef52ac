/** Sentences of a summary, made of sentences of the conversation. */
import type { Sentence } from './sentences.ts';
import { capitalize, toThirdPerson } from './third-person.ts';
import type { Voice } from './third-person.ts';

const REQUEST =
  /^(?:(?:and|then|next|first|now|so)\b[, ]*)*(?:(?:can|could|would|will) you(?: please)?|would you mind|please|i need you to|i would like you to|you (?:need|have) to|you should) /i;
const QUESTION_FORM = /^(?:is|are|was|were|do|does|did|can|could|will|would|should|have|has|may|shall|am)\b/i;
const IMPERATIVE =
  /^(?:press|click|go|open|close|try|turn|restart|reboot|check|select|enter|type|sign|log|follow|unplug|plug|hold|push|call|visit|send|choose|remove|install|update|download|make|wait|use|tap|reset|contact|fill|bring|keep)\b/i;

export interface Naming {
  voiceOf(sentence: Sentence): Voice;
}

/** A reported sentence: "Agent asked the customer to restart the router." */
export function report(sentence: Sentence, { voiceOf }: Naming): string {
  const voice = voiceOf(sentence);
  const { speaker, listener } = voice;
  const text = sentence.text.replace(/[.?!]+$/, '');
  const request = REQUEST.exec(text);
  const asked = request ? text.slice(request[0].length) : IMPERATIVE.test(text) && listener !== undefined ? text : undefined;
  if (asked !== undefined && asked !== '') {
    const whom = listener ?? 'the others';
    return finish(
      `${speaker} asked ${whom} to ${lowerFirst(toThirdPerson(asked.replace(/^to /i, ''), { speaker: 'they', listener: 'they' }))}`,
    );
  }
  if (sentence.isQuestion) return finish(`${speaker} asked ${lowerFirst(questionClause(text, voice))}`);
  const statement = toThirdPerson(text, voice);
  return finish(mentions(statement, speaker) ? statement : `${speaker} said that ${lowerFirst(statement)}`);
}

/** "Can I change it" becomes "whether they can change it", "how can I" becomes "how they can". */
function questionClause(text: string, { listener }: Voice): string {
  const inner = toThirdPerson(text, { speaker: 'they', listener });
  const open =
    /^(how|what|where|when|why|who|which \S+|how \S+) (can|could|will|would|should|must|may|are|is|was|were|have|has|do|does|did) (they|the customer|the agent|it|he|she) (.+)$/i.exec(
      inner,
    );
  if (open) {
    const [, word, verb, subject, rest] = open;
    return /^(do|does|did)$/i.test(verb!) ? `${word} ${subject} ${rest}` : `${word} ${subject} ${verb} ${rest}`;
  }
  if (!QUESTION_FORM.test(text)) return inner;
  const [verb, subject, ...rest] = inner.split(' ');
  if (subject === undefined || rest.length === 0) return inner;
  const isArticle = /^(the|a|an|this|that|their|his|her|its)$/i.test(subject);
  if (/^(do|does|did)$/i.test(verb!)) return `whether ${subject} ${rest.join(' ')}`;
  return isArticle
    ? `whether ${subject} ${rest[0]} ${verb!.toLowerCase()} ${rest.slice(1).join(' ')}`
    : `whether ${subject} ${verb!.toLowerCase()} ${rest.join(' ')}`;
}

function mentions(text: string, speaker: string): boolean {
  return text.toLowerCase().startsWith(`${speaker.toLowerCase()} `);
}

function lowerFirst(text: string): string {
  const [first = ''] = text.split(/\W/);
  const isName = first.length > 1 && (/\p{Lu}.*\p{Lu}/u.test(first) || /\d/.test(first));
  return isName || /^I\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

function finish(text: string): string {
  return `${capitalize(text.trim().replace(/[\s,;:-]+$/, ''))}.`;
}

/** "a, b and c". */
export function enumerate(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}`;
}
