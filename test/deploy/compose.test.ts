/** deploy/compose.yaml: names only what exists, and the secrets that its script creates are accepted. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from '../../src/config.ts';

const FOLDER = fileURLToPath(new URL('../../deploy/', import.meta.url));

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  networks: string[];
  volumes?: (string | { type: string; target: string })[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  restart: string;
  deploy: { replicas?: number; resources: { limits: { memory: string } } };
  read_only?: boolean;
  cap_drop?: string[];
  stop_grace_period: string;
}
interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, object>;
  networks: Record<string, { internal?: boolean }>;
}

const compose = parse(readFileSync(join(FOLDER, 'compose.yaml'), 'utf8'), { merge: true }) as Compose;
const { services } = compose;

describe('compose.yaml', () => {
  test('sets only what the server reads, secrets by files', () => {
    const settings = Object.values(SETTINGS);
    const ofServer = Object.values(services).flatMap(({ image, environment = {} }) =>
      image === 'perennial:local' ? Object.keys(environment) : [],
    );
    assert.ok(ofServer.length > 0);
    for (const name of ofServer) {
      const setting = settings.find(({ env, secret }) => env === name || (secret && `${env}_FILE` === name));
      assert.ok(setting, name);
      assert.ok(!setting.secret || name.endsWith('_FILE'), `${name} is a secret`);
    }
  });

  test('names only services, secrets, volumes and networks that it has', () => {
    for (const [name, { depends_on = {}, secrets = [], networks, volumes = [], environment = {} }] of Object.entries(services)) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        assert.ok(services[other], `${name} depends on ${other}`);
        if (condition === 'service_healthy') assert.ok(services[other].healthcheck ?? other === 'server', `${other} has no health check`);
      }
      for (const secret of secrets) assert.ok(compose.secrets[secret], `${name} names the secret ${secret}`);
      for (const network of networks) assert.ok(network in compose.networks, `${name} names the network ${network}`);
      for (const volume of volumes)
        if (typeof volume === 'string') {
          const [source] = volume.split(':') as [string];
          assert.ok(source.startsWith('.') ? existsSync(join(FOLDER, source)) : source in compose.volumes, volume);
        }
      for (const [variable, value] of Object.entries(environment))
        if (variable.endsWith('_FILE'))
          assert.ok(secrets.includes(value.replace('/run/secrets/', '')), `${name} has no secret for ${variable}`);
    }
  });

  test('runs three replicas that keep nothing, behind a proxy that checks them', () => {
    assert.equal(services.server!.deploy.replicas, 3);
    // With two networks in common, the proxy would find two addresses for each replica.
    assert.deepEqual(
      services.proxy!.networks.filter((name) => services.server!.networks.includes(name)),
      ['inside'],
    );
    assert.equal(services.server!.depends_on!.migrate!.condition, 'service_completed_successfully');
    const proxy = readFileSync(join(FOLDER, 'haproxy.cfg'), 'utf8');
    assert.match(proxy, /option httpchk GET \/ready/);
    assert.match(proxy, /server-template server 3 server:8080 check/);
    assert.ok(services.proxy!.volumes!.includes('./haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro'));
  });

  test('logs no queries, which may hold keys', () => {
    const proxy = readFileSync(join(FOLDER, 'haproxy.cfg'), 'utf8');
    const [, format] = /^ *log-format "(.*)"$/m.exec(proxy)!;
    assert.match(format!, / %HP /);
    // Of HAProxy: the request line, the query, and the path or address with the query.
    assert.doesNotMatch(format!, /%(\{[^}]*\})?(r|HQ|HU|HPO)\b|%\[/);
    assert.doesNotMatch(proxy, /option httplog|option httpslog|capture request/);
    const chart = parse(readFileSync(join(FOLDER, 'helm/perennial/values.yaml'), 'utf8')) as { ingress: { annotations: object } };
    assert.deepEqual(chart.ingress.annotations, { 'nginx.ingress.kubernetes.io/enable-access-log': 'false' });
  });

  test('limits memory, restarts, and gives each container time to stop', () => {
    for (const [name, { deploy, restart, stop_grace_period, networks }] of Object.entries(services)) {
      assert.match(deploy.resources.limits.memory, /^\d+[mg]$/, name);
      assert.match(restart, /^(unless-stopped|on-failure:\d+)$/, name);
      assert.match(stop_grace_period, /^(30s|1m)$/, name);
      assert.ok(networks.includes('inside'), name);
    }
    for (const name of ['server', 'migrate', 'proxy']) {
      assert.equal(services[name]!.read_only, true, name);
      assert.deepEqual(services[name]!.cap_drop, ['ALL'], name);
    }
    assert.deepEqual(services.postgres!.networks, ['inside']);
    assert.equal(compose.networks.inside!.internal, true);
  });

  test('builds the image of the Dockerfile', () => {
    const { context, dockerfile } = services.migrate!.build!;
    assert.ok(existsSync(join(FOLDER, context, dockerfile)));
  });
});

describe('create-secrets.sh', { skip: process.platform === 'win32' && 'needs a shell of Unix' }, () => {
  test('creates secrets that the server accepts, and keeps them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'perennial-compose-'));
    const script = join(folder, 'create-secrets.sh');
    const run = (): void => assert.equal(spawnSync('sh', [script]).status, 0);
    const read = (name: string): string => readFileSync(join(folder, 'secrets', name), 'utf8');
    try {
      cpSync(join(FOLDER, 'create-secrets.sh'), script);
      run();
      const paths = Object.entries(compose.secrets).map(([name, { file }]) => [name, join(folder, file)] as const);
      for (const [name, path] of paths) assert.ok(existsSync(path), name);
      assert.equal(statSync(join(folder, 'secrets')).mode & 0o077, 0);
      const files = Object.fromEntries(paths);
      const { config } = readConfig({
        env: {
          DATABASE_URL_FILE: files.database_url,
          PERENNIAL_MASTER_KEY_FILE: files.master_key,
          PERENNIAL_ADMIN_SECRET_FILE: files.admin_secret,
        },
      });
      assert.equal(new URL(config.databaseUrl!).password, read('postgres_password'));
      assert.equal(config.masterKey, read('master_key'));
      assert.notEqual(config.masterKey, config.adminSecret);
      run();
      assert.equal(read('master_key'), config.masterKey);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
