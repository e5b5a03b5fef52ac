/**
 * What a string of a recording is called on our side: ids, addresses and tokens that each service chooses for itself. Learned by
 * comparing a recorded answer with ours, and applied to the requests that follow.
 */
const ID = /(?:\d+_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const MAX_LENGTH = 4096;

export class Bindings {
  readonly #ours = new Map<string, string>();

  /** Learns from two answers to the same request, by their members. */
  learn(recorded: unknown, ours: unknown): void {
    if (typeof recorded === 'string' && typeof ours === 'string') this.#bind(recorded, ours);
    else if (Array.isArray(recorded) && Array.isArray(ours)) recorded.forEach((one, at) => at < ours.length && this.learn(one, ours[at]));
    else if (isObject(recorded) && isObject(ours)) for (const [name, one] of Object.entries(recorded)) this.learn(one, ours[name]);
  }

  /** A path and query of a recording with our ids. */
  translatePath(path: string): string {
    const [pathname, query] = path.split('?', 2) as [string, string?];
    const segments = pathname.split('/').map((segment) => this.#ours.get(segment) ?? segment.replace(ID, (id) => this.#ours.get(id) ?? id));
    if (query === undefined) return segments.join('/');
    const parameters = query.split('&').map((parameter) => {
      const [name, value = ''] = parameter.split(/=(.*)/s, 2) as [string, string?];
      const ours = this.#ours.get(decodeURIComponent(value));
      return ours === undefined ? parameter : `${name}=${encodeURIComponent(ours)}`;
    });
    return `${segments.join('/')}?${parameters.join('&')}`;
  }

  /** A recorded JSON body with our ids, addresses and tokens. */
  translate(value: unknown): unknown {
    if (typeof value === 'string') return this.#ours.get(keyOf(value)) ?? value.replace(ID, (id) => this.#ours.get(id) ?? id);
    if (Array.isArray(value)) return value.map((one) => this.translate(one));
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.translate(one)]));
    return value;
  }

  #bind(recorded: string, ours: string): void {
    if (recorded === ours || recorded.length > MAX_LENGTH || ours.length > MAX_LENGTH || /\s/.test(recorded)) return;
    this.#ours.set(keyOf(recorded), ours);
    const [a, b] = [URL.parse(recorded), URL.parse(ours)];
    if (!a?.host || !b?.host) return;
    const [theirs, own] = [a.pathname.split('/'), b.pathname.split('/')];
    if (theirs.length === own.length) theirs.forEach((segment, at) => segment !== own[at] && this.#ours.set(segment, own[at]!));
    for (const [name, value] of a.searchParams) {
      const other = b.searchParams.get(name);
      if (other !== null && other !== value) this.#ours.set(value, other);
    }
  }
}

/** A time is the same one in any format. */
function keyOf(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) ? new Date(text).toISOString() : text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
