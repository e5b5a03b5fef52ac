/** The dashboard and the alert rules ask for metrics and labels that /metrics has. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { Metrics } from '../../src/telemetry/metrics.ts';
import { testApp } from '../support/memory-app.ts';

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type: string; uid: string };
  targets?: { refId: string; expr: string; datasource: { uid: string } }[];
}

interface Dashboard {
  title: string;
  uid: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string; query: string | { query: string } }[] };
  panels: Panel[];
}

interface Rules {
  groups: {
    name: string;
    rules: { alert: string; expr: string; for?: string; labels: { severity: string }; annotations: { summary: string } }[];
  }[];
}

const read = (path: string): string => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');
/** What the scraper itself adds. */
const SCRAPED = new Set(['up']);
const TARGET_LABELS = ['job', 'instance'];

describe('dashboard and alerts', () => {
  const dashboard = JSON.parse(read('grafana/perennial.json')) as Dashboard;
  const rules = parse(read('prometheus/alerts.yaml')) as Rules;
  /** By the names of the series that are printed. */
  const labelsOf = new Map<string, readonly string[]>();
  const types = new Map<string, string>();

  before(async () => {
    const app = await testApp();
    const { text } = await app.call({ method: 'GET', url: '/metrics' });
    await app.close();
    for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) types.set(name!, type!);
    const sources = new Proxy({}, { get: () => () => undefined });
    const metrics = new Metrics();
    metrics.addGauges(sources as Parameters<Metrics['addGauges']>[0]);
    for (const metric of metrics.registry.getMetricsAsArray()) {
      const { name, labelNames } = metric as unknown as { name: string; labelNames: readonly string[] };
      if (types.get(name) !== 'histogram') labelsOf.set(name, labelNames);
      else
        for (const series of ['bucket', 'sum', 'count'])
          labelsOf.set(`${name}_${series}`, [...labelNames, ...(series === 'bucket' ? ['le'] : [])]);
    }
  });

  function check(expression: string): void {
    const names = [...expression.matchAll(/\b(?:perennial|process|nodejs)_\w+|\bup\b/g)].map(([name]) => name);
    assert.ok(names.length > 0, `${expression} asks for no metric`);
    const known: string[] = [...TARGET_LABELS];
    for (const name of names) {
      if (SCRAPED.has(name)) continue;
      const printed = name.replace(/_(bucket|sum|count)$/, '');
      assert.ok(types.has(name) || types.get(printed) === 'histogram', `/metrics does not print ${name}`);
      assert.ok(labelsOf.has(name), `${name} has no samples`);
      known.push(...labelsOf.get(name)!);
      const isCounter = types.get(name) === 'counter' || types.get(printed) === 'histogram';
      if (isCounter) assert.match(expression, new RegExp(`(rate|increase)\\(${name}[{[]`), `${name} is a counter`);
    }
    const matchers = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside]) => [...inside!.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)]);
    const groups = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside]) => [...inside!.matchAll(/(\w+)/g)]);
    for (const [, label] of [...matchers, ...groups]) assert.ok(known.includes(label!), `${label} is no label in ${expression}`);
    for (const [open, close] of ['()', '[]', '{}'])
      assert.equal(expression.split(open!).length, expression.split(close!).length, expression);
  }

  test('the dashboard has a data source variable, and panels that use it', () => {
    assert.deepEqual([dashboard.title, dashboard.uid], ['Perennial', 'perennial']);
    assert.ok(dashboard.schemaVersion >= 39);
    const [source, ...others] = dashboard.templating.list;
    assert.deepEqual([source!.name, source!.type, source!.query], ['datasource', 'datasource', 'prometheus']);
    for (const { query } of others) check((query as { query: string }).query.replace('label_values', ''));
    const panels = dashboard.panels.filter(({ type }) => type !== 'row');
    for (const { title, datasource, targets = [] } of panels) {
      assert.equal(datasource?.uid, '${datasource}', title);
      assert.ok(targets.length > 0, title);
      assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title);
      for (const target of targets) assert.equal(target.datasource.uid, '${datasource}', title);
    }
    assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
    for (const one of panels)
      for (const other of panels)
        if (one !== other) {
          const [a, b] = [one.gridPos, other.gridPos];
          assert.ok(
            a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y,
            `${one.title} and ${other.title} overlap`,
          );
        }
  });

  test('the dashboard asks for metrics and labels that are there', () => {
    for (const { targets = [] } of dashboard.panels) for (const { expr } of targets) check(expr);
  });

  test('the dashboard shows every metric of our own', () => {
    const asked = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
    const missing = [...types.keys()].filter((name) => name.startsWith('perennial_') && !new RegExp(`\\b${name}(_\\w+)?\\b`).test(asked));
    assert.deepEqual(missing, []);
  });

  test('alerts ask for metrics and labels that are there, and say what is wrong', () => {
    const all = rules.groups.flatMap((group) => group.rules);
    assert.ok(all.length > 0);
    assert.equal(new Set(all.map(({ alert }) => alert)).size, all.length);
    for (const { alert, expr, for: duration, labels, annotations } of all) {
      check(expr);
      assert.match(alert, /^Perennial[A-Z]\w+$/);
      assert.match(duration ?? '1m', /^\d+[smh]$/);
      assert.match(labels.severity, /^(info|warning|critical)$/);
      assert.match(annotations.summary, /\.$/);
    }
  });
});
