/** Converts an exported app in a worker thread, because a large app takes long. */
import { Failure } from '../../../../kernel/failures.ts';
import { projectFromApp } from './from-app.ts';
import type { MigratedApp } from './from-app.ts';
import { parseAssets } from '../files/import.ts';

export interface Converted extends Omit<MigratedApp, 'assets'> {
  /** Serialized, ready to be stored. */
  assets: Uint8Array;
}

/** The project, or why the bytes are not an exported app. */
export function convert({ bytes }: { bytes: Uint8Array }): Converted | { problem: string } {
  let app: unknown;
  try {
    app = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { problem: 'the response is not JSON.' };
  }
  try {
    const { assets, ...rest } = projectFromApp(app);
    // Validated like an import.
    return { ...rest, assets: Buffer.from(JSON.stringify(parseAssets({ assets }, 'Conversation', rest.metadata.language))) };
  } catch (problem) {
    if (problem instanceof Failure) return { problem: problem.message };
    throw problem;
  }
}
