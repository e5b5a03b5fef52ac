/** A scene of the soak: it runs real servers against one kind of trouble and measures what docs/security.md promises. */

export interface SceneContext {
  /** How long the scene may take, about. */
  minutes: number;
  /** Every random choice is derived from it, so that a failed run can be repeated. */
  seed: number;
  log(line: string): void;
}

export interface Figure {
  /** What was measured, such as `acknowledged changes lost`. */
  name: string;
  measured: string;
  /** The limit in words, such as `0` or `at most 3 × the control`. */
  limit: string;
  isMet: boolean;
}

export interface Scene {
  summary: string;
  /** The part of the time of a soak that it needs, relative to the others; 1 when omitted. */
  share?: number;
  run(context: SceneContext): Promise<Figure[]>;
}
