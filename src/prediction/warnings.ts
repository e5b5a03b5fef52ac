/** What an answer says about its own limits. */
import type { LanguagePrediction } from '../engines/language/models/model.ts';
import { Type } from '../kernel/schema.ts';

export const Warnings = Type.Optional(Type.Array(Type.Object({ code: Type.String(), message: Type.String() })));

/** A warning where recognizers were left out because they exceeded the limit of a query. */
export function warningsOf({ leftOut }: Pick<LanguagePrediction, 'leftOut'>): { warnings?: { code: string; message: string }[] } {
  if (!leftOut) return {};
  const message = `These recognizers exceeded the limit of a query and are missing from this answer: ${leftOut.join(', ')}.`;
  return { warnings: [{ code: 'RecognizersLeftOut', message }] };
}
