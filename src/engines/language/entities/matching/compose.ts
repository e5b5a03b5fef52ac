/**
 * One entity from several components. An entity of a conversation project may be learned, listed, prebuilt and
 * matched by an expression; this decides what is returned where their spans overlap.
 *
 *   combineComponents      overlapping spans become one, from the first start to the last end
 *   returnLongestOverlap   of overlapping spans the longest is returned
 *   separateComponents     each span is returned separately
 *
 * Where components are required, a group of overlapping spans is returned only if it has all of them. Of
 * spans of the same length the earlier, then the component named first above, goes first. An answer names
 * the spans it is made of, so that their keys and resolutions can be written; its score is the best
 * learned one, or 1 where nothing learned has part in it.
 */
export type Component = 'learned' | 'list' | 'prebuilt' | 'regex';
export type Composition = 'combineComponents' | 'returnLongestOverlap' | 'separateComponents';

/** What one component found; `info` is the caller's: list keys, expression key, resolution. */
export type Part<I = unknown> = {
  readonly component: Component;
  readonly start: number;
  readonly end: number;
  readonly score?: number;
  readonly info?: I;
};
export type ComposedEntity<I = unknown> = {
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly parts: readonly Part<I>[];
};

const ORDER: readonly Component[] = ['learned', 'list', 'prebuilt', 'regex'];

/** The answers of one entity, from left to right. */
export function compose<I>(parts: readonly Part<I>[], composition: Composition, required: readonly Component[] = []): ComposedEntity<I>[] {
  const groups: Part<I>[][] = [];
  let reach = -1;
  for (const part of [...parts].sort((a, b) => a.start - b.start || b.end - a.end || byComponent(a, b))) {
    if (part.start < reach) groups.at(-1)!.push(part);
    else groups.push([part]);
    reach = Math.max(reach, part.end);
  }
  return groups
    .filter((group) => required.every((component) => group.some((part) => part.component === component)))
    .flatMap((group) => resolveOverlap(group, composition));
}

function resolveOverlap<I>(group: readonly Part<I>[], composition: Composition): ComposedEntity<I>[] {
  if (composition === 'separateComponents') return group.map((part) => composeGroup([part]));
  if (composition === 'combineComponents') return [composeGroup(group)];
  const left = [...group].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start || byComponent(a, b));
  const kept: Part<I>[][] = [];
  for (const part of left) {
    const same = kept.find(([first]) => first!.start === part.start && first!.end === part.end);
    if (same) same.push(part);
    else if (!kept.some(([first]) => first!.start < part.end && part.start < first!.end)) kept.push([part]);
  }
  return kept.map((same) => composeGroup(same)).sort((a, b) => a.start - b.start);
}

function composeGroup<I>(parts: readonly Part<I>[]): ComposedEntity<I> {
  const learned = parts.filter(({ component }) => component === 'learned').map(({ score }) => score ?? 1);
  return {
    start: Math.min(...parts.map(({ start }) => start)),
    end: Math.max(...parts.map(({ end }) => end)),
    score: learned.length === 0 ? 1 : Math.max(...learned),
    parts,
  };
}

function byComponent(a: Part, b: Part): number {
  return ORDER.indexOf(a.component) - ORDER.indexOf(b.component);
}
