/** A collector that is down or does not answer: nothing waits for it, and memory does not grow. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Registry } from 'prom-client';
import { readConfig } from '../../src/config.ts';
import { startTelemetry } from '../../src/telemetry/opentelemetry.ts';
import { key, testApp } from '../support/memory-app.ts';
import { startCollector } from '../support/otlp-collector.ts';
import type { Collector } from '../support/otlp-collector.ts';

/** Far more than the queue holds. */
const CALLS = 10_000;
/** Of the queue and of what is being sent: a tenth of what the calls would take. */
const MAX_GROWTH_BYTES = 4 * 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

describe('without a collector that answers', () => {
  const collectors: Collector[] = [];
  const addresses: Record<'closed' | 'silent', () => Promise<string>> = {
    closed: closedPort,
    silent: async () => {
      const collector = await startCollector({ isSilent: true });
      collectors.push(collector);
      return collector.address;
    },
  };
  // Read by the SDK: exports that are in progress at the end of the test end soon.
  before(() => (process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '300'));
  after(async () => {
    delete process.env.OTEL_EXPORTER_OTLP_TIMEOUT;
    await Promise.all(collectors.map((collector) => collector.close()));
  });

  for (const [name, address] of Object.entries(addresses)) {
    test(`spans take bounded memory (${name})`, async () => {
      const warnings: string[] = [];
      const outcomes = { exported: 0, failed: 0 };
      const argv = ['--telemetry', 'otlp', '--otlp-endpoint', await address(), '--spans-delay-ms', '10', '--metrics-interval-ms', '100'];
      const telemetry = startTelemetry({
        settings: readConfig({ argv }).config,
        registry: new Registry(),
        log: { warn: (_details, message) => void warnings.push(message) },
        version: '1',
        attributes: {},
        database: 'sqlite',
        onSpans: (outcome, count) => (outcomes[outcome] += count),
      });
      const call = (): void => {
        const span = telemetry.tracing!.startCall({ method: 'GET', headers: {}, startedAt: performance.now() });
        span.run(() => telemetry.tracing!.report({ work: 'commit', outcome: 'committed' }, Date.now(), Date.now()));
        span.end({ attributes: { 'http.route': '/x'.repeat(50) }, isError: false });
      };
      for (let i = 0; i < CALLS; i++) call();
      const full = heapBytes();
      for (let round = 0; round < 10; round++) {
        for (let i = 0; i < CALLS / 10; i++) call();
        await new Promise((resolve) => setImmediate(resolve));
      }
      const growth = heapBytes() - full;
      assert.ok(growth < MAX_GROWTH_BYTES, `grew by ${growth} bytes`);
      await telemetry.close();
      assert.equal(outcomes.exported, 0);
      assert.ok(outcomes.failed > 0 && warnings.length === 1, JSON.stringify({ outcomes, warnings }));
    });

    test(`calls are answered and the server stops (${name})`, async () => {
      const app = await testApp({}, ['--telemetry', 'otlp', '--otlp-endpoint', await address(), '--spans-delay-ms', '10']);
      for (let i = 0; i < 20; i++) {
        const { status } = await app.call({ method: 'PUT', url: `/face/v1.0/persongroups/g${i}`, key, body: { name: 'x' } });
        assert.equal(status, 200);
      }
      await app.close();
    });
  }
});
