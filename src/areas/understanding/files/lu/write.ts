/**
 * Writes apps as .lu files. read.ts describes the format.
 *
 * Only white space at the ends of texts, line breaks in the description, the order of utterances of different intents, and
 * labels that cross each other are lost; a comment at the end of the file lists those labels. Names that would be read as
 * something else are rejected.
 */
import type {
  AppJson,
  JsonEntity,
  JsonFeature,
  JsonLabel,
  JsonModel,
  JsonPart,
  JsonPhraseList,
  JsonUtterance,
} from '../app-json/format.ts';
import { understandingFailure } from '../../failures.ts';
import { LU_KEYWORDS, LU_TYPES } from './definitions.ts';

/** Characters that a reader would not take as part of a name. */
const RESERVED_CHARACTERS = /[\r\n\t"{}=]/;
const PLAIN_NAME = /^[^\s,;'"()[\]/@=]+$/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '{': '\\{',
  '}': '\\}',
  '[': '\\[',
  '|': '\\|',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Writes an app as a .lu file. Throws LuUnwritable if the format cannot express it. */
export function writeLu(app: AppJson): string {
  const omitted: string[] = [];
  const utterances = new UtteranceWriter(app, omitted);
  const blocks = [
    writeMetadata(app),
    ...app.intents.map((intent) => writeIntent(intent, app, utterances)),
    ...app.entities.map((entity) => writeLearned(entity)),
    ...(app.hierarchicals ?? []).map((entity) => writeParent('hierarchical', entity)),
    ...app.closedLists.map(writeList),
    ...app.patternAnyEntities.map((entity) => [
      ...writeOrigin('entity', entity),
      `@ patternany ${writeNameAndAttributes(entity)}${entity.explicitList.length > 0 ? ' =' : ''}`,
      ...entity.explicitList.map((item) => `    - ${checkOneLine(item)}`),
    ]),
    ...app.regex_entities.map((entity) => [
      ...writeOrigin('entity', entity),
      `@ regex ${writeNameAndAttributes(entity)} = /${checkOneLine(entity.regexPattern)}/`,
    ]),
    ...app.prebuiltEntities.map((entity) => [...writeOrigin('entity', entity), `@ prebuilt ${writeNameAndAttributes(entity)}`]),
    ...app.composites.map((entity) => writeParent('composite', entity)),
    ...[...(app.model_features ?? []), ...(app.phraselists ?? [])].map(writePhraseList),
    ...app.regex_features.map(({ name, pattern, activated }) => [
      `@ patternfeature ${quoteName(name)}${activated ? '' : ' disabled'} = /${checkOneLine(pattern)}/`,
    ]),
    omitted.map((label) => `> Omitted because it crosses another label: ${label}`),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

function unwritable(details: string): Error {
  return understandingFailure('LuUnwritable', { details });
}

function writeMetadata({
  name,
  desc,
  versionId,
  culture,
  luis_schema_version: version,
  settings = [],
  tokenizerVersion,
}: AppJson): string[] {
  const metadata: [string, string | undefined][] = [
    ['name', name],
    ['desc', desc],
    ['versionId', versionId],
    ['culture', culture],
    ['luis_schema_version', version],
    ...settings.map((setting): [string, string] => [`settings.${setting.name}`, setting.value]),
    ['tokenizerVersion', tokenizerVersion],
  ];
  return metadata.flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [`> !# @app.${key} = ${value.replace(/\s+/g, ' ')}`],
  );
}

function writeOrigin(kind: 'intent' | 'entity', { name, inherits: origin }: JsonModel): string[] {
  return origin ? [`> !# @${kind}.inherits = name : ${name}; domain_name : ${origin.domain_name}; model_name : ${origin.model_name}`] : [];
}

/** A name in a definition, in quotes if it needs them. */
function quoteName(name: string): string {
  if (RESERVED_CHARACTERS.test(name) || name.trim() !== name || name.startsWith('@')) {
    throw unwritable(`the name ${JSON.stringify(name)} has characters that the format reserves.`);
  }
  const isReserved = LU_TYPES.has(name.toLowerCase()) || LU_KEYWORDS.has(name.toLowerCase());
  return PLAIN_NAME.test(name) && !isReserved ? name : `"${name}"`;
}

function writeAttributes(roles: readonly string[] = [], features: readonly JsonFeature[] = [], isTypeWritten = false): string {
  const writeNames = (names: readonly string[], keyword: string): string =>
    names.length === 0 ? '' : ` ${keyword}${names.length > 1 ? 's' : ''} ${names.map(quoteName).join(', ')}`;
  const used = features.filter(({ isRequired }) => !isRequired).flatMap(listFeatureNames);
  const required = isTypeWritten ? [] : features.filter(({ isRequired }) => isRequired).flatMap(listFeatureNames);
  return writeNames(roles, 'hasRole') + writeNames(used, 'usesFeature') + writeNames(required, 'requiresFeature');
}

function listFeatureNames({ modelName, featureName }: JsonFeature): string[] {
  return [modelName, featureName].filter((name) => name !== undefined);
}

function writeNameAndAttributes({ name, roles, features }: JsonEntity): string {
  return quoteName(name) + writeAttributes(roles, features);
}

/** A single required model is written as the type of the entity. */
function chooseType(features: readonly JsonFeature[] = []): string {
  const required = features.filter(({ isRequired }) => isRequired);
  const { modelName, featureName } = required[0] ?? {};
  if (required.length !== 1 || modelName === undefined || featureName !== undefined) return 'ml';
  return PLAIN_NAME.test(modelName) && !LU_TYPES.has(modelName.toLowerCase()) ? modelName : 'ml';
}

function writeLearned(entity: AppJson['entities'][number]): string[] {
  const { name, children = [], roles, features } = entity;
  const parts = children.filter((child) => typeof child === 'object');
  if (parts.length < children.length) return writeParent('hierarchical', { ...entity, children: children as string[] });
  const type = chooseType(features);
  return [
    ...writeOrigin('entity', entity),
    `@ ${type} ${quoteName(name)}${writeAttributes(roles, features, type !== 'ml')}${parts.length > 0 ? ' =' : ''}`,
    ...parts.flatMap((part) => writePart(part, 1)),
  ];
}

function writePart({ name, instanceOf, children = [], features, roles }: JsonPart, depth: number): string[] {
  const type = chooseType(features);
  return [
    `${'    '.repeat(depth)}- @ ${type} ${quoteName(name)}${writeAttributes(roles, features, type !== 'ml')}${
      instanceOf === undefined ? '' : ` instanceOf ${quoteName(instanceOf)}`
    }`,
    ...children.flatMap((child) => writePart(child, depth + 1)),
  ];
}

function writeParent(type: 'hierarchical' | 'composite', entity: JsonEntity & { children: string[] }): string[] {
  return [
    ...writeOrigin('entity', entity),
    `@ ${type} ${writeNameAndAttributes(entity)}${entity.children.length > 0 ? ` = [${entity.children.map(quoteName).join(', ')}]` : ''}`,
  ];
}

function writeList(entity: AppJson['closedLists'][number]): string[] {
  return [
    ...writeOrigin('entity', entity),
    `@ list ${writeNameAndAttributes(entity)}${entity.subLists.length > 0 ? ' =' : ''}`,
    ...entity.subLists.flatMap(({ canonicalForm, list: values }) => [
      `    - ${escapeValue(canonicalForm)} :`,
      ...values.filter((value) => value.trim() !== '').map((value) => `        - ${escapeValue(value)}`),
    ]),
  ];
}

function escapeValue(value: string): string {
  return checkOneLine(value).replace(/[\\,;]|:$/g, '\\$&');
}

function writePhraseList({ name, mode, words, activated, enabledForAllModels }: JsonPhraseList): string[] {
  const flags = [
    ...(activated ? [] : ['disabled']),
    ...(enabledForAllModels === undefined ? [] : [enabledForAllModels ? 'enabledForAllModels' : 'disabledForAllModels']),
  ];
  return [
    `@ phraselist ${quoteName(name)}${mode ? '(interchangeable)' : ''}${
      flags.length > 0 ? ` ${flags.join(', ')}` : ''
    }${words === '' ? '' : ' ='}`,
    ...(words === '' ? [] : [`    - ${checkOneLine(words)}`]),
  ];
}

function checkOneLine(text: string): string {
  if (/[\r\n]/.test(text)) throw unwritable(`the text ${JSON.stringify(text.slice(0, 100))} has several lines.`);
  return text.trim();
}

function writeIntent(intent: JsonModel, { utterances, patterns }: AppJson, writer: UtteranceWriter): string[] {
  const { name } = intent;
  if (/[\r\n]/.test(name) || name.trim() !== name || /^[#?]/.test(name)) {
    throw unwritable(`the name ${JSON.stringify(name)} has characters that the format reserves.`);
  }
  const used = writeAttributes([], intent.features);
  return [
    ...writeOrigin('intent', intent),
    `# ${name}`,
    ...utterances.filter((utterance) => utterance.intent === name).map((utterance) => `- ${writer.write(utterance)}`),
    ...patterns.filter((pattern) => pattern.intent === name).map(({ pattern }) => `- ${writePattern(pattern)}`),
    ...(used === '' ? [] : ['', `@ intent ${quoteName(name)}${used}`]),
  ];
}

/** A pattern that does not look like one is marked with an empty optional part. */
function writePattern(pattern: string): string {
  const isRecognizable = /\{|\[.*\]|\(.*\|.*\)/.test(pattern.slice(0, 1000));
  return (isRecognizable ? '' : '[]') + checkOneLine(pattern).replace(/\{\s*@?\s*/g, '{@');
}

/** Writes utterances with the braces of their labels. */
class UtteranceWriter {
  readonly #parts = new Map<string, JsonPart[]>();
  readonly #omitted: string[];

  constructor({ entities }: AppJson, omitted: string[]) {
    this.#omitted = omitted;
    const visit = (path: string, children: readonly (string | JsonPart)[] = []): void => {
      const parts = children.filter((child) => typeof child === 'object');
      this.#parts.set(path.toLowerCase(), parts);
      for (const part of parts) visit(`${path}::${part.name}`, part.children);
    };
    for (const { name, children } of entities) visit(name, children);
  }

  write({ text, entities }: JsonUtterance): string {
    const opening = new Map<number, string[]>();
    const closing = new Map<number, number>();
    for (const { label, name } of this.#collectLabels(text, entities)) {
      opening.set(label.startPos, [...(opening.get(label.startPos) ?? []), `{@${name}=`]);
      closing.set(label.endPos, (closing.get(label.endPos) ?? 0) + 1);
    }
    let line = '';
    for (let i = 0; i < text.length; i++)
      line += (opening.get(i)?.join('') ?? '') + (ESCAPES[text[i]!] ?? text[i]!) + '}'.repeat(closing.get(i) ?? 0);
    return line.trim();
  }

  /** The labels that can be written, outer ones first. A label that would be read as a part of the one around it is omitted. */
  #collectLabels(text: string, entities: readonly JsonLabel[]): { label: JsonLabel; name: string }[] {
    const all: { label: JsonLabel; path: string; name: string; whole?: JsonLabel }[] = [];
    const collect = (input: JsonLabel, path: string, whole?: JsonLabel): void => {
      quoteName(input.entity);
      const coveredText = text.slice(input.startPos, input.endPos + 1);
      const startPos = input.endPos + 1 - coveredText.trimStart().length;
      const label = { ...input, startPos, endPos: input.startPos + coveredText.trimEnd().length - 1 };
      all.push({ label, path, name: label.role === undefined ? label.entity : `${label.entity}:${label.role}`, whole });
      for (const child of label.children ?? []) collect(child, `${path}::${child.entity}`, label);
    };
    for (const label of entities) collect(label, label.entity);
    all.sort((a, b) => a.label.startPos - b.label.startPos || b.label.endPos - a.label.endPos);
    const open: { label: JsonLabel; path: string }[] = [];
    return all.filter(({ label, path, name, whole }) => {
      while (open.length > 0 && open.at(-1)!.label.endPos < label.startPos) open.pop();
      const isNested = open.every((outer) => outer.label.endPos >= label.endPos);
      const canWrite =
        isNested && (whole ? open.some((outer) => outer.label === whole) : !open.some((outer) => this.#hasPart(outer.path, label.entity)));
      if (canWrite) open.push({ label, path });
      else this.#omitted.push(`${name} at ${label.startPos} to ${label.endPos} in ${JSON.stringify(text)}`);
      return canWrite;
    });
  }

  #hasPart(path: string, name: string): boolean {
    return this.#parts.get(path.toLowerCase())?.some((part) => part.name.toLowerCase() === name.toLowerCase()) ?? false;
  }
}
