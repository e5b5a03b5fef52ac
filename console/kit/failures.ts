/** What a failed call means and how to fix it, from the server's failure catalogue. */
export interface FailureEntry { area: string; bases: string[]; kind: string; status: number; message: string; remedy: string }

let catalogue: Promise<FailureEntry[]> | undefined;

/** Loaded on the first failure. */
export async function remedyFor(failed: { path: string; status: number; code: string; message: string }): Promise<string | undefined> {
  catalogue ??= fetch('/console/failures.json').then(async (answer) => await answer.json() as FailureEntry[]);
  try {
    return findFailure(await catalogue, failed)?.remedy;
  } catch {
    // The server is gone: there is no catalogue, and the failure itself says so.
    catalogue = undefined;
    return undefined;
  }
}

/** By code in the area that was called, then by message; then the same among the failures shared by all areas. */
export function findFailure(rows: readonly FailureEntry[], { path, status, code, message }: { path: string; status: number; code: string; message: string }): FailureEntry | undefined {
  const reach = ({ area, bases }: FailureEntry): number => area === '' ? -1 : Math.max(-1, ...bases.filter((base) => path.toLowerCase().startsWith(`${base.toLowerCase()}/`)).map(({ length }) => length));
  const nearest = Math.max(...rows.map(reach));
  const called = rows.filter((row) => nearest >= 0 && reach(row) === nearest);
  for (const among of [called, rows.filter(({ area }) => area === '')]) {
    const found = among.find((row) => row.kind === code) ?? among.find((row) => row.status === status && matchesMessage(row.message, message));
    if (found) return found;
  }
  return undefined;
}

function matchesMessage(template: string, message: string): boolean {
  const pattern = template.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
  return new RegExp(`^${pattern}$`, 's').test(message);
}
