import { createApp } from '../app.ts';
import { storeName } from '../app/storage.ts';
import { VERSION } from '../version.ts';
import type { Command } from './command.ts';

/** What a start does before it listens: a rollout runs it once, so that no new process waits for another one's migration. */
export const migrate: Command = {
  summary: 'Bring the database to this version, and create what is missing, without serving',
  usage: '[--data FOLDER]',
  async run({ config, print }) {
    const app = await createApp({ ...config, logLevel: 'error' });
    await app.close();
    const isNew = app.newKeys !== undefined;
    const lines = [`The ${storeName(config)} database is at version ${VERSION}.`];
    if (isNew) lines.push('The account "default" was created; "perennial accounts keys default" prints its keys once a server runs.');
    print({ version: VERSION, createdDefaultAccount: isNew }, lines);
    return 0;
  },
};
