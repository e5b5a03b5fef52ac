import type { LanguageServices } from '../../services.ts';
import { conversations } from '../area.ts';
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { testApp } from '../../../../../test/support/memory-app.ts';
import type { TestApp } from '../../../../../test/support/memory-app.ts';
import type { GuardedFetch } from '../../../../kernel/ports/fetch.ts';
import type { Job, JobOutcome } from '../../../../kernel/job.ts';
import { projectKey, projects } from '../../projects/store.ts';
import { Change } from '../../../../kernel/change.ts';
import { MIGRATE_JOB, migrationJobs, migrationKeys, sealKey } from './job.ts';

const ACCOUNT = 'account';
const KEY = 'key-of-the-resource';
const exported = {
  name: 'Small',
  culture: 'en-us',
  intents: [{ name: 'Go' }],
  utterances: [{ text: 'go away', intent: 'Go', entities: [] }],
};

describe('migration job', () => {
  let app: TestApp;
  let id = 0;
  let fetch: GuardedFetch;
  const stop = new AbortController();
  before(async () => {
    app = await testApp();
  });
  after(() => app.close());
  beforeEach(async () => {
    id++;
    fetch = (url) => Promise.resolve({ status: 200, headers: {}, bytes: Buffer.from(JSON.stringify(exported)), url: String(url) });
    await app.store.commit(new Change().put(migrationKeys, ACCOUNT, String(id), sealKey(app.ports, String(id), KEY)));
  });

  const run = async (signal = stop.signal): Promise<JobOutcome> =>
    await migrationJobs[MIGRATE_JOB]!(
      {
        id: String(id),
        account: ACCOUNT,
        input: { apps: [{ appId: 'a', appVersion: '0.1' }], resource: 'https://resource.example' },
      } as Job,
      { services: { ...(app.services.of(conversations) as LanguageServices), fetch }, signal, progress: () => Promise.resolve() },
    );

  it('sends the sealed key, then creates the project and deletes the key in one change', async () => {
    const sent: unknown[] = [];
    const answer = fetch;
    fetch = (url, options) => {
      sent.push([String(url), options.headers?.['ocp-apim-subscription-key']]);
      return answer(url, options);
    };
    const { state, change } = await run();
    assert.equal(state, 'succeeded');
    assert.deepEqual(sent, [['https://resource.example/luis/authoring/v3.0-preview/apps/a/versions/0.1/export', KEY]]);
    assert.equal(await app.store.get(projects, ACCOUNT, projectKey('conversations', 'Small')), undefined);
    await app.store.commit(change!);
    assert.equal((await app.store.get(projects, ACCOUNT, projectKey('conversations', 'Small')))?.value.language, 'en-us');
    assert.equal(await app.store.get(migrationKeys, ACCOUNT, String(id)), undefined);
  });

  it('fails when the key has expired', async () => {
    await app.store.commit(new Change().clear(migrationKeys, ACCOUNT, String(id)));
    const { state, errors } = await run();
    assert.deepEqual([state, errors!.map(({ code }) => code)], ['failed', ['invalidOperation']]);
  });

  it('rethrows unexpected errors and aborts, so that the job is retried', async () => {
    fetch = () => Promise.reject(new Error('out of memory'));
    await assert.rejects(run(), /out of memory/);
    const stopped = new AbortController();
    fetch = () => {
      stopped.abort(new Error('The server stops.'));
      return Promise.reject(Object.assign(new Error('aborted'), { name: 'FetchRefused', reason: 'network' }));
    };
    await assert.rejects(run(stopped.signal), /The server stops/);
  });
});
