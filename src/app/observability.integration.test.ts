import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { eventually } from '../../test/support/server.ts';
import { key, testApp } from '../../test/support/memory-app.ts';
import type { TestApp, TestResponse } from '../../test/support/memory-app.ts';
import { attributesOf, startCollector } from '../../test/support/otlp-collector.ts';
import type { CollectedSpan, Collector } from '../../test/support/otlp-collector.ts';
import { defineArea } from '../kernel/area.ts';
import { Change } from '../kernel/change.ts';
import { collection } from '../kernel/collection.ts';
import { operation, reply } from '../kernel/operation.ts';
import { Type } from '../kernel/schema.ts';

const things = collection<{ text: string }>('test.things');
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const SECRET_ID = 'name-that-a-customer-chose';
const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;
const ERROR = 2;

/** An area whose one operation does every kind of work. */
function workingArea(module: URL, address: () => string) {
  return defineArea({
    name: 'test',
    title: 'Test',
    kinds: [],
    mounts: [{ base: '/test', version: 'v1', marker: 'path' }],
    dialect: ({ kind }) => ({ body: { kind } }),
    operations: [
      operation({
        id: 'test.work',
        summary: '',
        needs: 'authoring',
        route: 'POST /things/{thing}',
        replies: { 200: Type.Object({ job: Type.String() }) },
        async run({ account, params }, { blobs, threads, fetch, jobs }) {
          const blob = await blobs.put(account.id, Buffer.from('some bytes'));
          await blobs.get(account.id, blob);
          await threads.run({ module, function: 'double', input: 1 });
          await fetch(address(), { maxBytes: 100, timeMs: 5000 });
          const change = new Change().put(things, account.id, params.thing!, { text: blob });
          const { id } = jobs.enqueue(change, { account: account.id, kind: 'test.later', input: {} });
          return reply(200, { job: id }, { change });
        },
      }),
      operation({
        id: 'test.break',
        summary: '',
        needs: 'authoring',
        route: 'GET /broken',
        replies: { 200: null },
        run: () => Promise.reject(new Error('broken')),
      }),
    ],
    jobs: {
      'test.later': async (_job, { services }) => {
        await services.blobs.put('x', Buffer.from('later'));
        return { state: 'succeeded' };
      },
    },
  });
}

