/** The prebuilt entities that the engine recognizes, under the names that authors use. */
import { isRecognized, kindOf } from '../../../engines/language/recognizers/kinds.ts';
import prebuilts from './prebuilts.json' with { type: 'json' };

export const PREBUILTS = prebuilts;

/** The catalog name of a prebuilt entity; undefined when it is not recognized in the culture. */
export function findPrebuilt(requested: string, culture: string): string | undefined {
  const kind = kindOf(requested);
  if (!kind || !isRecognized(kind, culture)) return undefined;
  return PREBUILTS.find(({ name }) => name.toLowerCase() === requested.toLowerCase() || kindOf(name) === kind)?.name;
}
