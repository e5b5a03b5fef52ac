import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FetchedResponse, GuardedFetch } from '../kernel/ports/fetch.ts';
import type { PoolTask } from '../kernel/ports/workers.ts';
import { createPorts } from './ports.ts';

test('parses large listings of containers in threads, as work of the account', async () => {
  const name = 'x'.repeat(100);
  const blob = `<Blob><Name>${name}</Name><Properties><Content-Length>1</Content-Length></Properties></Blob>`;
  const page = `<EnumerationResults><Blobs>${blob.repeat(1000)}</Blobs><NextMarker/></EnumerationResults>`;
  const fetch: GuardedFetch = async (url) => {
    assert.equal(new URL(url).searchParams.get('maxresults'), '500');
    return {
      status: 200,
      headers: { 'content-type': 'application/xml' },
      bytes: Buffer.from(page),
      url: String(url),
    } satisfies FetchedResponse;
  };
  const tasks: PoolTask[] = [];
  const threads = {
    run: async (task: PoolTask) => {
      tasks.push(task);
      return { entries: [{ name, bytes: 1 }], next: '' };
    },
  };
  const config = { region: 'local', uploadMb: 1 };
  const ports = createPorts({
    config,
    fetch,
    fetchFile: () => async () => await Promise.reject(new Error('not fetched')),
    store: { onAnnouncement: () => undefined },
    report: () => undefined,
    pools: { threads },
  } as never);
  const container = ports.containerAt('BlobEndpoint=https://storage.test', 'box', {
    account: 'a',
    refused: (details) => new Error(details),
  });
  assert.deepEqual(await container.list(''), [{ name, bytes: 1 }]);
  assert.deepEqual(
    tasks.map(({ account, function: called, input }) => [account, called, (input as Uint8Array).length]),
    [['a', 'parseListing', page.length]],
  );
});
