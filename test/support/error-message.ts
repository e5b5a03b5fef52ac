/** Reads the message of an error response in the dialect of its area. */
import type { Area } from '../../src/kernel/area.ts';
import { fail } from '../../src/kernel/failures.ts';

/** The message, read from where the area's dialect writes it; undefined if the body has another shape. */
export function errorMessageOf({ dialect }: Area, body: unknown): string | undefined {
  // No dialect rewrites the message of this failure.
  const probe = fail('RateExceeded', { retryAfter: 1 });
  let value: unknown = body;
  for (const name of pathTo(dialect(probe).body, probe.message)!) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function pathTo(part: unknown, text: string): string[] | undefined {
  if (part === text) return [];
  if (typeof part !== 'object' || part === null) return undefined;
  for (const [name, inner] of Object.entries(part)) {
    const rest = pathTo(inner, text);
    if (rest) return [name, ...rest];
  }
  return undefined;
}
