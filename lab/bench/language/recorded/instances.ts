/** The entities of recorded and of our own predictions, as comparable lists. */

/** One entity of a prediction. */
export interface Instance {
  /** Its role or name. */
  name: string;
  /** The composite that it is in. */
  within?: string;
  type?: string;
  role?: string;
  modelType?: string;
  sources?: string;
  start?: number;
  length?: number;
  value: string;
}

type Entities3 = Readonly<Record<string, unknown>>;
interface Instance3 {
  type?: string;
  role?: string;
  modelType?: string;
  recognitionSources?: string[];
  startIndex?: number;
  length?: number;
}

export function instancesOf3(entities: Entities3, within?: string): Instance[] {
  const described = (entities['$instance'] ?? {}) as Readonly<Record<string, Instance3[] | undefined>>;
  return Object.entries(entities).flatMap(([name, values]) => {
    if (name === '$instance') return [];
    return (values as unknown[]).flatMap((value, order) => {
      const { type, role, modelType, recognitionSources, startIndex, length } = described[name]?.[order] ?? {};
      const isParent = isObject(value) && '$instance' in value;
      return [
        {
          name,
          ...(within !== undefined && { within }),
          ...(type !== undefined && { type, start: startIndex, length, modelType, sources: recognitionSources?.join() }),
          ...(role !== undefined && { role }),
          value: isParent ? '' : JSON.stringify(withoutDay(value)),
        } as Instance,
        ...(isParent ? instancesOf3(value, name) : []),
      ];
    });
  });
}

export interface Prediction2 {
  entities?: { type: string; role?: string; startIndex: number; endIndex: number; resolution?: unknown }[];
  compositeEntities?: { parentType: string; children: { type: string; value: string }[] }[];
}

export function instancesOf2({ entities = [], compositeEntities = [] }: Prediction2): Instance[] {
  return [
    ...entities.map(({ type, role, startIndex, endIndex, resolution }) => ({
      name: type,
      type,
      ...(role !== undefined && { role }),
      start: startIndex,
      length: endIndex - startIndex + 1,
      value: JSON.stringify(withoutDay(resolution) ?? null),
    })),
    ...compositeEntities.flatMap(({ parentType, children }) =>
      children.map(({ type, value }) => ({ name: type, within: parentType, value })),
    ),
  ];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value with its members in order; of dates, which depend on the day of the query, only type and TIMEX. */
function withoutDay(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value['values']) && value['values'].every((one) => isObject(one) && 'timex' in one)) {
    const values = value['values'] as { type?: string; timex: string }[];
    return { type: value['type'] ?? values[0]?.type, timex: [...new Set(values.map(({ timex }) => timex))] };
  }
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export interface Comparison {
  recorded: number;
  missing: Instance[];
  extra: Instance[];
  /** Those that ours has in another composite, or in none. */
  moved: number;
}

/**
 * The recorded instances that ours has not, and ours that were not recorded; each of ours answers for one. In which composite one lies is
 * counted apart: the service returned composites of which it was 1 % sure, and then all that lies within them is there.
 */
export function compareInstances(recorded: readonly Instance[], ours: readonly Instance[]): Comparison {
  const keyOf = ({ within: _, ...one }: Instance): string => JSON.stringify(one);
  const left = Map.groupBy(ours, keyOf);
  const missing: Instance[] = [];
  let moved = 0;
  for (const one of recorded) {
    const same = left.get(keyOf(one)) ?? [];
    const at = Math.max(
      0,
      same.findIndex(({ within }) => within === one.within),
    );
    const [found] = same.splice(at, 1);
    if (found === undefined) missing.push(one);
    else if (found.within !== one.within) moved++;
  }
  return { recorded: recorded.length, missing, extra: [...left.values()].flat(), moved };
}

/** Whether the members of each list of ours are in the order of their places, as recorded ones are. */
export function isInOrder(entities: Entities3): boolean {
  const described = (entities['$instance'] ?? {}) as Readonly<Record<string, Instance3[]>>;
  return Object.entries(entities).every(([name, values]) => {
    const starts = (described[name] ?? []).map(({ startIndex = 0 }) => startIndex);
    return (
      name === '$instance' ||
      (starts.every((start, i) => i === 0 || start >= starts[i - 1]!) &&
        (values as unknown[]).every((value) => !isObject(value) || !('$instance' in value) || isInOrder(value)))
    );
  });
}
