/**
 * The catalog of failures. Code throws a kind; the dialect of the called area renders it. Kinds that
 * all areas share are here, an area's own are in its `failures.ts`.
 */
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

const key = 'Send a key of the account in the header Ocp-Apim-Subscription-Key.';

/** The kinds that every area shares. */
export const fail = failureCatalog({
  KeyMissing: {
    status: 401,
    message: 'Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API.',
    remedy: key,
  },
  KeyInvalid: {
    status: 401,
    message:
      'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.',
    remedy: 'Compare the key with the output of listKeys; it may have been regenerated.',
  },
  KeyOfOtherKind: {
    status: 401,
    message: 'Access denied: the subscription key belongs to an account of kind {kind}, which does not include this API.',
    remedy: 'Use a key of an account whose kind includes this area, or of kind MultiService.',
  },
  PredictionKey: {
    status: 401,
    message: 'Access denied: a prediction key was used where an authoring key is required.',
    remedy: 'Use a key of an authoring account.',
  },
  KeyOfOtherRegion: {
    status: 401,
    message: 'Access denied: the subscription key belongs to an account in region {region}; this endpoint serves region {served}.',
    remedy: "Call the server of the account's region.",
  },
  AccountBlocked: {
    status: 401,
    message: 'Access denied: the account that the subscription key belongs to is blocked.',
    remedy: 'An operator can unblock the account.',
  },
  NotCollaborator: {
    status: 401,
    message: 'Access denied: the caller is neither owner nor collaborator of this resource.',
    remedy: 'The owner can add the account to its collaborators.',
  },
  TokenInvalid: {
    status: 401,
    message: 'Access denied: the bearer token is missing or invalid: {details}',
    remedy: 'Request a new token with POST /oauth2/token.',
  },
  TokenForbidden: {
    status: 403,
    message: 'The bearer token does not allow this: {details}',
    remedy: 'Ask the issuer for a token with the role perennial.manage.',
  },
  RoleForbidden: {
    status: 403,
    message: 'The role {role} does not allow this; it needs the role {needed}.',
    remedy: 'Ask an operator with the role manage to do it, or to change your role.',
  },
  QuotaExceeded: {
    status: 403,
    message: 'Out of call volume quota. Quota will be replenished in {interval}.',
    remedy: 'Wait for the next month (UTC), or have the limit of the account raised.',
  },
  RateExceeded: {
    status: 429,
    message: 'Rate limit is exceeded. Try again in {retryAfter} seconds.',
    remedy: 'Wait for the seconds in the Retry-After header.',
  },
  TooManyBytes: {
    status: 429,
    message: 'Too many bytes of requests of this account are in progress. Try again in {retryAfter} seconds.',
    remedy: 'Wait for the seconds in the Retry-After header, and send fewer large requests concurrently.',
  },
  PathUnknown: { status: 404, message: 'Resource not found', remedy: 'See /docs for the available operations.' },
  MethodUnknown: { status: 405, message: 'The requested HTTP method is not allowed.', remedy: 'See /docs for the methods of this path.' },
  NotBuilt: { status: 501, message: 'This operation is not implemented; /docs lists those that are.', remedy: 'See docs/support.md.' },
  VersionMissing: {
    status: 400,
    message: 'The query parameter api-version is required. Supported versions: {known}.',
    remedy: 'Add api-version to the query.',
  },
  VersionUnknown: {
    status: 400,
    message: 'The api-version {version} is not supported for this path. Supported versions: {known}.',
    remedy: 'Use one of the supported versions.',
  },
  AddressInvalid: { status: 400, message: 'The address of the request is malformed.', remedy: 'Check the percent-encoding of the path.' },
  BodyTooLarge: { status: 413, message: 'The request body is larger than {maxBytes} bytes.', remedy: 'Send a smaller body.' },
  BodyInvalid: { status: 400, message: 'The request body is not valid JSON: {details}', remedy: 'Send a JSON body as documented.' },
  BodyMissing: { status: 400, message: 'The request body is missing.', remedy: 'Send a JSON body as documented.' },
  MediaTypeUnknown: {
    status: 415,
    message: 'The content type {mediaType} is not supported by this operation.',
    remedy: 'Send one of the documented content types.',
  },
  ParameterMissing: { status: 400, message: 'The parameter {parameter} is required.', remedy: 'Add the parameter.' },
  ParameterInvalid: {
    status: 400,
    message: 'The parameter {parameter} is invalid: {details}',
    remedy: 'See the operation in /docs for the allowed values.',
  },
  ParameterTooLong: { status: 400, message: 'Parameter {parameter} length must not exceed {maxLength} characters.', remedy: 'Shorten it.' },
  StorageUnreadable: {
    status: 400,
    message: 'The linked storage cannot be read: {details}',
    remedy:
      'Check the connection string of the account and the container. A storage that is not on a public address must be listed in PERENNIAL_FETCH_ALLOW.',
  },
  Conflicting: { status: 409, message: 'There is a conflict operation on resource {resource}, please try later.', remedy: 'Try again.' },
  DataDamaged: {
    status: 409,
    message: 'The stored data of this resource is damaged.',
    remedy:
      'Nothing in the request is wrong, and trying again does not help. An operator can restore the data from a backup with `perennial verify --repair`; the log of the server names the damaged record.',
  },
  PreconditionFailed: {
    status: 412,
    message: 'A condition of the request is not met: {details}',
    remedy: 'Read the resource again, merge both changes, and send them with the new ETag in If-Match.',
  },
  QueryTooCostly: {
    status: 400,
    message: 'The query cannot be answered within the limits of time and memory.',
    remedy: 'Shorten the query, or simplify the app or project. It is refused for a minute.',
  },
  TookTooLong: { status: 503, message: 'The operation took too long.', remedy: 'Try again. If it persists, see the log of the server.' },
  Unavailable: {
    status: 503,
    message: 'A transient error has occurred. Please try again.',
    remedy: 'Try again. If it persists, see the log of the server.',
  },
  Overloaded: {
    status: 503,
    message: 'The server is busy. Try again in {retryAfter} seconds.',
    remedy: 'Wait for the seconds in the Retry-After header.',
  },
  Unexpected: { status: 500, message: 'An unexpected error occurred.', remedy: 'See the log of the server for the request id.' },
});

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
