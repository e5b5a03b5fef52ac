import { globSync, readFileSync, existsSync, writeFileSync } from 'node:fs';
import { join, dirname, basename } from 'node:path';
import { areas } from '../../src/areas.ts';
import { pathIn } from '../../src/kernel/aliases.ts';
import { shapeOf } from '../../src/kernel/routes.ts';
import { mountsOf } from '../support/arbitraries.ts';
const SPECS = '/work/shared/specs';
const t = (v: unknown): string => Array.isArray(v) ? 'array' : v === null ? 'null' : typeof v;
function shape(examples: unknown[]): unknown {
  const known = examples.filter((x) => x !== null && x !== undefined);
  if (known.length === 0) return undefined;
  const types = new Set(known.map(t));
  if (types.size > 1) return undefined;
  const [type] = types;
  if (type === 'array') { const items = known.flatMap((x) => x as unknown[]); const s = items.length ? shape(items) : undefined; return s === undefined ? [] : [s]; }
  if (type === 'object') {
    const objs = known as Record<string, unknown>[];
    const out: Record<string, unknown> = {};
    for (const name of Object.keys(objs[0]!)) if (objs.every((o) => name in o)) { const s = shape(objs.map((o) => o[name])); if (s !== undefined) out[name] = s; }
    return out;
  }
  return type;
}
const byKey = new Map<string, { id: string; version: string; status: number; headers: Set<string>; bodies: unknown[]; hasBody: boolean }>();
let unmatched = 0;
for (const file of globSync('**/*.json', { cwd: SPECS })) {
  if (file.includes('/examples/')) continue;
  const spec = JSON.parse(readFileSync(join(SPECS, file), 'utf8'));
  if (!spec.paths) continue;
  const version = spec.info?.version as string;
  for (const [given, methods] of Object.entries({ ...spec.paths, ...spec['x-ms-paths'] }) as [string, any][]) for (const [method, op] of Object.entries(methods) as [string, any][]) {
    const path = given.split('?')[0]!;
    for (const { $ref } of Object.values(op['x-ms-examples'] ?? {}) as any[]) {
      const name = $ref.split('/').at(-1);
      const found = name ? globSync(`${dirname(file)}/examples/**/${name}`, { cwd: SPECS }).filter((f) => f.endsWith('.json')) : [];
      const pick = found.find((f) => f.includes(version)) ?? found.find((f) => basename(file).includes(f.split('/').at(-2)!.replace(/^(authoring|runtime)-/, ''))&&true) ?? found[0];
      if (!pick) { unmatched++; continue; }
      const example = JSON.parse(readFileSync(join(SPECS, pick), 'utf8'));
      for (const area of areas) for (const operation of area.operations) {
        if (operation.method !== method.toUpperCase()) continue;
        const mount = mountsOf(area, operation).find((m) => (m.version === version || m.version === `v${version}` || basename(file).includes(m.version)) && shapeOf(pathIn('vendor', m.base + operation.path)).endsWith(shapeOf(path)));
        if (!mount) continue;
        const res = Object.entries(example.responses).find(([c]) => c.startsWith('2')) as [string, any] | undefined;
        if (!res) continue;
        const key = `${operation.id} ${mount.version}`;
        const e = byKey.get(key) ?? { id: operation.id, version: mount.version, status: Number(res[0]), headers: new Set<string>(), bodies: [], hasBody: false };
        for (const h of Object.keys(res[1].headers ?? {})) e.headers.add(h.toLowerCase());
        if (res[1].body !== undefined) e.bodies.push(res[1].body);
        byKey.set(key, e);
      }
    }
  }
}
const rows = [...byKey.values()].map(({ id, version, status, headers, bodies }) => ({ id, version, status, headers: [...headers], body: bodies.length ? shape(bodies) : undefined }));
writeFileSync('/tmp/checks/rows.json', JSON.stringify(rows));
const count: Record<string, number> = {};
for (const r of rows) count[`${r.id.split('.')[0]} ${r.version}`] = (count[`${r.id.split('.')[0]} ${r.version}`] ?? 0) + 1;
console.log(rows.length, unmatched, count);
