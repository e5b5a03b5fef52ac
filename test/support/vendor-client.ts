/** The vendor's older clients: how they are given a key and a certificate, and which of their methods were called. */
import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { ApiKeyCredentials } from '@azure/ms-rest-js';
import type { RestError } from '@azure/ms-rest-js';

/** A client of the server. Each package brings types of its own for what the others call the same. */
export function clientOf<C>(Client: new (credentials: never, endpoint: string, options: never) => C, { address, key, ca }: { address: string; key: string; ca?: string }): C {
  const credentials = new ApiKeyCredentials({ inHeader: { 'Ocp-Apim-Subscription-Key': key } });
  return new Client(credentials as never, address, { agentSettings: { https: new Agent({ ca }) } } as never);
}

/** The body of an answer without the client's own record of the response. */
export function plain<T extends object>(answer: T): object {
  return JSON.parse(JSON.stringify(answer)) as object;
}

/** What a client throws: status, code and message as it reads them. */
export async function thrown(work: Promise<unknown>): Promise<{ status?: number; code?: string; message?: string }> {
  const error = await work.then(() => assert.fail('It was not refused.'), (problem: unknown) => problem as RestError);
  const { code, message } = (error.body as { error?: { code?: string; message?: string } } | undefined)?.error ?? {};
  return { status: error.statusCode, code, message };
}

/** Watches the groups of operations that a client has. */
export class Watched {
  readonly #client: object;
  readonly #called = new Set<string>();

  constructor(client: object) {
    this.#client = client;
    for (const [group, operations] of this.#groups()) {
      for (const method of methodsOf(operations)) {
        const original = operations[method] as (...given: unknown[]) => unknown;
        operations[method] = (...given: unknown[]) => {
          this.#called.add(`${group}.${method}`);
          return original.apply(operations, given);
        };
      }
    }
  }

  #groups(): [string, Record<string, unknown>][] {
    return Object.entries(this.#client).filter(([, value]: [string, unknown]) => typeof value === 'object' && value !== null && methodsOf(value).length > 0 && 'client' in value) as [string, Record<string, unknown>][];
  }

  /** The methods that nobody has called. */
  get uncalled(): string[] {
    return this.#groups().flatMap(([group, operations]) => methodsOf(operations).map((method) => `${group}.${method}`)).filter((name) => !this.#called.has(name));
  }
}

function methodsOf(operations: object): string[] {
  return Object.keys(Object.getPrototypeOf(operations) as object);
}
