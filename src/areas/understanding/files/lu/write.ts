/**
 * Apps as .lu files (see lu.ts for the format).
 *
 * Lost are only white space at the ends of texts, lines within the description, the order of utterances of different
 * intents, and labels that cross each other; a comment at the end of the file names those labels. Names that would be read
 * as something else are invalid.
 */
import type { AppJson, JsonEntity, JsonFeature, JsonLabel, JsonModel, JsonPart, JsonPhraseList, JsonUtterance } from '../app-json/format.ts';
import { understandingFailure } from '../../failures.ts';
import { LU_TYPES, LU_KEYWORDS } from './definitions.ts';

/** Signs by which a reader would take a name for something else. */
const NAME_SIGNS = /[\r\n\t"{}=]/;
const PLAIN_NAME = /^[^\s,;'"()[\]/@=]+$/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '{': '\\{', '}': '\\}', '[': '\\[', '|': '\\|', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Writes an app as a .lu file; throws LuUnwritable for one that the format cannot hold. */
export function writeLu(app: AppJson): string {
  const leftOut: string[] = [];
  const labels = new LabelPlaces(app, leftOut);
  const blocks = [
    heads(app),
    ...app.intents.map((intent) => intentBlock(intent, app, labels)),
    ...app.entities.map((entity) => learned(entity)),
    ...(app.hierarchicals ?? []).map((entity) => parent('hierarchical', entity)),
    ...app.closedLists.map(list),
    ...app.patternAnyEntities.map((entity) => [...inherits('entity', entity), `@ patternany ${named(entity)}${entity.explicitList.length > 0 ? ' =' : ''}`, ...entity.explicitList.map((item) => `    - ${oneLine(item)}`)]),
    ...app.regex_entities.map((entity) => [...inherits('entity', entity), `@ regex ${named(entity)} = /${oneLine(entity.regexPattern)}/`]),
    ...app.prebuiltEntities.map((entity) => [...inherits('entity', entity), `@ prebuilt ${named(entity)}`]),
    ...app.composites.map((entity) => parent('composite', entity)),
    ...[...app.model_features ?? [], ...app.phraselists ?? []].map(phraseList),
    ...app.regex_features.map(({ name, pattern, activated }) => [`@ patternfeature ${nameOf(name)}${activated ? '' : ' disabled'} = /${oneLine(pattern)}/`]),
    leftOut.map((what) => `> Left out, for it crosses another label: ${what}`),
  ];
  return `${blocks.filter((block) => block.length > 0).map((block) => block.join('\n')).join('\n\n')}\n`;
}

function unwritable(details: string): Error {
  return understandingFailure('LuUnwritable', { details });
}

function heads({ name, desc, versionId, culture, luis_schema_version: version, settings = [], tokenizerVersion }: AppJson): string[] {
  const said: [string, string | undefined][] = [
    ['name', name], ['desc', desc], ['versionId', versionId], ['culture', culture], ['luis_schema_version', version], ...settings.map((setting): [string, string] => [`settings.${setting.name}`, setting.value]),
    ['tokenizerVersion', tokenizerVersion],
  ];
  return said.flatMap(([key, value]) => value === undefined || value === '' ? [] : [`> !# @app.${key} = ${value.replace(/\s+/g, ' ')}`]);
}

function inherits(of: 'intent' | 'entity', { name, inherits: origin }: JsonModel): string[] {
  return origin ? [`> !# @${of}.inherits = name : ${name}; domain_name : ${origin.domain_name}; model_name : ${origin.model_name}`] : [];
}

/** A name as definitions have it: in quotes where it needs them. */
function nameOf(name: string): string {
  if (NAME_SIGNS.test(name) || name.trim() !== name || name.startsWith('@')) throw unwritable(`the name ${JSON.stringify(name)} has signs that the format uses.`);
  const isWord = LU_TYPES.has(name.toLowerCase()) || LU_KEYWORDS.has(name.toLowerCase());
  return PLAIN_NAME.test(name) && !isWord ? name : `"${name}"`;
}

function traits(roles: readonly string[] = [], features: readonly JsonFeature[] = [], isRequiredSaid = false): string {
  const names = (of: readonly string[], one: string): string => of.length === 0 ? '' : ` ${one}${of.length > 1 ? 's' : ''} ${of.map(nameOf).join(', ')}`;
  const used = features.filter(({ isRequired }) => !isRequired).flatMap(namesOfFeature);
  const required = isRequiredSaid ? [] : features.filter(({ isRequired }) => isRequired).flatMap(namesOfFeature);
  return names(roles, 'hasRole') + names(used, 'usesFeature') + names(required, 'requiresFeature');
}

function namesOfFeature({ modelName, featureName }: JsonFeature): string[] {
  return [modelName, featureName].filter((name) => name !== undefined);
}

function named({ name, roles, features }: JsonEntity): string {
  return nameOf(name) + traits(roles, features);
}

/** One required model is said as the type of the entity. */
function typeOf(features: readonly JsonFeature[] = []): string {
  const required = features.filter(({ isRequired }) => isRequired);
  const [only] = required;
  return required.length === 1 && only!.modelName !== undefined && only!.featureName === undefined && PLAIN_NAME.test(only!.modelName) && !LU_TYPES.has(only!.modelName.toLowerCase()) ? only!.modelName : 'ml';
}

function learned(entity: AppJson['entities'][number]): string[] {
  const { name, children = [], roles, features } = entity;
  const parts = children.filter((child) => typeof child === 'object');
  if (parts.length < children.length) return parent('hierarchical', { ...entity, children: children as string[] });
  const type = typeOf(features);
  return [...inherits('entity', entity), `@ ${type} ${nameOf(name)}${traits(roles, features, type !== 'ml')}${parts.length > 0 ? ' =' : ''}`, ...parts.flatMap((part) => partLines(part, 1))];
}

function partLines({ name, instanceOf, children = [], features, roles }: JsonPart, depth: number): string[] {
  const type = typeOf(features);
  return [
    `${'    '.repeat(depth)}- @ ${type} ${nameOf(name)}${traits(roles, features, type !== 'ml')}${instanceOf === undefined ? '' : ` instanceOf ${nameOf(instanceOf)}`}`,
    ...children.flatMap((child) => partLines(child, depth + 1)),
  ];
}

function parent(type: 'hierarchical' | 'composite', entity: JsonEntity & { children: string[] }): string[] {
  return [...inherits('entity', entity), `@ ${type} ${named(entity)}${entity.children.length > 0 ? ` = [${entity.children.map(nameOf).join(', ')}]` : ''}`];
}

function list(entity: AppJson['closedLists'][number]): string[] {
  return [
    ...inherits('entity', entity), `@ list ${named(entity)}${entity.subLists.length > 0 ? ' =' : ''}`,
    ...entity.subLists.flatMap(({ canonicalForm, list: values }) => [`    - ${listed(canonicalForm)} :`, ...values.filter((value) => value.trim() !== '').map((value) => `        - ${listed(value)}`)]),
  ];
}

function listed(value: string): string {
  return oneLine(value).replace(/[\\,;]|:$/g, '\\$&');
}

function phraseList({ name, mode, words, activated, enabledForAllModels }: JsonPhraseList): string[] {
  const flags = [...activated ? [] : ['disabled'], ...enabledForAllModels === undefined ? [] : [enabledForAllModels ? 'enabledForAllModels' : 'disabledForAllModels']];
  return [`@ phraselist ${nameOf(name)}${mode ? '(interchangeable)' : ''}${flags.length > 0 ? ` ${flags.join(', ')}` : ''}${words === '' ? '' : ' ='}`, ...words === '' ? [] : [`    - ${oneLine(words)}`]];
}

function oneLine(text: string): string {
  if (/[\r\n]/.test(text)) throw unwritable(`the text ${JSON.stringify(text.slice(0, 100))} has several lines.`);
  return text.trim();
}

function intentBlock(intent: JsonModel, { utterances, patterns }: AppJson, labels: LabelPlaces): string[] {
  const { name } = intent;
  if (/[\r\n]/.test(name) || name.trim() !== name || /^[#?]/.test(name)) throw unwritable(`the name ${JSON.stringify(name)} has signs that the format uses.`);
  const used = traits([], intent.features);
  return [
    ...inherits('intent', intent), `# ${name}`,
    ...utterances.filter((utterance) => utterance.intent === name).map((utterance) => `- ${labels.written(utterance)}`),
    ...patterns.filter((pattern) => pattern.intent === name).map(({ pattern }) => `- ${patternLine(pattern)}`),
    ...used === '' ? [] : ['', `@ intent ${nameOf(name)}${used}`],
  ];
}

/** A pattern without any sign of one is marked by something empty that may be left out. */
function patternLine(pattern: string): string {
  const isTold = /\{|\[.*\]|\(.*\|.*\)/.test(pattern.slice(0, 1000));
  return (isTold ? '' : '[]') + oneLine(pattern).replace(/\{\s*@?\s*/g, '{@');
}

/** Where the braces of labels go. */
class LabelPlaces {
  readonly #parts = new Map<string, JsonPart[]>();
  readonly #leftOut: string[];

  constructor({ entities }: AppJson, leftOut: string[]) {
    this.#leftOut = leftOut;
    const visit = (path: string, children: readonly (string | JsonPart)[] = []): void => {
      const parts = children.filter((child) => typeof child === 'object');
      this.#parts.set(path.toLowerCase(), parts);
      for (const part of parts) visit(`${path}::${part.name}`, part.children);
    };
    for (const { name, children } of entities) visit(name, children);
  }

  written({ text, entities }: JsonUtterance): string {
    const opening = new Map<number, string[]>();
    const closing = new Map<number, number>();
    for (const { label, name } of this.#nested(text, entities)) {
      opening.set(label.startPos, [...opening.get(label.startPos) ?? [], `{@${name}=`]);
      closing.set(label.endPos, (closing.get(label.endPos) ?? 0) + 1);
    }
    let line = '';
    for (let i = 0; i < text.length; i++) line += (opening.get(i)?.join('') ?? '') + (ESCAPES[text[i]!] ?? text[i]!) + '}'.repeat(closing.get(i) ?? 0);
    return line.trim();
  }

  /** The labels that can be written, outer ones first; a label of no whole is left out where it would be read as a part of the one around it. */
  #nested(text: string, entities: readonly JsonLabel[]): { label: JsonLabel; name: string }[] {
    const all: { label: JsonLabel; path: string; name: string; whole?: JsonLabel }[] = [];
    const collect = (given: JsonLabel, path: string, whole?: JsonLabel): void => {
      nameOf(given.entity);
      const covered = text.slice(given.startPos, given.endPos + 1);
      const label = { ...given, startPos: given.endPos + 1 - covered.trimStart().length, endPos: given.startPos + covered.trimEnd().length - 1 };
      all.push({ label, path, name: label.role === undefined ? label.entity : `${label.entity}:${label.role}`, whole });
      for (const child of label.children ?? []) collect(child, `${path}::${child.entity}`, label);
    };
    for (const label of entities) collect(label, label.entity);
    all.sort((a, b) => a.label.startPos - b.label.startPos || b.label.endPos - a.label.endPos);
    const open: { label: JsonLabel; path: string }[] = [];
    return all.filter(({ label, path, name, whole }) => {
      while (open.length > 0 && open.at(-1)!.label.endPos < label.startPos) open.pop();
      const fits = open.every((around) => around.label.endPos >= label.endPos)
        && (whole ? open.some((around) => around.label === whole) : !open.some((around) => this.#parts.get(around.path.toLowerCase())?.some((part) => part.name.toLowerCase() === label.entity.toLowerCase())));
      if (fits) open.push({ label, path });
      else this.#leftOut.push(`${name} at ${label.startPos} to ${label.endPos} in ${JSON.stringify(text)}`);
      return fits;
    });
  }
}
