/**
 * The catalog of failures. Code throws a kind; the dialect of the called area renders it. Kinds that
 * all areas share are in failures.json, an area's own are in the `failures.json` of the area.
 */
import rows from './failures.json' with { type: 'json' };

export interface FailureRow {
  status: number;
  /** With `{name}` placeholders for the details of the failure. */
  message: string;
  /** What the caller, or the operator, can do about it. */
  remedy: string;
}

export type FailureDetail = Readonly<Record<string, string | number>>;

export class Failure extends Error {
  readonly kind: string;
  readonly status: number;
  readonly detail: FailureDetail;
  /** Seconds after which the call may work. */
  readonly retryAfter: number | undefined;

  constructor(kind: string, row: FailureRow, detail: FailureDetail) {
    // An expected outcome: nobody reads its stack, and capturing one is most of its cost.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(row.message.replace(/\{(\w+)\}/g, (_, name: string) => String(detail[name] ?? '')));
    Error.stackTraceLimit = stackTraceLimit;
    this.kind = kind;
    this.status = row.status;
    this.detail = detail;
    this.retryAfter = typeof detail.retryAfter === 'number' ? detail.retryAfter : undefined;
  }

  /** A failure of another thread, from the properties that were sent. */
  static from({ kind, status, detail, message }: Pick<Failure, 'kind' | 'status' | 'detail' | 'message'>): Failure {
    const failure = new Failure(kind, { status, message: '', remedy: '' }, detail);
    failure.message = message;
    return failure;
  }
}

export interface Catalog<Kind extends string> {
  (kind: Kind, detail?: FailureDetail): Failure;
  readonly rows: Readonly<Record<Kind, FailureRow>>;
}

export function failureCatalog<Kind extends string>(rows: Record<Kind, FailureRow>): Catalog<Kind> {
  return Object.assign((kind: Kind, detail: FailureDetail = {}) => new Failure(kind, rows[kind], detail), { rows });
}

/** The kinds that every area shares. */
export const fail = failureCatalog(rows);

/** How an area renders failures. */
export interface Dialect {
  /** `badInput` is the kind that the called operation names for an invalid body or parameter. */
  (failure: Failure, badInput?: string): { status?: number; body: unknown; headers?: Record<string, string> };
}

/** `{error:{code,message}}`, the shape of every reply that no area's dialect renders. */
export const plainDialect: Dialect = (failure) => ({ body: { error: { code: gatewayCode(failure), message: failure.message } } });

/** The vendor's gateway uses 401, 404 and 429 as codes; other kinds have their names. */
export function gatewayCode({ status, kind }: Failure): string {
  return [401, 404, 429].includes(status) ? String(status) : kind;
}
