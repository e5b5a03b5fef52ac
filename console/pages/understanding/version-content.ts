/** The content of a version for labelling. */
import type { EntityChoice, LabelledText } from '../../language/labels.ts';
import type { AppFile, FilePart } from './calls.ts';

/** Texts are compared ignoring case; new ones are added last. */
export function mergeUtterances(before: readonly LabelledText[], changed: readonly LabelledText[]): LabelledText[] {
  const next = new Map(changed.map((one) => [one.text.toLowerCase(), one]));
  const kept = before.map((one) => {
    const key = one.text.toLowerCase();
    const changedOne = next.get(key);
    next.delete(key);
    return changedOne ?? one;
  });
  return [...kept, ...next.values()];
}

/** Learned entities with their parts, children of hierarchical ones by their full names, composites over them. */
export function choicesOf({ entities, hierarchicals = [], composites }: Pick<AppFile, 'entities' | 'hierarchicals' | 'composites'>): EntityChoice[] {
  const part = ({ name, roles = [], children = [] }: FilePart): EntityChoice => ({ name, ...roles.length > 0 && { roles }, ...children.length > 0 && { parts: children.map(part) } });
  return [
    ...entities.map(part),
    ...hierarchicals.flatMap(({ name, roles = [], children }) => [name, ...children.map((child) => `${name}::${typeof child === 'string' ? child : child.name}`)].map((one): EntityChoice => ({ name: one, ...roles.length > 0 && { roles } }))),
    ...composites.map(({ name, roles = [] }): EntityChoice => ({ name, over: true, ...roles.length > 0 && { roles } })),
  ];
}
