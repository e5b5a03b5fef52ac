/** Precision, recall and F1 of found entities against labeled ones: a hit is the same entity over the same span. */
import type { Label } from '../tagging/tagger.ts';

export type Score = {
  readonly labeled: number;
  readonly found: number;
  readonly right: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
};
export type Scores = {
  readonly entities: Readonly<Record<string, Score>>;
  readonly micro: Score;
  readonly macro: { readonly precision: number; readonly recall: number; readonly f1: number };
};

type Count = { labeled: number; found: number; right: number };

export function scoreEntities(pairs: Iterable<{ readonly labels: readonly Label[]; readonly found: readonly Label[] }>): Scores {
  const counts = new Map<string, Count>();
  const of = (entity: string): Count => {
    let count = counts.get(entity);
    if (count === undefined) counts.set(entity, (count = { labeled: 0, found: 0, right: 0 }));
    return count;
  };
  for (const { labels, found } of pairs) {
    const open = labels.map((label) => ({ label, taken: false }));
    for (const { entity } of labels) of(entity).labeled++;
    for (const one of found) {
      const count = of(one.entity);
      count.found++;
      const match = open.find(
        ({ label, taken }) => !taken && label.entity === one.entity && label.start === one.start && label.end === one.end,
      );
      if (match === undefined) continue;
      match.taken = true;
      count.right++;
    }
  }
  const entities = Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([entity, count]) => [entity, toScore(count)]));
  const all = Object.values(entities);
  const sum = (field: keyof Score): number => all.reduce((total, score) => total + score[field], 0);
  const mean = (field: keyof Score): number => (all.length === 0 ? 0 : sum(field) / all.length);
  return {
    entities,
    micro: toScore({ labeled: sum('labeled'), found: sum('found'), right: sum('right') }),
    macro: { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') },
  };
}

function toScore({ labeled, found, right }: Count): Score {
  return {
    labeled,
    found,
    right,
    precision: found === 0 ? 0 : right / found,
    recall: labeled === 0 ? 0 : right / labeled,
    f1: right === 0 ? 0 : (2 * right) / (labeled + found),
  };
}
