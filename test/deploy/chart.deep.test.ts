/** The Helm chart, rendered with several sets of values; each object is checked, and that they fit together. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { SETTINGS } from '../../src/config.ts';
import { checkObjects } from '../support/kubernetes.ts';
import { HelmChart, parseObjects } from '../support/helm-chart.ts';
import type { KubernetesObject, Release, Values } from '../support/helm-chart.ts';

const FOLDER = fileURLToPath(new URL('../../deploy/helm/perennial/', import.meta.url));
const chart = new HelmChart(FOLDER);

const EXISTING = { secrets: { existingSecret: 'perennial-secrets' } };
const OWN = { secrets: { databaseUrl: 'postgres://u:p@db/perennial', masterKey: 'a1'.repeat(32), adminSecret: 'a secret of many words' } };
const CASES: Record<string, { values: Values; release?: Release; kinds: Record<string, number> }> = {
  'an existing secret': {
    values: EXISTING,
    kinds: { Deployment: 2, HorizontalPodAutoscaler: 2, PodDisruptionBudget: 2, NetworkPolicy: 1, Service: 1, ServiceAccount: 1, Job: 1 },
  },
  'a secret of its own': {
    values: OWN,
    release: { name: 'perennial', namespace: 'ai' },
    kinds: {
      Deployment: 2,
      HorizontalPodAutoscaler: 2,
      PodDisruptionBudget: 2,
      NetworkPolicy: 1,
      Service: 1,
      ServiceAccount: 1,
      Job: 1,
      Secret: 1,
    },
  },
  'as little as possible': {
    values: {
      ...EXISTING,
      api: { replicas: 1, autoscaling: { enabled: false }, podDisruptionBudget: null },
      worker: { replicas: 0, autoscaling: { enabled: false }, podDisruptionBudget: null },
      migrations: { enabled: false },
      networkPolicy: { enabled: false },
      serviceAccount: { create: false },
      podAnnotations: null,
    },
    kinds: { Deployment: 2, Service: 1 },
  },
  'everything, with long names': {
    values: {
      ...OWN,
      nameOverride: 'a-name-that-is-as-long-as-kubernetes-accepts-for-any-label',
      image: { repository: 'registry.example.com/team/perennial', tag: '1.2.3', pullPolicy: 'Always' },
      imagePullSecrets: [{ name: 'registry' }],
      config: { PERENNIAL_REGION: 'west', PERENNIAL_UPLOAD_MB: 100, PERENNIAL_TLS: false },
      extraEnv: [{ name: 'AWS_REGION', value: 'eu-west-1' }],
      extraEnvFrom: [{ secretRef: { name: 'object-storage' } }],
      api: { nodeSelector: { disk: 'fast' }, tolerations: [{ key: 'x', operator: 'Exists' }], affinity: { nodeAffinity: {} } },
      worker: { autoscaling: { queueDelay: { enabled: false } }, podDisruptionBudget: { maxUnavailable: null, minAvailable: '50%' } },
      ingress: {
        enabled: true,
        className: 'nginx',
        host: 'ai.example.com',
        tlsSecret: 'ai-tls',
        annotations: { 'example.com/size': '50m' },
      },
      networkPolicy: {
        ingressFrom: [{ namespaceSelector: { matchLabels: { team: 'web' } } }],
        extraEgress: [{ ports: [{ port: 4318, protocol: 'TCP' }] }],
      },
      service: { type: 'LoadBalancer', port: 8080, annotations: { 'example.com/internal': 'true' } },
      serviceAccount: { name: 'ai', annotations: { 'example.com/role': 'reader' } },
      podLabels: { team: 'ai' },
    },
    release: { name: 'a-release-with-a-name-of-fifty-three-characters-xxxxx', namespace: 'ai' },
    kinds: {
      Deployment: 2,
      HorizontalPodAutoscaler: 2,
      PodDisruptionBudget: 2,
      NetworkPolicy: 1,
      Service: 1,
      ServiceAccount: 1,
      Job: 1,
      Secret: 1,
      Ingress: 1,
    },
  },
};
const outside = (values: Values): string[] =>
  values === EXISTING ? ['perennial-secrets'] : ['perennial-secrets', 'object-storage', 'ai-tls', 'registry'];

for (const [title, { values, release, kinds }] of Object.entries(CASES)) {
  describe(`the chart with ${title}`, () => {
    const { objects, notes } = chart.render(values, release);

    test('renders these kinds of objects', () => {
      const counts = Object.fromEntries([...Map.groupBy(objects, ({ kind }) => kind)].map(([kind, list]) => [kind, list.length]));
      assert.deepEqual(counts, kinds);
    });

    test('renders objects that are complete and fit together', () => {
      assert.deepEqual(checkObjects(objects, { settings: settingNames(), outsideSecrets: outside(values) }), []);
      for (const { metadata } of objects) assert.equal(metadata.namespace, release?.namespace ?? 'default');
    });

    test('says how to reach it', () => {
      assert.match(notes, /accounts keys default/);
      assert.ok(notes.includes(release?.namespace ?? 'default'));
    });
  });
}

describe('the chart', () => {
  test('runs each role in its own deployment, migrations before both', () => {
    const { objects } = chart.render(EXISTING);
    const roles = objects.filter(({ kind }) => kind === 'Deployment').map((object) => environmentOf(object).PERENNIAL_ROLE);
    assert.deepEqual(roles, ['api', 'worker']);
    const job = objects.find(({ kind }) => kind === 'Job')!;
    assert.equal(job.metadata.annotations!['helm.sh/hook'], 'pre-install,pre-upgrade');
    assert.deepEqual(containerOf(job).args, ['migrate']);
  });

  test('scales workers by queue delay and CPU, and leaves the number of replicas to the autoscaler', () => {
    const { objects } = chart.render(EXISTING);
    const scaler = objects.find(({ kind, metadata }) => kind === 'HorizontalPodAutoscaler' && metadata.name.endsWith('-worker'))!;
    const { metrics } = scaler.spec as { metrics: { type: string; pods?: { metric: { name: string } } }[] };
    assert.deepEqual(
      metrics.map(({ type, pods }) => pods?.metric.name ?? type),
      ['perennial_job_queue_delay_seconds', 'Resource'],
    );
    for (const { kind, spec } of objects) if (kind === 'Deployment') assert.ok(!('replicas' in (spec as object)));
  });

  test('passes settings on', () => {
    const { objects } = chart.render({ ...EXISTING, config: { PERENNIAL_REGION: 'west', PERENNIAL_UPLOAD_MB: 100 } });
    const { PERENNIAL_REGION, PERENNIAL_UPLOAD_MB } = environmentOf(objects.find(({ kind }) => kind === 'Deployment')!);
    assert.deepEqual([PERENNIAL_REGION, PERENNIAL_UPLOAD_MB], ['west', '100']);
  });

  test('restarts pods when its own secret changes', () => {
    const checksum = (values: Values): unknown => chart.render(values).objects.find(({ kind }) => kind === 'Deployment')!.spec!;
    assert.notDeepEqual(checksum(OWN), checksum({ secrets: { ...OWN.secrets, adminSecret: 'another secret of many words' } }));
  });

  test('refuses to render without secrets', () => {
    assert.throws(() => chart.render(), /set secrets\.existingSecret/);
    assert.throws(() => chart.render({ secrets: { databaseUrl: 'postgres://db/x' } }), /set secrets\.existingSecret/);
  });

  test('rejects wrong values', () => {
    const wrong: [Values, RegExp][] = [
      [{ replicas: 3 }, /must NOT have additional properties/],
      [{ secrets: { masterKey: 'short' } }, /\/secrets\/masterKey/],
      [{ config: { PERENNIAL_ROLE: 'all' } }, /\/config/],
      [{ config: { HOST: '::' } }, /\/config/],
      [{ image: { pullPolicy: 'Sometimes' } }, /\/image\/pullPolicy/],
      [{ shutdown: { graceSeconds: 5 } }, /\/shutdown\/graceSeconds/],
      [{ api: { autoscaling: { maxReplicas: 'many' } } }, /\/api\/autoscaling\/maxReplicas/],
    ];
    for (const [values, problem] of wrong) assert.match(chart.problems(values).join('; '), problem, JSON.stringify(values));
    assert.deepEqual(chart.problems({}), []);
  });

  test('describes every value', () => {
    const page = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    for (const name of Object.keys(chart.values)) assert.ok(page.includes(`\`${name}`) || page.includes(` \`${name}\``), name);
  });
});

describe('the chart, by helm itself', { skip: spawnSync('helm', ['version']).status === 0 ? false : 'helm is not installed' }, () => {
  for (const [title, { values, release }] of Object.entries(CASES)) {
    test(`lints, and renders the same objects with ${title}`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'perennial-helm-'));
      try {
        const file = join(folder, 'values.yaml');
        writeFileSync(file, stringify(values));
        const lint = spawnSync('helm', ['lint', '--strict', FOLDER, '--values', file], { encoding: 'utf8' });
        assert.equal(lint.status, 0, lint.stdout);
        const { name = 'test', namespace = 'default' } = release ?? {};
        const rendered = spawnSync('helm', ['template', name, FOLDER, '--namespace', namespace, '--values', file], { encoding: 'utf8' });
        assert.equal(rendered.status, 0, rendered.stderr);
        const byName = (a: KubernetesObject, b: KubernetesObject): number =>
          `${a.kind} ${a.metadata.name}` < `${b.kind} ${b.metadata.name}` ? -1 : 1;
        const withoutChecksum = (objects: KubernetesObject[]): unknown =>
          JSON.parse(JSON.stringify(objects.sort(byName)).replaceAll(/"checksum\/secrets":"\w+",?/g, ''));
        assert.deepEqual(withoutChecksum(parseObjects('helm', rendered.stdout)), withoutChecksum(chart.render(values, release).objects));
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
});

function settingNames(): string[] {
  return Object.values(SETTINGS).map(({ env }) => env);
}

interface Container {
  args: string[];
  env: { name: string; value?: string }[];
}

function containerOf({ spec }: KubernetesObject): Container {
  return (spec as { template: { spec: { containers: [Container] } } }).template.spec.containers[0];
}

function environmentOf(object: KubernetesObject): Record<string, string | undefined> {
  return Object.fromEntries(containerOf(object).env.map(({ name, value }) => [name, value]));
}