describe('observability', () => {
  const lines: Record<string, unknown>[] = [];
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  let folder: string;
  let module: URL;
  let target: Server;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'perennial-observability-'));
    writeFileSync(join(folder, 'work.mjs'), 'export const double = (n) => 2 * n;');
    module = pathToFileURL(join(folder, 'work.mjs'));
    target = createServer((_, response) => response.end('fetched'));
    target.listen(0, '127.0.0.1');
    await once(target, 'listening');
  });
  after(() => {
    target.close();
    rmSync(folder, { recursive: true });
  });
  const targetHost = (): string => `127.0.0.1:${(target.address() as AddressInfo).port}`;
  const start = async (...flags: string[]): Promise<TestApp> => {
    const area = workingArea(module, () => `http://${targetHost()}/private-path`);
    const app = await testApp({ areas: [area], logTo }, ['--log-level', 'info', '--fetch-allow', targetHost(), ...flags]);
    await app.listen();
    return app;
  };
  const work = (app: TestApp, headers: Record<string, string> = {}): Promise<TestResponse> =>
    app.call({ method: 'POST', url: `/test/things/${SECRET_ID}`, key, headers });
  const jobDone = async (app: TestApp, answer: TestResponse): Promise<void> => {
    const account = (await app.ports.accounts.all())[0]!.id;
    const { job } = answer.json<{ job: string }>();
    await eventually(
      () => app.ports.jobs.get(account, job),
      (read) => read?.value.state === 'succeeded',
    );
  };

  describe('with a collector', () => {
    let collector: Collector;
    let app: TestApp;
    let answer: TestResponse;
    const spanOf = (name: string, trace?: string): CollectedSpan => {
      const found = collector.spans.find((span) => span.name === name && (trace === undefined || span.traceId === trace));
      assert.ok(found, `no span ${name} among ${collector.spans.map((span) => span.name).join(', ')}`);
      return found;
    };
    before(async () => {
      collector = await startCollector();
      const flags = [
        '--telemetry',
        'otlp',
        '--otlp-endpoint',
        collector.address,
        '--otlp-headers',
        'x-key=a%20b',
        '--service-name',
        'mine',
      ];
      app = await start(...flags, '--region', 'local');
      answer = await work(app, { traceparent: `00-${TRACE}-${PARENT}-01` });
      assert.equal(answer.status, 200);
      await app.call({ method: 'GET', url: '/test/broken', key });
      await app.call({ method: 'GET', url: '/test/broken', key: 'no-such-key' });
      await app.call({ method: 'GET', url: `/nowhere/${SECRET_ID}` });
      await jobDone(app, answer);
      await app.close();
    });
    after(() => collector.close());

    test('continues the trace of the caller in one server span', () => {
      const span = spanOf('POST /test/things/{thing}');
      assert.deepEqual([span.traceId, span.parentSpanId, span.kind], [TRACE, PARENT, SERVER]);
      const { 'perennial.account': account, 'perennial.request': request, ...attributes } = span.attributes;
      assert.match(String(account), /^[0-9a-f-]{36}$/);
      assert.equal(request, answer.headers['x-request-id']);
      assert.deepEqual(attributes, {
        'http.request.method': 'POST',
        'http.route': '/test/things/{thing}',
        'http.response.status_code': 200,
        'perennial.operation': 'test.work',
        'perennial.area': 'test',
        'perennial.version': 'v1',
      });
      assert.deepEqual([span.resource['service.name'], span.resource['perennial.role']], ['mine', 'all']);
    });

    test('shows commits, blobs, threads and fetches as its children', () => {
      const parent = spanOf('POST /test/things/{thing}');
      const children = collector.spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
      assert.deepEqual(children.map(({ name }) => name).sort(), ['COMMIT sqlite', 'GET', 'get blob', 'put blob', 'thread double']);
      for (const { traceId, startTimeUnixNano: start, endTimeUnixNano: end } of children) {
        assert.equal(traceId, TRACE);
        assert.ok(BigInt(start) >= BigInt(parent.startTimeUnixNano) && BigInt(end) <= BigInt(parent.endTimeUnixNano) && end >= start);
      }
      const fetched = children.find(({ name }) => name === 'GET')!;
      assert.deepEqual([fetched.kind, fetched.attributes], [CLIENT, { 'http.request.method': 'GET', 'http.response.status_code': 200 }]);
    });

    test('links a job to the call that enqueued it', () => {
      const call = spanOf('POST /test/things/{thing}');
      const job = spanOf('process test.later');
      assert.deepEqual(
        job.links.map(({ traceId, spanId }) => [traceId, spanId]),
        [[TRACE, call.spanId]],
      );
      assert.ok(job.traceId !== TRACE && !job.parentSpanId);
      assert.deepEqual([job.kind, job.attributes['messaging.message.id']], [CONSUMER, answer.json<{ job: string }>().job]);
      assert.equal(job.attributes['perennial.state'], 'succeeded');
      assert.equal(spanOf('put blob', job.traceId).parentSpanId, job.spanId);
    });

    test('marks errors of the server only, and traces calls that are refused', () => {
      const spans = collector.spans.filter(({ name }) => name === 'GET /test/broken');
      const seen = spans.map(({ attributes, status }) => [
        attributes['http.response.status_code'],
        attributes['perennial.failure'],
        status.code ?? 0,
      ]);
      assert.deepEqual(seen, [
        [500, 'Unexpected', ERROR],
        [401, 'KeyInvalid', 0],
      ]);
    });

    test('shows no key, no path and nothing that a customer chose', () => {
      const sent = JSON.stringify(collector.spans);
      for (const secret of [key, 'no-such-key', SECRET_ID, 'private-path', 'some bytes']) assert.ok(!sent.includes(secret), secret);
    });

    test('writes the ids of the span to the log line of the call', () => {
      const span = spanOf('POST /test/things/{thing}');
      const line = lines.find(({ operation: id, trace_id: trace }) => id === 'test.work' && trace === TRACE)!;
      assert.deepEqual([line.span_id, line.request], [span.spanId, answer.headers['x-request-id']]);
      const error = lines.find(({ msg }) => msg === 'unexpected error')!;
      assert.equal(error.trace_id, collector.spans.find(({ name }) => name === 'GET /test/broken')!.traceId);
    });

    test('sends the metrics of /metrics, with its headers', () => {
      const { histogram, unit } = collector.metrics.get('perennial_request_seconds')!;
      const point = histogram!.dataPoints.find(({ attributes }) => attributesOf(attributes).operation === 'test.work')!;
      assert.deepEqual([unit, Number(point.count), attributesOf(point.attributes).status], ['s', 1, '200']);
      assert.equal(point.bucketCounts!.length, point.explicitBounds!.length + 1);
      assert.equal(
        point.bucketCounts!.reduce<number>((sum, count) => sum + Number(count), 0),
        1,
      );
      assert.equal(collector.metrics.get('perennial_unexpected_errors_total')!.sum!.dataPoints[0]!.asDouble, 1);
      assert.equal(collector.metrics.get('perennial_jobs_running')!.gauge!.dataPoints.length, 1);
      assert.ok(collector.headers.every((headers) => headers['x-key'] === 'a b'));
    });
  });

  test('samples by the setting, and a job as the call that enqueued it', async () => {
    const collector = await startCollector();
    const app = await start('--telemetry', 'otlp', '--otlp-endpoint', collector.address, '--traces-sampler', 'parentbased_always_off');
    await jobDone(app, await work(app));
    await jobDone(app, await work(app, { traceparent: `00-${TRACE}-${PARENT}-01` }));
    await app.close();
    await collector.close();
    const roots = collector.spans.filter(({ parentSpanId }) => !parentSpanId || parentSpanId === PARENT);
    assert.deepEqual(roots.map(({ name }) => name).sort(), ['POST /test/things/{thing}', 'process test.later']);
  });

  test('sends only what is asked for', async () => {
    const collector = await startCollector();
    const app = await start('--telemetry', 'otlp', '--otlp-endpoint', collector.address, '--traces-exporter', 'none');
    await work(app);
    await app.close();
    await collector.close();
    assert.deepEqual([collector.spans.length, collector.metrics.has('perennial_request_seconds')], [0, true]);
  });

  test('sends nothing and writes no ids when telemetry is off', async () => {
    const collector = await startCollector();
    const app = await start('--otlp-endpoint', collector.address);
    lines.length = 0;
    const answer = await work(app, { traceparent: `00-${TRACE}-${PARENT}-01` });
    const { job } = answer.json<{ job: string }>();
    const account = (await app.ports.accounts.all())[0]!.id;
    assert.equal((await app.ports.jobs.get(account, job))!.value.trace, undefined);
    await app.close();
    await collector.close();
    assert.equal(collector.requests, 0);
    const line = lines.find(({ operation: id }) => id === 'test.work')!;
    assert.ok('request' in line && !('trace_id' in line) && !('span_id' in line));
  });
});
