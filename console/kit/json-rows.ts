/** A JSON value as the rows of a tree: only expanded parts are walked, so that large results open fast. */
export interface JsonRow {
  /** Keys and indexes from the root. */
  path: string;
  depth: number;
  key?: string;
  kind: 'text' | 'value' | 'open' | 'folded' | 'close';
  text: string;
}

/** Below the first level, larger arrays and objects start collapsed. */
const MAX_EXPANDED_SIZE = 30;
const MAX_TEXT_LENGTH = 2000;

function pathOf(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** `toggled` holds the paths that differ from their initial state. */
export function jsonRows(value: unknown, toggled: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  walk(value, '', undefined, 0);
  return rows;

  function walk(node: unknown, path: string, key: string | undefined, depth: number): void {
    if (typeof node !== 'object' || node === null) {
      const text = JSON.stringify(node) ?? 'undefined';
      rows.push({
        path,
        depth,
        key,
        kind: typeof node === 'string' ? 'text' : 'value',
        text: text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text,
      });
      return;
    }
    const isArray = Array.isArray(node);
    const size = isArray ? node.length : Object.keys(node).length;
    const [left, right] = isArray ? '[]' : '{}';
    if (size === 0) {
      rows.push({ path, depth, key, kind: 'value', text: `${left}${right}` });
      return;
    }
    if (startsCollapsed(size, depth) !== toggled.has(path)) {
      rows.push({ path, depth, key, kind: 'folded', text: `${left} ${size} ${right}` });
      return;
    }
    rows.push({ path, depth, key, kind: 'open', text: left! });
    if (isArray) for (let i = 0; i < size; i++) walk(node[i], pathOf(path, i), undefined, depth + 1);
    else for (const [name, child] of Object.entries(node)) walk(child, pathOf(path, name), name, depth + 1);
    rows.push({ path, depth, kind: 'close', text: right! });
  }
}

/** `toggled`, changed so that a path is expanded down to its value. */
export function expandTo(value: unknown, toggled: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const next = new Set(toggled);
  let [node, at] = [value, ''];
  for (const [depth, part] of path.split('/').slice(1).entries()) {
    if (typeof node !== 'object' || node === null) break;
    const size = Array.isArray(node) ? node.length : Object.keys(node).length;
    if (startsCollapsed(size, depth) !== next.has(at)) {
      if (!next.delete(at)) next.add(at);
    }
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    node = (node as Record<string, unknown>)[key];
    at = pathOf(at, key);
  }
  return next;
}

function startsCollapsed(size: number, depth: number): boolean {
  return depth > 2 || (depth > 0 && size > MAX_EXPANDED_SIZE);
}
