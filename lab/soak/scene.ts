/** A scene of the soak: it runs real servers against one kind of trouble and measures what docs/security.md promises. */

export interface SceneContext {
  /** How long the scene may take, about. */
  minutes: number;
  /** Every random choice is derived from it, so that a failed run can be repeated. */
  seed: number;
  /** How many faults happen at most; a scene has a number of its own when omitted. */
  faults?: number;
  log(line: string): void;
}

export interface Figure {
  /** What was measured, such as `acknowledged changes lost`. */
  name: string;
  measured: string;
  /** The limit in words, such as `0` or `at most 3 × the control`. */
  limit: string;
  isMet: boolean;
  /** What adds up over the parts of a run, such as kills. */
  count?: number;
}

export interface Scene {
  summary: string;
  /** The part of the time of a soak that it needs, relative to the others; 1 when omitted. */
  share?: number;
  run(context: SceneContext): Promise<Figure[]>;
}

/** Thrown by a scene that cannot run on this machine; the table shows the reason. */
export class SceneSkipped extends Error {
  override name = 'SceneSkipped';
}

/** A figure that must be 0. */
export function none(name: string, count: number): Figure {
  return { name, measured: String(count), limit: '0', isMet: count === 0 };
}

/** A figure that must not exceed a limit. */
export function atMost(name: string, measured: number, limit: number, unit = ''): Figure {
  const write = (value: number): string => `${Number.isInteger(value) ? value : value.toFixed(value < 10 ? 2 : 0)}${unit && ` ${unit}`}`;
  return { name, measured: write(measured), limit: `at most ${write(limit)}`, isMet: measured <= limit };
}

/** How deep a scene must go: below the floor it has not looked, and its other figures prove nothing. */
export function atLeast(name: string, measured: number, floor: number): Figure {
  const isMet = measured >= floor;
  return { name, measured: isMet ? String(measured) : `${measured}: not enough`, limit: `at least ${floor}`, isMet, count: measured };
}

/** A figure without a limit of its own: how deep a scene went. */
export function depth(name: string, measured: number | string): Figure {
  return { name, measured: String(measured), limit: '', isMet: true, ...(typeof measured === 'number' && { count: measured }) };
}
