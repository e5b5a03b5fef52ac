/**
 * Users' regular expressions, in time linear in the text whatever the expression, through re2js.
 *
 * What cannot be done in linear time (looking ahead or behind, repeating what a group matched) is rejected when
 * the entity is made, in words that say what it is, not when somebody's query hangs. Case is ignored, as the
 * original service does. Expression, program and number of matches are bounded.
 */
import { RE2JS } from 're2js';

/** Why an expression cannot be used. */
export class InvalidRegex extends Error {
  override name = 'RegexProblem';
}

export type RegexHit = { readonly start: number; readonly end: number };

const MAX_CHARACTERS = 2000;
const MAX_STEPS = 20_000;
const MAX_MATCHES = 1000;
const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/\(\?<?[=!]/, 'looking ahead or behind is not supported'],
  [/\\[1-9]|\\k[<{']/, 'repeating what a group matched is not supported'],
  [/\(\?>/, 'atomic groups are not supported'],
  [/\(\?\(/, 'conditions are not supported'],
  [/[*+?}]\+/, 'possessive repetition is not supported'],
];

/** A user's expression, ready to search. */
export class UserRegex {
  readonly source: string;
  readonly #program: RE2JS;

  constructor(source: string) {
    if (source.length === 0) throw new InvalidRegex('a regular expression must not be empty');
    if (source.length > MAX_CHARACTERS) throw new InvalidRegex(`a regular expression may have ${MAX_CHARACTERS} characters at most`);
    this.source = source;
    this.#program = compile(source);
  }

  /** The spans that match, from left to right, without overlap; matches of nothing are left out. */
  match(text: string): RegexHit[] {
    const hits: RegexHit[] = [];
    const matcher = this.#program.matcher(text);
    while (hits.length < MAX_MATCHES && matcher.find()) {
      const [start, end] = [matcher.start(), matcher.end()];
      if (end > start) hits.push({ start, end });
    }
    return hits;
  }
}

function compile(source: string): RE2JS {
  const literal = source.replace(/\\\\/g, '').replace(/\[(?:\\.|[^\]\\])*\]/g, '[]');
  try {
    const program = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
    if (program.programSize() > MAX_STEPS) throw new InvalidRegex('the regular expression is too large');
    return program;
  } catch (problem) {
    const known = UNSUPPORTED.find(([sign]) => sign.test(literal));
    if (known) throw new InvalidRegex(`the regular expression cannot be used: ${known[1]}`);
    if (problem instanceof InvalidRegex) throw problem;
    throw new InvalidRegex(`the regular expression cannot be read: ${problem instanceof Error ? problem.message : String(problem)}`);
  }
}
