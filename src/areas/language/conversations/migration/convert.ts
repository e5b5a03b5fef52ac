/** Runs in a thread: reading and converting a large app takes its time. */
import { Failure } from '../../../../kernel/failures.ts';
import { projectFromApp } from './from-app.ts';
import type { MigratedApp } from './from-app.ts';
import { parseAssets } from '../files/import.ts';

export interface Converted extends Omit<MigratedApp, 'assets'> {
  /** As they are stored. */
  assets: Uint8Array;
}

/** The bytes of an exported app as a project, or why they are none. */
export function convert({ bytes }: { bytes: Uint8Array }): Converted | { problem: string } {
  let app: unknown;
  try {
    app = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { problem: 'what was answered is not JSON.' };
  }
  try {
    const { assets, ...rest } = projectFromApp(app);
    // By the same road as an import: what that refuses is refused here.
    return { ...rest, assets: Buffer.from(JSON.stringify(parseAssets({ assets }, 'Conversation', rest.metadata.language))) };
  } catch (problem) {
    if (problem instanceof Failure) return { problem: problem.message };
    throw problem;
  }
}
