/** A recorded call of an operation: docs/examples.json, written by npm run docs. */
export interface OperationExample {
  version: string;
  /** Path and query, in neutral names. */
  url: string;
  body?: unknown;
  contentType?: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  reply?: unknown;
}

/** A body that is not shown, by its content type. */
export interface BinaryBody {
  binary: string;
}

export function isBinary(body: unknown): body is BinaryBody {
  return typeof body === 'object' && body !== null && typeof (body as Partial<BinaryBody>).binary === 'string';
}
