/** A trained model in the store: cached with the record that names it, and dropped from the threads when that record changes. */
import type { ModelFacts } from '../engines/language/models/facts.ts';
import { fail } from '../kernel/failures.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';

export class StoredModel {
  /** The account that owns it. */
  readonly account: string;
  readonly #blob: string;
  readonly #blobs: Pick<Blobs, 'get'>;
  /** Set by the predictor when the model was first loaded. */
  facts: Promise<ModelFacts | 'outdated'> | undefined;
  /** Calls in progress may still use it. */
  isDropped = false;
  readonly #listeners: (() => void)[] = [];

  constructor(account: string, blob: string, blobs: Pick<Blobs, 'get'>) {
    this.account = account;
    this.#blob = blob;
    this.#blobs = blobs;
  }

  /** The same for the same content: blobs never change. */
  get key(): string {
    return `${this.account}/${this.#blob}`;
  }

  async read(): Promise<Uint8Array> {
    const bytes = await this.#blobs.get(this.account, this.#blob);
    if (bytes) return bytes;
    // It was deleted or trained again while the call was waiting.
    if (this.isDropped) throw fail('Conflicting', { resource: 'model' });
    throw new Error(`The trained model ${this.#blob} is missing.`);
  }

  /** Its record has changed or was deleted, or it has not been used for long. */
  drop(): void {
    this.isDropped = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  onDropped(listener: () => void): void {
    this.#listeners.push(listener);
  }
}
