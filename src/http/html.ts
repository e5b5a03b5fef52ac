const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** A styled page: light or dark by the system's preference, without scripts. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head><body>${body}</body></html>
`;
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1d2422;--soft:#5b6764;--line:#d9e0dd;--paper:#fbfcfb;--card:#fff;--accent:#136f52;--code:#f0f4f2}
@media(prefers-color-scheme:dark){:root{--ink:#e6ecea;--soft:#9aa8a3;--line:#2d3734;--paper:#141917;--card:#1b2220;--accent:#5fcfa6;--code:#232c29}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.55 system-ui,sans-serif}
main,header{max-width:960px;margin:0 auto;padding:0 20px}header{padding-top:32px}h1{margin:0 0 4px;font-size:26px}h2{margin:40px 0 8px;font-size:20px}
p{margin:6px 0}.soft{color:var(--soft)}a{color:var(--accent)}code,pre{font:13px/1.5 ui-monospace,monospace;background:var(--code);border-radius:4px}code{padding:1px 5px}
pre{padding:12px;overflow-x:auto;margin:8px 0}details{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:8px 0;padding:0 14px}
summary{cursor:pointer;padding:10px 0;display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline}summary:focus-visible{outline:2px solid var(--accent)}
summary .path{font:600 13px ui-monospace,monospace;overflow-wrap:anywhere}summary .about{color:var(--soft)}.method{font:700 12px ui-monospace,monospace;color:var(--accent);min-width:56px}
table{border-collapse:collapse;width:100%;margin:8px 0 14px}th,td{text-align:left;padding:5px 10px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}th{font-weight:600;color:var(--soft)}
nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:4px 18px}footer{max-width:960px;margin:40px auto;padding:0 20px;color:var(--soft)}
`;
