/** Collects the inputs of the confidence estimate for a found value. */
import { typedValue } from '../../fields/values/value.ts';
import type { SimpleType } from '../../fields/values/value.ts';
import type { ConfidenceInputs } from './value-confidence.ts';
import { meanScore } from '../decoding/decode.ts';
import type { FoundValue } from '../decoding/decode.ts';
import type { Evidence } from '../evidence.ts';
import type { Tag } from '../labels/labeled-form.ts';
import { valueShape, valueText } from '../form/value-text.ts';
import type { ShapeSet } from '../form/value-text.ts';

export function collectConfidenceInputs(
  { tag, tokens, score }: FoundValue,
  { form, tagger, template }: Evidence,
  tags: readonly Tag[],
  accuracy: readonly number[],
  shapes: readonly ShapeSet[],
): ConfidenceInputs {
  const text = valueText(form, tokens);
  const { type } = tags[tag]!;
  return {
    score,
    taggerScore: meanScore(tokens, tag, tagger),
    fit: template?.fit ?? 0,
    accuracy: accuracy[tag]!,
    ocrConfidence: tokens.reduce((least, token) => Math.min(least, form.tokens[token]!.confidence), 1),
    isKnownShape: type === 'selectionMark' || shapes[tag]!.has(valueShape(text)),
    hasTypedValue: type === 'selectionMark' || type === 'signature' || typedValue(type as SimpleType, text).value !== undefined,
  };
}
