/** What is known of a found value before anyone says whether it is right. */
import { typedValue } from '../../fields/values/value.ts';
import type { SimpleType } from '../../fields/values/value.ts';
import type { Known } from './value-confidence.ts';
import { meanScore } from '../decoding/decode.ts';
import type { Found } from '../decoding/decode.ts';
import type { Evidence } from '../decoding/evidence.ts';
import type { Tag } from '../form/labelled-form.ts';
import { kindOf, valueText } from '../form/value-text.ts';
import type { Kinds } from '../form/value-text.ts';

export function knownOf({ tag, tokens, score }: Found, { form, tagger, template }: Evidence, tags: readonly Tag[], accuracy: readonly number[], kinds: readonly Kinds[]): Known {
  const text = valueText(form, tokens);
  const { type } = tags[tag]!;
  return {
    score, tagged: meanScore(tokens, tag, tagger), fit: template?.fit ?? 0, accuracy: accuracy[tag]!,
    reading: tokens.reduce((least, token) => Math.min(least, form.tokens[token]!.confidence), 1),
    isKnownKind: type === 'selectionMark' || kinds[tag]!.has(kindOf(text)),
    isTyped: type === 'selectionMark' || type === 'signature' || typedValue(type as SimpleType, text).value !== undefined,
  };
}
