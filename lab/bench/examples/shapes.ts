/** Answers beside the examples of a specification. */
import assert from 'node:assert/strict';

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

/** `nullable`: fields that may be null where the examples have a value; `data`: places of objects whose names are data. */
export interface ShapeOptions {
  nullable?: ReadonlySet<string>;
  data?: ReadonlySet<string>;
}

/** What all of the examples have, ours has too, in the type of one of them. */
export function sameShape(ours: unknown, examples: readonly unknown[], at: string, options: ShapeOptions = {}): void {
  const known = examples.filter((one) => one !== null);
  if (known.length === 0 || (ours === null && options.nullable?.has(at.split('.').at(-1)!))) return;
  assert.ok(
    known.some((one) => typeOf(one) === typeOf(ours)),
    `${at} is ${JSON.stringify(ours)?.slice(0, 300)}`,
  );
  if (Array.isArray(ours)) {
    const items = known.flatMap((one) => one as unknown[]);
    if (items.length > 0) for (const one of ours) sameShape(one, items, `${at}[]`, options);
  } else if (typeof ours === 'object' && !options.data?.has(at)) {
    const [first, ...rest] = known as Record<string, unknown>[];
    for (const name of Object.keys(first!))
      if (rest.every((one) => name in one))
        sameShape(
          (ours as Record<string, unknown>)[name],
          known.map((one) => (one as Record<string, unknown>)[name]),
          `${at}.${name}`,
          options,
        );
  }
}
