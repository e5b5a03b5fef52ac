/** Compares answers: status and headers one by one, bodies by the shape that all answers of an operation have together. */
import type { HttpResponse } from '../../../test/support/server.ts';
import type { RecordedCall } from './recording.ts';
import { compareShapes, shapeOf } from './shape.ts';
import type { DifferenceKind, ShapeOptions } from './shape.ts';

export interface Difference {
  group: string;
  kind: DifferenceKind | 'status' | 'header';
  path: string;
  detail: string;
  count: number;
}

export type OurAnswer = Pick<HttpResponse<unknown>, 'status' | 'headers' | 'body' | 'bytes'>;
export interface AnswerPair {
  group: string;
  recorded: Pick<RecordedCall, 'status' | 'headers' | 'response'>;
  ours: OurAnswer;
  isSameInput: boolean;
}

/** Present on both sides or on none. */
const HEADERS = ['operation-location', 'location', 'retry-after', 'apim-request-id', 'content-type'];
const ERROR_TEXT = /(?:^|\.)(?:innererror|error)\.(?:code|message)$/;

export function compareAnswers(pairs: readonly AnswerPair[], options: Omit<ShapeOptions, 'isSameInput' | 'group'> = {}): Difference[] {
  const found = new Map<string, Difference>();
  const add = ({ count, ...difference }: Difference): void => {
    const key = JSON.stringify(difference);
    const before = found.get(key);
    if (before) before.count += count;
    else found.set(key, { ...difference, count });
  };
  for (const { group, recorded, ours } of pairs) {
    if (recorded.status !== ours.status)
      add({ group, kind: 'status', path: '', detail: `${recorded.status}, ours ${ours.status}`, count: 1 });
    else for (const [path, detail] of compareHeaders(recorded.headers, ours)) add({ group, kind: 'header', path, detail, count: 1 });
  }
  const isFixed = (path: string, group: string): boolean => ERROR_TEXT.test(path) || options.isFixed?.(path, group) === true;
  const comparable = pairs.filter(({ recorded, ours }) => recorded.status === ours.status && typeof recorded.response === 'object');
  for (const [group, members] of Map.groupBy(comparable, (pair) => pair.group)) {
    const shapeOptions = { ...options, isFixed, group, isSameInput: members.every((pair) => pair.isSameInput) };
    const recorded = shapeOf(
      members.map((pair) => pair.recorded.response).filter((body) => body !== null),
      shapeOptions,
    );
    const ours = shapeOf(
      members.map((pair) => pair.ours.body).filter((body) => body !== undefined),
      shapeOptions,
    );
    if (recorded.types.size === 0 && members.some((pair) => pair.ours.bytes.length > 0))
      add({ group, kind: 'extra', path: '', detail: 'a body', count: members.length });
    for (const difference of compareShapes(recorded, ours, shapeOptions)) add({ group, ...difference, count: members.length });
  }
  return [...found.values()];
}

function compareHeaders(recorded: Readonly<Record<string, string>>, ours: OurAnswer): [string, string][] {
  const theirs = new Map(Object.entries(recorded).map(([name, value]) => [name.toLowerCase(), value]));
  return HEADERS.flatMap((name): [string, string][] => {
    const [their, own] = [theirs.get(name), ours.headers[name] as string | undefined];
    if (their === undefined || own === undefined) {
      if (their === own) return [];
      return [[name, their === undefined ? 'none, ours one' : 'one, ours none']];
    }
    if (name === 'content-type') return mediaType(their) === mediaType(own) ? [] : [[name, `${mediaType(their)}, ours ${mediaType(own)}`]];
    if (!/location$/.test(name)) return [];
    const [a, b] = [pathPattern(their), pathPattern(own)];
    return a === b ? [] : [[name, `${a}, ours ${b}`]];
  });
}

const mediaType = (value: string): string => value.split(';')[0]!.trim().toLowerCase();

/** A path and query with the ids left out. */
export function pathPattern(url: string): string {
  return url
    .replace(/^(?:https?:\/\/[^/]+|\{endpoint\})/, '')
    .replace(/(?:\d+_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '{id}')
    .replace(/(?<=[?&](?:nextLink|continuationToken)=)[^&]*/g, '{token}');
}
