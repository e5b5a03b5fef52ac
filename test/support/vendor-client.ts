/** Creates the vendor's older clients with a key and a certificate, and records which of their methods were called. */
import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { ApiKeyCredentials } from '@azure/ms-rest-js';
import type { RestError } from '@azure/ms-rest-js';

/** Creates a client of the server. Each package has its own types for the same options. */
export function createClient<C>(
  Client: new (credentials: never, endpoint: string, options: never) => C,
  { address, key, ca }: { address: string; key: string; ca?: string },
): C {
  const credentials = new ApiKeyCredentials({ inHeader: { 'Ocp-Apim-Subscription-Key': key } });
  return new Client(credentials as never, address, { agentSettings: { https: new Agent({ ca }) } } as never);
}

/** The body of a response without the client's own properties. */
export function responseBody<T extends object>(answer: T): object {
  return JSON.parse(JSON.stringify(answer)) as object;
}

/** The status, code and message that a client call rejects with. */
export async function rejectionOf(work: Promise<unknown>): Promise<{ status?: number; code?: string; message?: string }> {
  const error = await work.then(
    () => assert.fail('The call was not rejected.'),
    (problem: unknown) => problem as RestError,
  );
  const { code, message } = (error.body as { error?: { code?: string; message?: string } } | undefined)?.error ?? {};
  return { status: error.statusCode, code, message };
}

/** Records calls of the operation groups of a client. */
export class CallRecorder {
  readonly #client: object;
  readonly #called = new Set<string>();

  constructor(client: object) {
    this.#client = client;
    for (const [group, operations] of this.#groups()) {
      for (const method of methodsOf(operations)) {
        const original = operations[method] as (...args: unknown[]) => unknown;
        operations[method] = (...args: unknown[]) => {
          this.#called.add(`${group}.${method}`);
          return original.apply(operations, args);
        };
      }
    }
  }

  #groups(): [string, Record<string, unknown>][] {
    return Object.entries(this.#client).filter(
      ([, value]: [string, unknown]) => typeof value === 'object' && value !== null && methodsOf(value).length > 0 && 'client' in value,
    ) as [string, Record<string, unknown>][];
  }

  /** Methods that were not called. */
  get uncalled(): string[] {
    return this.#groups()
      .flatMap(([group, operations]) => methodsOf(operations).map((method) => `${group}.${method}`))
      .filter((name) => !this.#called.has(name));
  }
}

function methodsOf(operations: object): string[] {
  return Object.keys(Object.getPrototypeOf(operations) as object);
}
