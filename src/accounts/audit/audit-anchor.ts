/**
 * Keeps the head of the server's own audit chain outside of the database, in a file of the data folder that is signed with a key derived
 * from the master key. The server's chain names the heads of all others, so that someone who can write to the database alone cannot
 * cut, remove, replace or roll back any chain unnoticed (ADR 16).
 */
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM } from '../../kernel/collection.ts';
import type { Clock } from '../../kernel/ports.ts';
import type { Keyring } from '../../kernel/ports/accounts.ts';
import type { Store } from '../../kernel/ports/store.ts';

const PURPOSE = 'audit anchor';

export interface AuditAnchor {
  sequence: number;
  hash: string;
  at: string;
}

export function anchorFile(data: string): string {
  return join(data, 'audit-anchor.json');
}

function signAnchor({ sequence, hash, at }: AuditAnchor, keyring: Pick<Keyring, 'sign'>): string {
  return keyring.sign(Buffer.from(`${sequence}\n${hash}\n${at}`), PURPOSE);
}

/** The anchor in the file, undefined when there is none. Without a keyring its signature is not checked. */
export async function readAnchor(
  path: string,
  keyring: Pick<Keyring, 'sign'> | undefined,
): Promise<AuditAnchor | { problem: string } | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { sequence, hash, at, signature } = JSON.parse(text) as AuditAnchor & { signature: string };
    if (!keyring || signature === signAnchor({ sequence, hash, at }, keyring)) return { sequence, hash, at };
  } catch {
    // The same answer as for a wrong signature.
  }
  return { problem: `the anchor of the audit, ${path}, is damaged or was not written by this server` };
}

export async function writeAnchor(path: string, anchor: AuditAnchor, keyring: Pick<Keyring, 'sign'>): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ ...anchor, signature: signAnchor(anchor, keyring) }, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

/** What is wrong with the server's chain compared with the anchor. */
async function anchorProblem(store: Pick<Store, 'audit'>, anchor: AuditAnchor): Promise<string | undefined> {
  const [row] = await store.audit(SYSTEM, anchor.sequence - 1, 1);
  if (row?.sequence === anchor.sequence && row.hash === anchor.hash) return undefined;
  return `the audit of the server is not the one that was anchored at ${anchor.at}: entry ${anchor.sequence} is missing or another`;
}

/** The same for the anchor in the file, and for the file itself. */
export async function storedAnchorProblem(store: Pick<Store, 'audit'>, path: string, keyring: Keyring): Promise<string | undefined> {
  const found = await readAnchor(path, keyring);
  if (!found) return undefined;
  return 'problem' in found ? found.problem : await anchorProblem(store, found);
}

export interface AnchoringOptions {
  store: Pick<Store, 'anchorAudits' | 'audit'>;
  clock: Clock;
  keyring: Keyring;
  /** Undefined when there is no data folder. */
  path: string | undefined;
  onProblem: (problem: string) => void;
}

/** Notes the heads of all chains in the server's chain, and the head of that in the file. */
export class AuditAnchoring {
  readonly #options: AnchoringOptions;
  #written: number | undefined;

  constructor(options: AnchoringOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { store, clock, keyring, path, onProblem } = this.#options;
    const at = new Date(clock.now()).toISOString();
    const head = await store.anchorAudits(at);
    if (path === undefined || !head || head.sequence === this.#written) return;
    const problem = await storedAnchorProblem(store, path, keyring);
    // An anchor that does not fit is evidence: it is kept until an operator removes it.
    if (problem !== undefined) return onProblem(problem);
    await writeAnchor(path, { sequence: head.sequence, hash: head.hash, at }, keyring);
    this.#written = head.sequence;
  }
}
