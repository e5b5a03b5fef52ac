/** What the docs say about operations, from their table. */
import type { TSchema } from 'typebox';
import { vendorPath } from '../../src/kernel/aliases.ts';
import type { Area, Mount } from '../../src/kernel/area.ts';
import { fail, Failure } from '../../src/kernel/failures.ts';
import type { Dialect, FailureRow } from '../../src/kernel/failures.ts';
import type { Operation } from '../../src/kernel/operation.ts';

export interface DocumentedFailure extends FailureRow {
  kind: string;
  /** As the area writes it. */
  body: unknown;
}

export interface DocumentedOperation extends Operation {
  mounts: readonly Mount[];
  failures: readonly DocumentedFailure[];
}

export interface DocumentedArea {
  name: string;
  title: string;
  kinds: readonly string[];
  operations: readonly DocumentedOperation[];
  /** Failures of every operation, in the words of the area. */
  failures: readonly DocumentedFailure[];
}

export function describeAreas(areas: readonly Area[]): DocumentedArea[] {
  return areas.map((area) => ({
    name: area.name,
    title: area.title,
    kinds: area.kinds,
    operations: area.operations.map((operation) => describeOperation(area, operation)),
    failures: Object.entries(fail.rows).map(([kind, row]) => describeFailure(area.dialect, kind, row)),
  }));
}

function describeOperation(area: Area, operation: Operation): DocumentedOperation {
  const { versions, fails = [], badInput } = operation;
  return {
    ...operation,
    mounts: area.mounts.filter(({ version }) => !versions || versions.includes(version)),
    failures: fails.map((kind) => describeFailure(area.dialect, kind, area.failures!.rows[kind]!, badInput)),
  };
}

function describeFailure(dialect: Dialect, kind: string, row: FailureRow, badInput?: string): DocumentedFailure {
  const names = [...row.message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const detail = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
  const { status = row.status, body } = dialect(new Failure(kind, row, detail), badInput);
  return { kind, status, message: row.message, remedy: row.remedy, body };
}

/** The addresses of an operation: one for each base path, with the versions that are asked for there. */
export interface Address {
  /** In neutral names. */
  path: string;
  vendorPath: string;
  marker: Mount['marker'];
  versions: readonly string[];
  servesLater: boolean;
}

export function addressesOf({ path, mounts }: DocumentedOperation): Address[] {
  return [...Map.groupBy(mounts, ({ base }) => base)].map(([base, same]) => ({
    path: base + path,
    vendorPath: vendorPath(base + path),
    marker: same[0]!.marker,
    versions: same.map(({ version }) => version),
    servesLater: same.some(({ servesLater }) => servesLater === true),
  }));
}

export type Schema = TSchema;
