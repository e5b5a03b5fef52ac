/** Shapes of JSON, for tests that assert which members a response has. */
import assert from 'node:assert/strict';

/** `string`, `number`, `boolean`, each with `?` where it may be null; a list with the shape of its items; an object. */
export type Shape = string | readonly Shape[] | { readonly [name: string]: Shape };

/** Fails unless the value has the members of the shape; it may have more. A list whose items have a shape must not be empty. */
export function assertShape(value: unknown, shape: Shape, at: string): void {
  if (typeof shape === 'string') {
    if (value === null && shape.endsWith('?')) return;
    assert.equal(value === null ? 'null' : typeof value, shape.replace('?', ''), at);
  } else if (Array.isArray(shape)) {
    assert.ok(Array.isArray(value), `${at} is not a list.`);
    const [item] = shape as readonly Shape[];
    if (item === undefined) return;
    assert.ok(value.length > 0, `${at} is empty.`);
    for (const one of value) assertShape(one, item, `${at}[]`);
  } else {
    assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `${at} is not an object.`);
    for (const [name, inner] of Object.entries(shape)) assertShape((value as Record<string, unknown>)[name], inner, `${at}.${name}`);
  }
}
