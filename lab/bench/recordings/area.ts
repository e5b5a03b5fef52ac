/** What the runner needs to know of an area to replay its recordings. */
import type { Azurite } from '../../../test/support/azurite.ts';
import type { CallOptions, ManagementClient, Server } from '../../../test/support/server.ts';
import type { RecordedCall, Recording } from './recording.ts';
import type { ShapeOptions } from './shape.ts';

export interface Bench {
  server: Server;
  management: ManagementClient;
  /** Blob storage that the server may fetch from. */
  storage: Azurite;
  /** The data folder. */
  data: string;
}

/** The request to send, or why it cannot be sent. */
export type Prepared = (CallOptions & { path: string; isSameInput?: boolean }) | { skipped: string };

export interface AreaReplay extends Omit<ShapeOptions, 'isSameInput' | 'group'> {
  /**
   * `path` and `json` are those of the recording with our ids. The answer is compared for all that the interface fixes; with
   * `isSameInput` also for members that depend on the input.
   */
  prepare(call: RecordedCall, translated: { path: string; json: unknown }, recording: Recording): Prepared | Promise<Prepared>;
  /** Answers with the same name are compared together; by default method and path without ids. */
  group?(call: RecordedCall): string;
  /** Values read from the same input, by name, for the count of equal values. */
  values?(body: unknown): Map<string, unknown>;
}

export interface RecordedArea {
  name: string;
  /** Creates what the recordings assume: accounts, projects, files. */
  start(bench: Bench): Promise<AreaReplay>;
}

/** A difference that is accepted: `*` in `group` and `path` matches anything. */
export interface AcceptedDifference {
  kind: string;
  group?: string;
  path: string;
  reason: string;
}
