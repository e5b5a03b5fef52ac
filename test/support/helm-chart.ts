/** Renders a Helm chart as `helm template` does, with the functions that the chart uses. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { GoTemplates, isEmpty, print } from './go-template.ts';
import type { Functions, Value } from './go-template.ts';

export type Values = Record<string, unknown>;

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels: Record<string, string>; annotations?: Record<string, string> };
  [field: string]: unknown;
}

export interface Rendered {
  objects: KubernetesObject[];
  notes: string;
}

export interface Release {
  name?: string;
  namespace?: string;
}

export class HelmChart {
  readonly #folder: string;
  readonly manifest: Record<string, string>;
  readonly values: Values;
  readonly #schema: object;

  constructor(folder: string) {
    this.#folder = folder;
    this.manifest = parse(this.#read('Chart.yaml')) as Record<string, string>;
    this.values = parse(this.#read('values.yaml')) as Values;
    this.#schema = JSON.parse(this.#read('values.schema.json')) as object;
  }

  /** What is wrong with values; an empty list if nothing is. */
  problems(values: Values): string[] {
    const validate = new Ajv2020({ allErrors: true, strict: false }).compile(this.#schema);
    return validate(merge(this.values, values)) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  render(values: Values = {}, { name = 'test', namespace = 'default' }: Release = {}): Rendered {
    const problems = this.problems(values);
    if (problems.length > 0) throw new Error(`values: ${problems.join('; ')}`);
    const templates = new GoTemplates(FUNCTIONS);
    const files = readdirSync(join(this.#folder, 'templates')).sort();
    for (const file of files) templates.add(file, this.#read('templates', file));
    const { name: chart, version, appVersion } = this.manifest;
    const data = {
      Values: merge(this.values, values),
      Chart: { Name: chart, Version: version, AppVersion: appVersion },
      Release: { Name: name, Namespace: namespace, Service: 'Helm' },
    };
    const objects = files.filter((file) => file.endsWith('.yaml')).flatMap((file) => parseObjects(file, templates.render(file, data)));
    return { objects, notes: templates.render('NOTES.txt', data) };
  }

  #read(...path: string[]): string {
    return readFileSync(join(this.#folder, ...path), 'utf8');
  }
}

export function parseObjects(file: string, text: string): KubernetesObject[] {
  return parseAllDocuments(text)
    .map((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]!.message}\n${text}`);
      return document.toJS() as KubernetesObject | null;
    })
    .filter((object) => object !== null);
}

/** Later values win; null deletes, as in Helm. */
function merge(base: Values, over: Values): Values {
  const merged: Values = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const own = merged[name];
    if (value === null) delete merged[name];
    else merged[name] = isMap(own) && isMap(value) ? merge(own, value) : value;
  }
  return merged;
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const indent = (width: Value, text: Value): string => print(text).replaceAll(/^/gm, ' '.repeat(Number(width)));

const FUNCTIONS: Functions = {
  default: (preset, value) => (isEmpty(value) ? preset : value),
  required: (message, value) => {
    if (value === undefined || value === null || value === '') throw new Error(print(message));
    return value;
  },
  quote: (value) => JSON.stringify(print(value)),
  toYaml: (value) =>
    stringify(value, { lineWidth: 0, sortMapEntries: true, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' }).trimEnd(),
  indent,
  nindent: (width, text) => `\n${indent(width, text)}`,
  trunc: (length, text) => print(text).slice(0, Number(length)),
  trimSuffix: (suffix, text) => (print(text).endsWith(print(suffix)) ? print(text).slice(0, -print(suffix).length) : text),
  replace: (from, to, text) => print(text).replaceAll(print(from), print(to)),
  contains: (part, text) => print(text).includes(print(part)),
  dict: (...pairs) => Object.fromEntries(pairs.flatMap((key, i) => (i % 2 === 0 ? [[key, pairs[i + 1]]] : []))) as Values,
  list: (...items) => items,
  ternary: (yes, no, condition) => (condition === true ? yes : no),
  sha256sum: (text) => createHash('sha256').update(print(text)).digest('hex'),
};
