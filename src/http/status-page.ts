import type { Area } from '../contract/area.ts';
import { VERSION } from '../version.ts';
import { escapeHtml as text, htmlPage } from './html.ts';

/** What anyone may see of the server: that it is up, which version, and what it answers. */
export function statusPage({ areas, uptimeSeconds }: { areas: readonly Area[]; uptimeSeconds: number }): string {
  const rows = areas.map(({ name, title, operations, mounts }) => `<tr><td><a href="/docs#${name}">${text(title)}</a></td><td>${operations.length}</td><td>${mounts.map(({ version }) => text(version)).join(', ')}</td></tr>`).join('');
  return htmlPage('Perennial: status', `
<header><h1>Perennial</h1><p class="soft">Version ${text(VERSION)}, up for ${duration(uptimeSeconds)}.</p></header>
<main><h2>What it answers</h2><table><thead><tr><th>Area</th><th>Operations</th><th>Versions</th></tr></thead><tbody>${rows}</tbody></table>
<p><a href="/docs">Operations</a> · <a href="/openapi.json">OpenAPI</a> · <a href="/health">Health</a> · <a href="/metrics">Metrics</a></p>
<p class="soft">Accounts, keys, usage and jobs are managed over HTTP or with <code>npm run perennial -- accounts</code>.</p></main>`);
}

function duration(seconds: number): string {
  const parts = [[86_400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']] as const;
  const largest = parts.findIndex(([size]) => seconds >= size);
  let rest = seconds;
  return largest < 0 ? '0 s' : parts.slice(largest, largest + 2).map(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return `${count} ${unit}`;
  }).join(' ');
}
