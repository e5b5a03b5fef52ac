/** Checks of Kubernetes objects: what each kind requires, and what one names of another. */
import type { KubernetesObject } from './helm-chart.ts';

const API_VERSIONS: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  Job: 'batch/v1',
  Service: 'v1',
  ServiceAccount: 'v1',
  Secret: 'v1',
  Ingress: 'networking.k8s.io/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
};
const NAME = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;
const LABEL = /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;
const MAX_LENGTH = 63;

type Labels = Record<string, string>;
interface Container {
  name: string;
  image: string;
  args: string[];
  env: { name: string; value?: unknown; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  envFrom?: { secretRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: { allowPrivilegeEscalation: boolean; readOnlyRootFilesystem: boolean; capabilities: { drop: string[] } };
  resources: { requests: object; limits: { memory: string } };
  volumeMounts: { name: string; mountPath: string }[];
  [probe: string]: unknown;
}
interface Pod {
  metadata: { labels: Labels };
  spec: {
    serviceAccountName?: string;
    automountServiceAccountToken: boolean;
    imagePullSecrets?: { name: string }[];
    securityContext: { runAsNonRoot: boolean; runAsUser: number; seccompProfile: { type: string } };
    containers: Container[];
    volumes: { name: string }[];
    terminationGracePeriodSeconds?: number;
    restartPolicy?: string;
    topologySpreadConstraints?: { labelSelector: { matchLabels: Labels } }[];
  };
}

interface Surroundings {
  /** Environment variables that the server reads. */
  settings: readonly string[];
  /** Secrets that exist besides those of the objects. */
  outsideSecrets: readonly string[];
}

/** What is wrong; an empty list if nothing is. */
export function checkObjects(objects: readonly KubernetesObject[], { settings, outsideSecrets }: Surroundings): string[] {
  const problems: string[] = [];
  const expect = (isTrue: unknown, where: string, what: string): void => void (isTrue || problems.push(`${where}: ${what}`));
  const ofKind = (kind: string): KubernetesObject[] => objects.filter((object) => object.kind === kind);
  const names = (kind: string): string[] => ofKind(kind).map(({ metadata }) => metadata.name);
  const secretKeys = new Map(ofKind('Secret').map(({ metadata, stringData }) => [metadata.name, Object.keys(stringData as object)]));
  const pods = [...ofKind('Deployment'), ...ofKind('Job')].map((object) => ({ object, pod: (object.spec as { template: Pod }).template }));
  const selects = (labels: Labels): typeof pods => pods.filter(({ pod }) => isSubset(labels, pod.metadata.labels));

  const seen = new Set<string>();
  for (const { kind, apiVersion, metadata } of objects) {
    const where = `${kind} ${metadata.name}`;
    expect(API_VERSIONS[kind] === apiVersion, where, `has the version ${apiVersion}`);
    expect(NAME.test(metadata.name) && metadata.name.length <= MAX_LENGTH, where, 'has a bad name');
    expect(!seen.has(where), where, 'is there twice');
    seen.add(where);
    for (const [name, value] of Object.entries(metadata.labels ?? {}))
      expect(typeof value === 'string' && LABEL.test(value) && value.length <= MAX_LENGTH, where, `has a bad label ${name}=${value}`);
    for (const [name, value] of Object.entries(metadata.annotations ?? {}))
      expect(typeof value === 'string', where, `has an annotation ${name} that is no text`);
    expect(metadata.labels?.['app.kubernetes.io/instance'], where, 'has no label of its release');
  }

  for (const { object, pod } of pods) {
    const where = `${object.kind} ${object.metadata.name}`;
    const { spec } = pod;
    for (const [name, value] of Object.entries(pod.metadata.labels))
      expect(typeof value === 'string' && LABEL.test(value) && value.length <= MAX_LENGTH, where, `has a bad label ${name}=${value}`);
    if (object.kind === 'Deployment') {
      const { selector } = object.spec as { selector: { matchLabels: Labels } };
      expect(isSubset(selector.matchLabels, pod.metadata.labels), where, 'does not select its own pods');
      expect(selects(selector.matchLabels).length === 1, where, 'selects pods of another object');
      for (const { labelSelector } of spec.topologySpreadConstraints ?? [])
        expect(isSubset(labelSelector.matchLabels, pod.metadata.labels), where, 'spreads other pods');
      expect(spec.topologySpreadConstraints?.length === 2, where, 'is not spread over zones and nodes');
    } else expect(spec.restartPolicy === 'Never', where, 'has no restart policy');
    const account = spec.serviceAccountName;
    const isOwn = account !== undefined && names('ServiceAccount').includes(account);
    expect(account === undefined || account === 'default' || isOwn, where, `names the service account ${account}`);
    expect(spec.automountServiceAccountToken === false, where, 'mounts a token');
    expect(spec.securityContext.runAsNonRoot && spec.securityContext.runAsUser > 0, where, 'may run as root');
    expect(spec.securityContext.seccompProfile.type === 'RuntimeDefault', where, 'has no seccomp profile');
    for (const { name } of spec.imagePullSecrets ?? []) expect(outsideSecrets.includes(name), where, `names the secret ${name}`);
    for (const container of spec.containers)
      problems.push(...checkContainer(container, where, spec, { settings, outsideSecrets }, secretKeys));
  }

  for (const { metadata, spec } of ofKind('Service')) {
    const { selector, ports } = spec as { selector: Labels; ports: { targetPort: string }[] };
    const [selected, ...others] = selects(selector);
    expect(selected && others.length === 0, `Service ${metadata.name}`, 'does not select the pods of one deployment');
    for (const { targetPort } of ports)
      expect(
        selected?.pod.spec.containers[0]!.ports?.some(({ name }) => name === targetPort),
        `Service ${metadata.name}`,
        `has no port ${targetPort}`,
      );
  }
  for (const { metadata, spec } of ofKind('PodDisruptionBudget')) {
    const { selector, ...limits } = spec as { selector: { matchLabels: Labels } };
    expect(selects(selector.matchLabels).length === 1, `PodDisruptionBudget ${metadata.name}`, 'does not select one deployment');
    expect(Object.keys(limits).length === 1, `PodDisruptionBudget ${metadata.name}`, 'needs exactly one limit');
  }
  for (const { metadata, spec } of ofKind('NetworkPolicy')) {
    const { podSelector, egress } = spec as { podSelector: { matchLabels: Labels }; egress: object[] };
    expect(selects(podSelector.matchLabels).length === pods.length, `NetworkPolicy ${metadata.name}`, 'does not select every pod');
    expect(
      egress.every((rule) => 'ports' in rule || 'to' in rule),
      `NetworkPolicy ${metadata.name}`,
      'allows everything out',
    );
  }
  for (const { metadata, spec } of ofKind('HorizontalPodAutoscaler')) {
    const { scaleTargetRef, minReplicas, maxReplicas, metrics } = spec as {
      scaleTargetRef: { name: string };
      minReplicas: number;
      maxReplicas: number;
      metrics: { type: string }[];
    };
    expect(names('Deployment').includes(scaleTargetRef.name), `HorizontalPodAutoscaler ${metadata.name}`, 'scales nothing');
    expect(minReplicas <= maxReplicas, `HorizontalPodAutoscaler ${metadata.name}`, 'has its limits reversed');
    expect(
      metrics.some(({ type }) => type === 'Resource'),
      `HorizontalPodAutoscaler ${metadata.name}`,
      'does not fall back to CPU',
    );
  }
  for (const { metadata, spec } of ofKind('Ingress')) {
    const { rules, tls = [] } = spec as {
      rules: { http: { paths: { backend: { service: { name: string } } }[] } }[];
      tls?: { secretName: string }[];
    };
    for (const { http } of rules)
      for (const { backend } of http.paths)
        expect(names('Service').includes(backend.service.name), `Ingress ${metadata.name}`, `names the service ${backend.service.name}`);
    for (const { secretName } of tls)
      expect(outsideSecrets.includes(secretName), `Ingress ${metadata.name}`, `names the secret ${secretName}`);
  }
  return problems;
}

function checkContainer(
  container: Container,
  where: string,
  pod: Pod['spec'],
  { settings, outsideSecrets }: Surroundings,
  secretKeys: ReadonlyMap<string, string[]>,
): string[] {
  const problems: string[] = [];
  const expect = (isTrue: unknown, what: string): void => void (isTrue || problems.push(`${where}: ${what}`));
  const { image, env, envFrom = [], ports, securityContext, resources, volumeMounts } = container;
  expect(/^[\w./-]+(:\d+)?[\w./-]*:[\w.-]+$/.test(image), `has the image ${image}`);
  expect(securityContext.readOnlyRootFilesystem && !securityContext.allowPrivilegeEscalation, 'has a writable root or gains privileges');
  expect(securityContext.capabilities.drop.includes('ALL'), 'keeps capabilities');
  expect(resources.requests && resources.limits.memory, 'has no requests or no memory limit');
  for (const path of ['/data', '/tmp'])
    expect(
      volumeMounts.some(({ mountPath }) => mountPath === path),
      `cannot write to ${path}`,
    );
  for (const { name } of volumeMounts)
    expect(
      pod.volumes.some((volume) => volume.name === name),
      `names the volume ${name}`,
    );
  expect(new Set(env.map(({ name }) => name)).size === env.length, 'sets a variable twice');
  for (const { name, value, valueFrom } of env) {
    if (/^(PERENNIAL_|DATABASE_URL|PORT$|HOST$)/.test(name))
      expect(settings.includes(name), `sets ${name}, which the server does not read`);
    expect(valueFrom !== undefined || typeof value === 'string', `sets ${name} to no text`);
    if (valueFrom) {
      const { name: secret, key } = valueFrom.secretKeyRef;
      expect(outsideSecrets.includes(secret) || secretKeys.get(secret)?.includes(key), `names ${key} of the secret ${secret}`);
    }
  }
  for (const { secretRef } of envFrom) expect(outsideSecrets.includes(secretRef.name), `names the secret ${secretRef.name}`);
  if (pod.restartPolicy === 'Never') return problems;
  for (const [probe, path] of Object.entries({ startupProbe: '/live', livenessProbe: '/live', readinessProbe: '/ready' })) {
    const { httpGet } = (container[probe] ?? {}) as { httpGet?: { path: string; port: string } };
    expect(httpGet?.path === path && ports?.some(({ name }) => name === httpGet.port), `has no ${probe} of ${path}`);
  }
  expect((pod.terminationGracePeriodSeconds ?? 0) > 10, 'is killed before the server has stopped');
  return problems;
}

function isSubset(part: Labels, whole: Labels): boolean {
  return Object.entries(part).every(([name, value]) => whole[name] === value);
}
