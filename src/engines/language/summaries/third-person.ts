/**
 * Turns what a participant says into a sentence about them: "I have cancelled your order" becomes "Agent has cancelled the customer's
 * order". Only forms that English changes regularly are rewritten; everything else stays as spoken.
 */
import data from './third-person.json' with { type: 'json' };

export interface Voice {
  /** How the speaker is called: "Customer". */
  speaker: string;
  /** How the one spoken to is called, where there is exactly one: "the customer". */
  listener?: string | undefined;
}

const MODALS = new Set(data.modals);
const PAST = new Set(data.past);
const ADVERBS = new Set(data.adverbs);
const IRREGULAR: Readonly<Record<string, string>> = data.irregular;
/** Contractions with a pronoun, taken apart. */
const APART = Object.entries(data.contractions).map(([form, plain]) => [new RegExp(`\\b${form}\\b`, 'gi'), plain] as const);

/** The verb after a singular subject in the third person. */
function singularVerb(verb: string): string {
  const lower = verb.toLowerCase();
  if (Object.hasOwn(IRREGULAR, lower)) return IRREGULAR[lower]!;
  if (MODALS.has(lower) || PAST.has(lower) || /([^e]ed|n't|ing)$/.test(lower) || ADVERBS.has(lower)) return verb;
  if (/(s|x|z|ch|sh)$/.test(lower)) return `${verb}es`;
  return /[^aeiou]y$/.test(lower) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** Verbs whose subject may be "you" in the middle of a sentence; elsewhere "you" is an object. */
const VERBS_AFTER_YOU = new Set(
  'are have had can could will would should must may might need want do did get go see know like think use pay receive try press click call were was'.split(
    ' ',
  ),
);

/** The sentence in the third person; `name` says the speaker at the first mention. */
export function toThirdPerson(sentence: string, { speaker, listener }: Voice): string {
  let text = sentence;
  for (const [form, plain] of APART) text = text.replace(form, plain);
  const words = text.split(' ');
  const result: string[] = [];
  let isNamed = false;
  for (let i = 0; i < words.length; i++) {
    const [, before = '', word = '', after = ''] = /^(\W*)(.*?)(\W*)$/.exec(words[i]!) ?? [];
    const lower = word.toLowerCase();
    const previous = words[i - 1]?.toLowerCase() ?? '';
    const isSubject =
      lower === 'i' ||
      (lower === 'you' && listener !== undefined && VERBS_AFTER_YOU.has(words[i + 1]?.toLowerCase().replace(/\W+$/, '') ?? ''));
    if (isSubject) {
      // After an auxiliary, as in a question, the verb does not agree with its subject.
      const isInverted = MODALS.has(previous) || /^(do|does|did|don't|doesn't|didn't)$/.test(previous);
      const isSingular = lower === 'you' ? listener !== 'they' : !isNamed && speaker !== 'they';
      const name = lower === 'you' ? listener! : isNamed ? 'they' : speaker;
      isNamed ||= lower === 'i';
      result.push(`${before}${name}${after}`);
      if (after !== '') continue;
      while (ADVERBS.has(words[i + 1]?.toLowerCase() ?? '')) result.push(words[++i]!);
      if (words[i + 1] !== undefined && !isInverted) result.push(agreeing(words[++i]!, isSingular));
      continue;
    }
    result.push(`${before}${replacePronoun(word, listener)}${after}`);
  }
  return capitalize(result.join(' '));
}

function agreeing(word: string, isSingular: boolean): string {
  const [, verb = '', after = ''] = /^(.*?)(\W*)$/.exec(word) ?? [];
  if (isSingular) return `${singularVerb(verb)}${after}`;
  const plural = { am: 'are', was: 'were', "wasn't": "weren't" }[verb.toLowerCase()];
  return plural === undefined ? word : `${plural}${after}`;
}

function replacePronoun(word: string, listener: string | undefined): string {
  const plain = PRONOUNS.get(word.toLowerCase());
  if (plain !== undefined) return plain;
  if (listener === undefined) return word;
  const lower = word.toLowerCase();
  return lower === 'your'
    ? listener === 'they'
      ? 'their'
      : `${listener}'s`
    : lower === 'you'
      ? listener === 'they'
        ? 'them'
        : listener
      : lower === 'yourself'
        ? 'themselves'
        : word;
}
const PRONOUNS = new Map(Object.entries(data.pronouns));

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
