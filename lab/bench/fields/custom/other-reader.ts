/**
 * A labeled form as another reader would have read it: training containers hold what the vendor's service read, with words
 * split elsewhere, boxes that are slightly off, and some marks missing.
 */
import type { Token } from '../../../../src/engines/documents/forms/form/form.ts';
import type { LabeledForm } from '../../../../src/engines/documents/forms/labels/labeled-form.ts';
import { SeededRandom } from '../../../training/documents/seeded-random.ts';

const SPLIT_SHARE = 0.3;
const LOST_MARKS = 0.05;
/** Page heights. */
const MAX_JITTER = 0.0012;

export function asOtherReader({ form, labels, unknown }: LabeledForm, seed: number): LabeledForm {
  const random = new SeededRandom(seed);
  const tokens: Token[] = [];
  const indexes = form.tokens.map((token) => {
    if (token.state !== undefined && random.chance(LOST_MARKS)) return [];
    return splitWord(token, random).map((part) => tokens.push(moved(part, random)) - 1);
  });
  return {
    form: { ...form, tokens },
    unknown,
    labels: labels.map((label) => ({ ...label, tokens: label.tokens.flatMap((i) => indexes[i]!) })),
  };
}

function moved(token: Token, random: SeededRandom): Token {
  const offset = (): number => random.between(-MAX_JITTER, MAX_JITTER);
  const { left, top, right, bottom } = token.box;
  return { ...token, box: { left: left + offset(), top: top + offset(), right: right + offset(), bottom: bottom + offset() } };
}

/** A word in two, before or after a sign in it. */
function splitWord(token: Token, random: SeededRandom): Token[] {
  const at = token.state === undefined ? token.text.slice(1).search(/[-/(),'’$]/u) + 1 : 0;
  if (at <= 0 || !random.chance(SPLIT_SHARE)) return [token];
  const { left, right } = token.box;
  const middle = left + ((right - left) * at) / token.text.length;
  return [
    { ...token, text: token.text.slice(0, at), box: { ...token.box, right: middle } },
    { ...token, text: token.text.slice(at), box: { ...token.box, left: middle } },
  ];
}
