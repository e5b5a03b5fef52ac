import { join } from 'node:path';
import { anchorFile, readAnchor } from '../accounts/audit/audit-anchor.ts';
import { areRecordsSigned, LISTED, noteSigned } from '../accounts/signed-records.ts';
import type { Config } from '../config.ts';
import { Change } from '../kernel/change.ts';
import { SYSTEM } from '../kernel/collection.ts';
import type { Keyring } from '../kernel/ports/accounts.ts';
import type { Store } from '../kernel/ports/store.ts';
import { backupRows, BadBackup, readManifest } from '../storage/integrity/backup.ts';
import type { Manifest } from '../storage/integrity/backup.ts';
import { FileBlobs } from '../storage/blobs/files/blobs.ts';
import type { PlacedBlobs } from '../storage/blobs/placed-blobs.ts';
import { planRepair } from '../storage/integrity/repair.ts';
import type { BackupSource, Remedy } from '../storage/integrity/repair.ts';
import { RosterChecks } from '../storage/integrity/rosters.ts';
import { signRecords } from '../storage/integrity/signed-store.ts';
import { verifyStore } from '../storage/integrity/verify.ts';
import type { Problem, Verdict } from '../storage/integrity/verify.ts';
import { ACCEPT_FLAG, describeSignature } from './backup-signature.ts';
import { textFlag, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { keyringOf, openBlobsToRead, openToRead, openToRepair } from './stores.ts';

/** A server may have been killed before it wrote its first anchor to the file. */
const FEW_ANCHORS = 2;

/** Exits with 0 when there is no problem, or none after a repair; 1 when there is one; 2 when it was called wrongly. */
export const verify: Command = {
  summary: 'Check every record, audit chain and blob; repair what a backup can restore',
  usage: '[--backup FOLDER [--accept-unverified]] [--repair] [--sign]',
  flags: {
    backup: { type: 'string', help: 'folder of a backup: says what it could restore' },
    repair: {
      type: 'boolean',
      help: 'restore what the backup holds and remove index entries without records; intact data is kept. No server may be running',
    },
    ...ACCEPT_FLAG,
    sign: {
      type: 'boolean',
      help: 'sign accounts, keys, operators and assignments as they are, after a version that did not, or a change that you know of. No server may be running',
    },
  },
  async run({ config, flags, print }) {
    const folder = flags.backup === undefined ? undefined : textFlag(flags, 'backup', '');
    const isRepair = flags.repair === true;
    const isSign = flags.sign === true;
    const backup = folder === undefined ? undefined : await openBackup(folder, config, flags['accept-unverified'] === true);
    const store = isRepair || isSign ? await openToRepair(config) : await openToRead(config);
    const blobs = await openBlobsToRead(config);
    try {
      if (isSign) await sign(store, await keyringOf(config));
      let verdict = await verifyAll(config, store, blobs, backup?.manifest);
      const found = verdict.problems.length;
      let remedies = found === 0 ? [] : await planRepair(verdict.problems, store, backup?.source);
      const repaired = isRepair ? remedies.filter(({ isRepairable }) => isRepairable) : [];
      if (repaired.length > 0) {
        await repair(store, blobs, repaired, backup?.source);
        verdict = await verifyAll(config, store, blobs, backup?.manifest);
        remedies = verdict.problems.length === 0 ? [] : await planRepair(verdict.problems, store, backup?.source);
      }
      print(jsonOf(verdict, remedies, repaired), linesOf(verdict, remedies, repaired, { isRepair, hasBackup: backup !== undefined }));
      return verdict.problems.length === 0 ? 0 : 1;
    } finally {
      await Promise.all([store.close(), blobs.close()]);
    }
  },
};

async function sign(store: Store, keyring: Keyring | undefined): Promise<void> {
  if (!keyring) throw new UsageError('The master key is missing: set PERENNIAL_MASTER_KEY.');
  await signRecords(store, keyring, LISTED, noteSigned(new Change(), keyring));
}

async function openBackup(folder: string, config: Config, isAccepted: boolean): Promise<{ manifest: Manifest; source: BackupSource }> {
  try {
    const manifest = await readManifest(folder);
    await describeSignature(folder, manifest, config, isAccepted);
    const blobs = new FileBlobs(join(folder, 'blobs'));
    return {
      manifest,
      source: {
        createdDateTime: manifest.createdDateTime,
        rows: () => backupRows(folder, manifest),
        blob: (account, id) => blobs.get(account, id),
      },
    };
  } catch (error) {
    if (error instanceof BadBackup) throw new UsageError(error.message);
    throw error;
  }
}

/** The anchor is read first: the database may grow meanwhile, the anchor must not. */
async function verifyAll(config: Config, store: Store, blobs: PlacedBlobs, manifest: Manifest | undefined): Promise<Verdict> {
  const path = anchorFile(config.data);
  const keyring = await keyringOf(config);
  const anchor = await readAnchor(path, keyring);
  const isSigned = keyring && (await areRecordsSigned(store, keyring));
  const anchors = [
    ...(anchor && !('problem' in anchor) ? [{ ...anchor, account: SYSTEM, source: `${path} of ${anchor.at}` }] : []),
    ...(manifest?.auditHead ? [{ ...manifest.auditHead, account: SYSTEM, source: `the backup of ${manifest.createdDateTime}` }] : []),
  ];
  const verdict = await verifyStore(store, blobs, { anchors, ...(isSigned && { rosters: new RosterChecks(keyring, LISTED) }) });
  const missing = `the anchor of the audit, ${path}, is missing; a server writes it when it runs`;
  const text = anchor ? ('problem' in anchor ? anchor.problem : undefined) : verdict.auditAnchors >= FEW_ANCHORS ? missing : undefined;
  const problems: Problem[] = text === undefined ? [] : [{ text, anchor: true }];
  return { ...verdict, problems: [...verdict.problems, ...problems] };
}

async function repair(store: Store, blobs: PlacedBlobs, remedies: readonly Remedy[], backup: BackupSource | undefined): Promise<void> {
  for (const { account, id } of remedies.flatMap((remedy) => remedy.blobs))
    await blobs.write(account, id, (await backup!.blob(account, id))!);
  // A row that is written may have the key of a damaged one that is removed.
  const steps = remedies.flatMap((remedy) => remedy.steps);
  await store.repair([...steps.filter((step) => 'remove' in step), ...steps.filter((step) => 'write' in step)]);
}

function jsonOf({ problems, ...counts }: Verdict, remedies: readonly Remedy[], repaired: readonly Remedy[]): object {
  return {
    ...counts,
    problems: problems.map(({ text }) => text),
    remedies: remedies.map(({ problem, text, isRepairable }) => ({ problem: problem.text, remedy: text, isRepairable })),
    repaired: repaired.map(({ problem, text }) => ({ problem: problem.text, remedy: text })),
  };
}

function linesOf(
  { records, events, auditEntries, auditChains, blobs, withoutChecksum, problems }: Verdict,
  remedies: readonly Remedy[],
  repaired: readonly Remedy[],
  { isRepair, hasBackup }: { isRepair: boolean; hasBackup: boolean },
): string[] {
  const repairable = remedies.filter(({ isRepairable }) => isRepairable).length;
  return [
    `${records} records, ${events} events, ${auditEntries} audit entries in ${auditChains} chains, ${blobs} blobs`,
    ...(withoutChecksum > 0
      ? [
          `${withoutChecksum} rows of an earlier version have no checksum; they get one when they are written again, or restored from a backup.`,
        ]
      : []),
    ...repaired.map(({ problem, text }) => `Repaired: ${problem.text}\n  ${text}.`),
    ...problems.map(({ text }, i) => `Problem: ${text}${isRepair || hasBackup ? `\n  ${remedies[i]!.text}.` : ''}`),
    problems.length === 0
      ? repaired.length === 0
        ? 'No problems found.'
        : 'No problems are left.'
      : `${problems.length} problems${isRepair ? ' are left' : `, ${repairable} can be repaired with --repair`}.`,
  ];
}
