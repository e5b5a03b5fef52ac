/** What a failed call means and what to do about it, from the server's own catalogue. */
export interface Meaning { area: string; bases: string[]; kind: string; status: number; message: string; remedy: string }

let catalogue: Promise<Meaning[]> | undefined;

/** Loaded when something first goes wrong. */
export async function remedyFor(failed: { path: string; status: number; code: string; message: string }): Promise<string | undefined> {
  catalogue ??= fetch('/console/failures.json').then(async (answer) => await answer.json() as Meaning[]);
  try {
    return meaningOf(await catalogue, failed)?.remedy;
  } catch {
    // The server is gone: there is nothing to look up in, and the failure itself says so.
    catalogue = undefined;
    return undefined;
  }
}

/** By code in the area that was called, then by what the message says; then the same among what all areas share. */
export function meaningOf(rows: readonly Meaning[], { path, status, code, message }: { path: string; status: number; code: string; message: string }): Meaning | undefined {
  const reach = ({ area, bases }: Meaning): number => area === '' ? -1 : Math.max(-1, ...bases.filter((base) => path.toLowerCase().startsWith(`${base.toLowerCase()}/`)).map(({ length }) => length));
  const nearest = Math.max(...rows.map(reach));
  const called = rows.filter((row) => nearest >= 0 && reach(row) === nearest);
  for (const among of [called, rows.filter(({ area }) => area === '')]) {
    const found = among.find((row) => row.kind === code) ?? among.find((row) => row.status === status && says(row.message, message));
    if (found) return found;
  }
  return undefined;
}

function says(template: string, message: string): boolean {
  const pattern = template.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
  return new RegExp(`^${pattern}$`, 's').test(message);
}
