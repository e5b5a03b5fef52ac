import { readFileSync } from 'node:fs';
import type { Method } from '../kernel/operation.ts';

/** An operation of the interface, built or not. */
export interface InventoryRow {
  area: string;
  version: string;
  method: Method;
  path: string;
  name: string;
}

/** Every operation of the interface's areas, by its neutral path. */
export function inventory(): InventoryRow[] {
  const rows = JSON.parse(readFileSync(new URL('./inventory.json', import.meta.url), 'utf8')) as [string, string, Method, string, string][];
  return rows.map(([area, version, method, path, name]) => ({ area, version, method, path, name }));
}
