import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { changedSettings, ConfigProblems, readConfig, SETTINGS } from './config.ts';
import type { ConfigSources } from './config.ts';

describe('configuration', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'perennial-config-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function file(name: string, content: string): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }
  function problems(sources: ConfigSources): readonly string[] {
    try {
      readConfig(sources);
    } catch (error) {
      if (error instanceof ConfigProblems) return error.problems;
      throw error;
    }
    return [];
  }

  test('returns the documented defaults, frozen', () => {
    const { config } = readConfig({});
    const { port, host, data, region, role, tls, dev, fetchAllow, adminSecret, databaseUrl } = config;
    assert.deepEqual(
      { port, host, data, region, role, tls, dev, fetchAllow, adminSecret, databaseUrl },
      {
        port: 8080,
        host: '127.0.0.1',
        data: './data',
        region: 'local',
        role: 'all',
        tls: false,
        dev: false,
        fetchAllow: [],
        adminSecret: undefined,
        databaseUrl: undefined,
      },
    );
    assert.ok(Object.isFrozen(config));
  });

  test('lists what is set, without secrets', () => {
    const env = { PERENNIAL_REGION: 'here', PORT: '8080', PERENNIAL_ADMIN_SECRET: 'twelve letters', PERENNIAL_FETCH_ALLOW: 'a,b:1' };
    const collector = { PERENNIAL_TELEMETRY: 'otlp', OTEL_EXPORTER_OTLP_ENDPOINT: 'https://me:word@collector.example/v1?key=word' };
    assert.deepEqual(changedSettings(readConfig({ env: { ...env, ...collector } }).config), [
      { name: 'PERENNIAL_REGION', value: 'here' },
      { name: 'PERENNIAL_ADMIN_SECRET' },
      { name: 'PERENNIAL_FETCH_ALLOW', value: 'a, b:1' },
      { name: 'PERENNIAL_TELEMETRY', value: 'otlp' },
      { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'https://collector.example/v1' },
    ]);
  });

  test('prefers flags over the environment over the file', () => {
    const path = file('order.json', '{"port":1,"region":"file","host":"file"}');
    const { config } = readConfig({ argv: ['--port', '3', '--config', path], env: { PORT: '2', PERENNIAL_REGION: 'environment' } });
    assert.deepEqual([config.port, config.region, config.host], [3, 'environment', 'file']);
    assert.equal(readConfig({ env: { PERENNIAL_CONFIG: path } }).config.port, 1);
  });

  test('reads standard variables of telemetry only when telemetry is on', () => {
    const env = { OTEL_TRACES_SAMPLER: 'xray', OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317', OTEL_TRACES_SAMPLER_ARG: '2' };
    const { config } = readConfig({ env });
    assert.deepEqual([config.otlpEndpoint, config.tracesSampler], ['http://localhost:4318', 'parentbased_always_on']);
    assert.equal(problems({ env: { ...env, PERENNIAL_TELEMETRY: 'otlp' } }).length, 3);
  });

  test('reads headers of telemetry', () => {
    const headers = (text: string): object | undefined =>
      readConfig({ env: { PERENNIAL_TELEMETRY: 'otlp', OTEL_EXPORTER_OTLP_HEADERS: text } }).config.otlpHeaders;
    assert.deepEqual(headers('api-key=a=b%20c, other = d '), { 'api-key': 'a=b c', other: 'd' });
    for (const text of ['key', 'key=', '=value', 'key=%zz'])
      assert.deepEqual(problems({ env: { PERENNIAL_TELEMETRY: 'otlp', OTEL_EXPORTER_OTLP_HEADERS: text } }), [
        'OTEL_EXPORTER_OTLP_HEADERS: the value is not allowed for otlpHeaders; it must be name=value,…, with values as in addresses',
      ]);
  });

  test('accepts flags with a space or an equals sign, and boolean flags without a value', () => {
    const { config } = readConfig({ argv: ['--port=81', '--job-lease-ms', '500', '--tls', '--dev=false', '--fetch-allow', 'a:1, b ,'] });
    assert.deepEqual([config.port, config.jobLeaseMs, config.tls, config.dev, config.fetchAllow], [81, 500, true, false, ['a:1', 'b']]);
    assert.equal(readConfig({ env: { PERENNIAL_TLS: 'true' } }).config.tls, true);
    assert.equal(readConfig({ env: { PERENNIAL_TLS: '0' } }).config.tls, false);
  });

  test('passes on unknown arguments', () => {
    const { rest, flags } = readConfig({ argv: ['accounts', 'list', '--json', '--port', '0'] });
    assert.deepEqual([rest, flags], [['accounts', 'list'], { json: true }]);
  });

  test('ignores empty variables and strips trailing slashes of addresses', () => {
    const { config } = readConfig({ env: { PORT: '', PERENNIAL_ADMIN_SECRET: '', PERENNIAL_PUBLIC_URL: 'https://a.test/base/' } });
    assert.deepEqual([config.port, config.adminSecret, config.publicUrl], [8080, undefined, 'https://a.test/base']);
  });

  test('reads a secret from a file', () => {
    const path = file('secret', 'from the file system\n');
    assert.equal(readConfig({ env: { PERENNIAL_ADMIN_SECRET_FILE: path } }).config.adminSecret, 'from the file system');
    assert.equal(
      readConfig({ env: { PERENNIAL_ADMIN_SECRET_FILE: path, PERENNIAL_ADMIN_SECRET: 'from the variable' } }).config.adminSecret,
      'from the variable',
    );
    assert.deepEqual(problems({ env: { DATABASE_URL_FILE: join(folder, 'none') } }), [
      `DATABASE_URL_FILE: ${join(folder, 'none')} cannot be read`,
    ]);
  });

  test('reports all problems together with source, value and allowed values', () => {
    assert.deepEqual(
      problems({ argv: ['--port', '70000', '--role', 'boss'], env: { PERENNIAL_REGION: 'a b', PERENNIAL_JOBS_AT_ONCE: '0' } }),
      [
        '--port: "70000" is not allowed for port; it must be an integer from 0 to 65535',
        'PERENNIAL_REGION: "a b" is not allowed for region; it must be letters, digits and -',
        '--role: "boss" is not allowed for role; it must be all | api | worker',
        'PERENNIAL_JOBS_AT_ONCE: "0" is not allowed for jobsAtOnce; it must be an integer from 1 to 64',
      ],
    );
  });

  test('never shows the value of a secret', () => {
    const seen = ['short-one', 'mysql://user:hidden@host/db', 'zz'];
    const [adminSecret, database, masterKey] = seen;
    const reported = problems({ argv: ['--admin-secret', adminSecret!], env: { DATABASE_URL: database, PERENNIAL_MASTER_KEY: masterKey } });
    assert.equal(reported.length, 3);
    for (const value of [...seen, 'hidden']) assert.ok(!reported.join().includes(`"${value}`), value);
    assert.match(reported.join(), /at least 12 characters.*64 hexadecimal digits.*postgres/s);
  });

  test('rejects almost valid values', () => {
    const wrong: Record<string, string[]> = {
      PORT: ['-1', '1.5', '0x50', '8080 ', '1e3', 'NaN'],
      PERENNIAL_PUBLIC_URL: ['a.test', 'ftp://a.test', '//a.test', 'javascript:alert(1)'],
      DATABASE_URL: ['http://a.test'],
      PERENNIAL_DEV: ['yes', 'TRUE'],
      PERENNIAL_LOG_LEVEL: ['loud', 'INFO'],
      PERENNIAL_MASTER_KEY: ['0'.repeat(63), 'g'.repeat(64)],
    };
    for (const [name, values] of Object.entries(wrong))
      for (const value of values) assert.equal(problems({ env: { [name]: value } }).length, 1, `${name}=${value}`);
    assert.equal(problems({ argv: ['--port'] }).length, 1);
  });

  test('reports an unreadable file, a file without an object and unknown settings', () => {
    assert.match(problems({ argv: ['--config', join(folder, 'none.json')] })[0]!, /cannot be read as JSON/);
    assert.match(problems({ argv: ['--config', file('list.json', '[]')] })[0]!, /must hold a JSON object/);
    assert.deepEqual(problems({ argv: ['--config', file('typo.json', '{"prot":1,"adminsecret":"x"}')] }), [
      'prot (file): no such setting',
      'adminsecret (file): no such setting',
    ]);
    assert.deepEqual(readConfig({ argv: ['--config', file('allow.json', '{"fetchAllow":["a","b:1"],"tls":true}')] }).config.fetchAllow, [
      'a',
      'b:1',
    ]);
  });

  test('requires the three OIDC settings together', () => {
    const all = { PERENNIAL_OIDC_ISSUER: 'https://i.test', PERENNIAL_OIDC_AUDIENCE: 'a', PERENNIAL_OIDC_JWKS_URL: 'https://i.test/keys' };
    assert.deepEqual(problems({ env: all }), []);
    assert.match(problems({ env: { ...all, PERENNIAL_OIDC_AUDIENCE: undefined } })[0]!, /must be set together/);
  });

  test('requires the database beside its direct address', () => {
    assert.throws(() => readConfig({ env: { PERENNIAL_DATABASE_DIRECT_URL: 'postgres://db/a' } }), /databaseDirectUrl needs databaseUrl/);
  });

  test('gives every setting a unique variable, a help text and a valid default', () => {
    const settings = Object.values(SETTINGS);
    assert.equal(new Set(settings.map(({ env }) => env)).size, settings.length);
    for (const [name, { help, read, default: byDefault }] of Object.entries(SETTINGS)) {
      assert.ok(help.length > 0, name);
      if (byDefault !== undefined && !Array.isArray(byDefault)) assert.deepEqual(read(String(byDefault)), byDefault, name);
    }
  });
});
