import { readFileSync, writeFileSync } from 'node:fs';
import { areas } from '../../src/areas.ts';
import { mountsOf } from '../support/arbitraries.ts';
import { testApp } from '../support/memory-app.ts';
import { prepared } from '../support/prepared.ts';
import { pathIn } from '../../src/kernel/aliases.ts';
const rows = JSON.parse(readFileSync('/tmp/checks/rows.json', 'utf8')) as any[];
const t = (v: unknown): string => Array.isArray(v) ? 'array' : v === null ? 'null' : typeof v;
function prune(s: any, v: any, at: string, lost: string[]): any {
  if (typeof s === 'string' && s.endsWith('?')) { if (v === null || t(v) === s.slice(0, -1)) return s; lost.push(`${at}: want ${s}`); return undefined; }
  if (typeof s === 'string' && v === null) { lost.push(`${at}: null`); return `${s}?`; }
  const st = t(s) === 'string' ? s : t(s);
  if (st !== t(v)) { lost.push(`${at}: want ${st} have ${t(v)}`); return undefined; }
  if (Array.isArray(s)) { if (!s.length) return s; if (v.length === 0) { lost.push(`${at}: empty list`); return []; } let cur = s[0]; for (const x of v.filter((y: unknown) => y !== undefined)) { cur = prune(cur, x, `${at}[]`, lost); if (cur === undefined) return []; } return [cur]; }
  if (typeof s === 'object') { const o: any = {}; for (const k of Object.keys(s)) { const r = prune(s[k], v[k], `${at}.${k}`, lost); if (r !== undefined) o[k] = r; } return o; }
  return s;
}
const app = await testApp();
const out: any[] = []; const report: string[] = [];
const started = performance.now();
for (const row of rows) {
  const area = areas.find((a) => a.operations.some((o) => o.id === row.id))!;
  const operation = area.operations.find((o) => o.id === row.id && mountsOf(area, o).some((m) => m.version === row.version))!;
  const mount = mountsOf(area, operation).find((m) => m.version === row.version)!;
  try {
    const { key, params, headers, body } = await prepared(app, operation);
    const query = new URLSearchParams({ ...operation.example?.query, ...mount.marker === 'query' && { 'api-version': mount.version } });
    const path = pathIn('vendor', mount.base + operation.path).replace(/\{(\w+)\}/g, (_, n: string) => encodeURIComponent(params[n] ?? 'x'));
    const a = await app.call({ method: operation.method, url: query.size ? `${path}?${query}` : path, key, headers, body: typeof body === 'string' ? JSON.stringify(body) : body });
    if (a.status !== row.status) { report.push(`${row.id} ${row.version}: status ${a.status} want ${row.status} ${a.text.slice(0, 100)}`); continue; }
    const heads = row.headers.filter((h: string) => { const ok = a.headers[h] !== undefined; if (!ok) report.push(`${row.id} ${row.version}: header ${h}`); return ok; });
    const lost: string[] = [];
    let parsed: any; try { parsed = a.text === '' ? undefined : JSON.parse(a.text); } catch { parsed = undefined; }
    const shape = row.body === undefined ? undefined : prune(row.body, parsed, '', lost);
    for (const l of lost) report.push(`${row.id} ${row.version}: ${l}`);
    out.push({ id: row.id, version: row.version, status: row.status, headers: heads, body: shape, empty: row.body === undefined && a.text === '' });
  } catch (error) { report.push(`${row.id} ${row.version}: threw ${(error as Error).message.slice(0, 200)}`); }
}
console.log((performance.now() - started) / 1000, 's', out.length, 'of', rows.length);

const groups = new Map<string, any>();
for (const { id, version, status, headers, body, empty } of out) {
  const row = { status, ...headers.length && { headers }, ...empty ? { body: null } : body !== undefined && { body } };
  const key = `${id} ${JSON.stringify(row)}`;
  const group = groups.get(key) ?? { operation: id, versions: [], ...row };
  group.versions.push(version);
  groups.set(key, group);
}
const lines = [...groups.values()].sort((a, b) => a.operation < b.operation ? -1 : a.operation > b.operation ? 1 : 0).map((g) => `  ${JSON.stringify(g)}`);
writeFileSync('test/contract/responses.json', `[\n${lines.join(',\n')}\n]\n`);
writeFileSync('/tmp/checks/pruned.json', JSON.stringify(out)); writeFileSync('/tmp/checks/report.txt', report.join('\n'));
await app.close();
process.exit(0);
