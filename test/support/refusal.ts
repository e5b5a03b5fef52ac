/** What an area says when it refuses a call, in whatever shape its dialect writes it. */
import type { Area } from '../../src/kernel/area.ts';
import { fail } from '../../src/kernel/failures.ts';

/** The sentence of a refusal, found where the area's dialect puts it; undefined where the body is not of its shape. */
export function refusal({ dialect }: Area, body: unknown): string | undefined {
  // No dialect has words of its own for this one.
  const probe = fail('RateExceeded', { retryAfter: 1 });
  let at: unknown = body;
  for (const name of pathTo(dialect(probe).body, probe.message)!) at = (at as Record<string, unknown> | null | undefined)?.[name];
  return typeof at === 'string' && at !== '' ? at : undefined;
}

function pathTo(part: unknown, sought: string): string[] | undefined {
  if (part === sought) return [];
  if (typeof part !== 'object' || part === null) return undefined;
  for (const [name, inner] of Object.entries(part)) {
    const rest = pathTo(inner, sought);
    if (rest) return [name, ...rest];
  }
  return undefined;
}
