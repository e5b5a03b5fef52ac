import { verifyStore } from '../storage/verify.ts';
import type { Command } from './command.ts';
import { blobsIn, openToRead } from './stores.ts';

export const verify: Command = {
  summary: 'Check the integrity of the database, the audit chains and the blobs',
  usage: '',
  async run({ config, print }) {
    const store = await openToRead(config);
    try {
      const verdict = await verifyStore(store, blobsIn(config));
      const { records, events, auditEntries, auditChains, blobs, problems } = verdict;
      print(verdict, [
        `${records} records, ${events} events, ${auditEntries} audit entries in ${auditChains} chains, ${blobs} blobs`,
        ...(problems.length === 0 ? ['No problems found.'] : problems.map((problem) => `Problem: ${problem}`)),
      ]);
      return problems.length === 0 ? 0 : 1;
    } finally {
      await store.close();
    }
  },
};
