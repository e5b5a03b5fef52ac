/**
 * A hand-written server with the same durability: node:http, JSON in and out, and the same log entry on
 * disk (synchronous=FULL, through the same store) before the response. It ranks without a model, and has
 * no keys, limits, validation, log, metrics or learner.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOG } from '../../../src/areas/ranking/store.ts';
import { Change } from '../../../src/kernel/change.ts';
import { openSqlite } from '../../../src/storage/records/sqlite/store.ts';

interface Rank {
  contextFeatures: unknown[];
  actions: { id: string; features: unknown[] }[];
}

const ACCOUNT = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const store = await openSqlite({ folder: process.argv[2]!, now: Date.now });

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { contextFeatures, actions } = JSON.parse(Buffer.concat(chunks).toString()) as Rank;
    const eventId = randomUUID();
    const chosen = Math.floor(Math.random() * actions.length);
    const probabilities = actions.map(() => 1 / actions.length);
    void store
      .commit(
        new Change().append(ACCOUNT, LOG, {
          kind: 'rank',
          eventId,
          request: { contextFeatures, actions },
          decisions: [{ chosen, probabilities }],
          mode: 'Online',
          model: 0,
        }),
      )
      .then(() => {
        const body = JSON.stringify({
          ranking: actions.map(({ id }, k) => ({ id, probability: probabilities[k] })),
          eventId,
          rewardActionId: actions[chosen]!.id,
        });
        response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
      });
  });
});
server.listen(0, '127.0.0.1', () => process.stderr.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`));
