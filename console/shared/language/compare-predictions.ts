/** What two models predict differently for the same text. */
import { t } from '../../i18n/messages.ts';
import { formatPercent } from '../../kit/format.ts';

export interface ComparedPrediction {
  /** By score, highest first. */
  intents: readonly { intent: string; score: number }[];
  entities: readonly { entity: string; start: number; end: number }[];
}

/** Each difference as a sentence; empty if both predict the same. Scores differ if rounded percentages do. */
export function comparePredictions(text: string, one: ComparedPrediction, other: ComparedPrediction): string[] {
  const [first, second] = [one.intents[0], other.intents[0]];
  const differences: string[] = [];
  if (first?.intent !== second?.intent)
    differences.push(t('{one} instead of {other}', { one: second?.intent ?? t('nothing'), other: first?.intent ?? t('nothing') }));
  else if (first && second && formatPercent(first.score) !== formatPercent(second.score))
    differences.push(
      t('{intent} with {one} instead of {other}', {
        intent: first.intent,
        one: formatPercent(second.score),
        other: formatPercent(first.score),
      }),
    );
  const key = ({ entity, start, end }: { entity: string; start: number; end: number }): string => `${entity}: ${text.slice(start, end)}`;
  const [before, after] = [new Set(one.entities.map(key)), new Set(other.entities.map(key))];
  for (const found of after) if (!before.has(found)) differences.push(t('also finds {found}', { found }));
  for (const missed of before) if (!after.has(missed)) differences.push(t('does not find {missed}', { missed }));
  return differences;
}
