/** Recorded calls of a real service: one gzip file per recording, a JSON list of calls. They are not part of this repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface RecordedCall {
  method: string;
  /** Starts with `{endpoint}`. */
  uri: string;
  /** JSON, a body in base64, or a note that a long body was left out. */
  request: unknown;
  status: number;
  headers: Record<string, string>;
  response: unknown;
}

export interface Recording {
  /** The name of the test that was recorded. */
  name: string;
  calls: RecordedCall[];
}

const SUFFIX = '.json.gz';

/** Undefined where there is no folder with recordings of the area. */
export function readRecordings(data: string, area: string): Recording[] | undefined {
  const folder = join(data, 'vendor-recordings', area);
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((file) => file.endsWith(SUFFIX))
    .sort()
    .map((file) => ({
      name: file.slice(0, -SUFFIX.length),
      calls: JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString('utf8')) as RecordedCall[],
    }));
}

/** The length of a body that was left out, in characters of base64. */
export function leftOutLength(request: unknown): number | undefined {
  const length = typeof request === 'string' ? /^\((\d+) characters left out\)$/.exec(request)?.[1] : undefined;
  return length === undefined ? undefined : Number(length);
}
