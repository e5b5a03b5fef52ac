/** The content of a version: label choices, suggestions, differences between versions, and evaluation errors. */
import { t } from '../../i18n/messages.ts';
import { locateWords, type EntityChoice, type Label, type LabeledText } from '../../shared/language/entities.ts';
import type { AppFile, FilePart, VersionInfo } from './calls.ts';

/** Texts are compared ignoring case; new ones are added last. */
export function mergeUtterances(before: readonly LabeledText[], changed: readonly LabeledText[]): LabeledText[] {
  const next = new Map(changed.map((one) => [one.text.toLowerCase(), one]));
  const merged = before.map((one) => {
    const key = one.text.toLowerCase();
    const changedOne = next.get(key);
    next.delete(key);
    return changedOne ?? one;
  });
  return [...merged, ...next.values()];
}

/** Learned entities with their parts, children of hierarchical ones by their full names, composites over them. */
export function choicesOf({
  entities,
  hierarchicals = [],
  composites,
}: Pick<AppFile, 'entities' | 'hierarchicals' | 'composites'>): EntityChoice[] {
  const part = ({ name, roles = [], children = [] }: FilePart): EntityChoice => ({
    name,
    ...(roles.length > 0 && { roles }),
    ...(children.length > 0 && { parts: children.map(part) }),
  });
  return [
    ...entities.map(part),
    ...hierarchicals.flatMap(({ name, roles = [], children }) =>
      [name, ...children.map((child) => `${name}::${typeof child === 'string' ? child : child.name}`)].map((one): EntityChoice => ({
        name: one,
        ...(roles.length > 0 && { roles }),
      })),
    ),
    ...composites.map(({ name, roles = [] }): EntityChoice => ({ name, over: true, ...(roles.length > 0 && { roles }) })),
  ];
}

/** `0.3` after `0.2`, or the next free name. */
export function nextName(from: string, existing: readonly string[]): string {
  const [, stem, number] = /^(.*?)(\d*)$/.exec(from)!;
  let n = Number(number || '0') + 1;
  while (existing.includes(`${stem}${n}`)) n++;
  return `${stem}${n}`;
}

/** The version published before the current one that can be published again. */
export function previousVersion(versions: readonly VersionInfo[], current: string): VersionInfo | undefined {
  return versions
    .filter(
      ({ version, lastPublishedDateTime, trainingStatus }) =>
        version !== current && lastPublishedDateTime !== null && trainingStatus === 'Trained',
    )
    .sort((a, b) => Date.parse(b.lastPublishedDateTime!) - Date.parse(a.lastPublishedDateTime!))[0];
}

interface Predicted {
  entityName: string;
  startTokenIndex: number;
  endTokenIndex: number;
  children?: Predicted[];
}
export interface Suggested {
  text: string;
  tokenizedText: string[];
  intentPredictions: { name: string; score: number }[];
  entityPredictions: Predicted[];
}

/** Entities found without labels (lists, prebuilts) are not labeled. */
export function toSuggestion(
  { text, tokenizedText, intentPredictions: [best], entityPredictions }: Suggested,
  entities: readonly EntityChoice[],
): LabeledText & { score: number } {
  const words = locateWords(text, tokenizedText);
  const label = ({ entityName, startTokenIndex, endTokenIndex, children = [] }: Predicted): Label => ({
    entity: entityName,
    start: words[startTokenIndex]!.start,
    end: words[endTokenIndex]!.end,
    ...(children.length > 0 && { children: children.map(label) }),
  });
  return {
    text,
    intent: best?.name ?? 'None',
    score: best?.score ?? 0,
    labels: entityPredictions.filter(({ entityName }) => entities.some(({ name }) => name === entityName)).map(label),
  };
}

export interface VersionDifference {
  what: string;
  name: string;
  change: 'added' | 'removed' | 'changed';
  /** Old and new content, if it changed. */ details?: string;
}

type VersionItem = readonly [key: string, name: string, content: unknown];

/** The parts of an exported version, each with its identity and content. */
function versionItems(file: AppFile): Readonly<Record<string, readonly VersionItem[]>> {
  const named = (list: readonly { name: string }[] | undefined): VersionItem[] =>
    (list ?? []).map((one) => [one.name.toLowerCase(), one.name, one]);
  return {
    Intent: named(file.intents),
    Entity: [
      ...named(file.entities),
      ...named(file.hierarchicals),
      ...named(file.composites),
      ...named(file.closedLists),
      ...named(file.regex_entities),
      ...named(file.prebuiltEntities),
      ...named(file.patternAnyEntities),
    ],
    'Phrase list': named(file.phraselists),
    'Pattern feature': named(file.regex_features),
    Pattern: file.patterns.map(({ pattern, intent }) => [pattern, pattern, intent]),
    Utterance: file.utterances.map(({ text, intent, entities }) => [text.toLowerCase(), text, { intent, labels: entities }]),
  };
}

/** Differences between two versions. */
export function compareVersions(from: AppFile, to: AppFile): VersionDifference[] {
  const [before, after] = [versionItems(from), versionItems(to)];
  return Object.keys(before).flatMap((what): VersionDifference[] => {
    const old = new Map(before[what]!.map((item) => [item[0], item]));
    const now = new Map(after[what]!.map((item) => [item[0], item]));
    return [
      ...[...now.values()]
        .filter(([key]) => !old.has(key))
        .map(([, name, content]): VersionDifference => ({ what, name, change: 'added', details: describeUtterance(what, content) })),
      ...[...old.values()]
        .filter(([key]) => !now.has(key))
        .map(([, name, content]): VersionDifference => ({ what, name, change: 'removed', details: describeUtterance(what, content) })),
      ...[...now.values()].flatMap(([key, name, content]): VersionDifference[] => {
        const earlier = old.get(key);
        return earlier && JSON.stringify(earlier[2]) !== JSON.stringify(content)
          ? [
              {
                what,
                name,
                change: 'changed',
                details: `${describeUtterance(what, earlier[2]) ?? ''} → ${describeUtterance(what, content) ?? ''}`,
              },
            ]
          : [];
      }),
    ];
  });
}

function describeUtterance(what: string, content: unknown): string | undefined {
  if (what === 'Utterance') {
    const { intent, labels } = content as { intent: string; labels: readonly { entity: string }[] };
    return labels.length === 0 ? intent : `${intent} (${labels.map(({ entity }) => entity).join(', ')})`;
  }
  return what === 'Pattern' ? String(content) : undefined;
}

export interface EvaluatedSpan {
  entityName: string;
  startCharIndex: number;
  endCharIndex: number;
}

export interface EvaluatedUtterance {
  text: string;
  intentLabel: string;
  predictedIntent: string;
  score: number;
  /** If entities were evaluated. */ entityLabels?: EvaluatedSpan[];
  entityPredictions?: EvaluatedSpan[];
}

/** Whether two spans are the same entity at the same position. */
const isSameSpan = (a: EvaluatedSpan, b: EvaluatedSpan): boolean =>
  a.entityName === b.entityName && a.startCharIndex === b.startCharIndex && a.endCharIndex === b.endCharIndex;
const overlap = (a: EvaluatedSpan, b: EvaluatedSpan): boolean => a.startCharIndex <= b.endCharIndex && b.startCharIndex <= a.endCharIndex;

/** Describes the errors in an utterance; only those of one entity if a name is given. */
export function describeErrors({ text, entityLabels = [], entityPredictions = [] }: EvaluatedUtterance, entity?: string): string[] {
  const quote = ({ startCharIndex, endCharIndex }: EvaluatedSpan): string => `“${text.slice(startCharIndex, endCharIndex + 1)}”`;
  const isWanted = ({ entityName }: EvaluatedSpan): boolean => entity === undefined || entityName === entity;
  const missed = entityLabels.filter((label) => isWanted(label) && !entityPredictions.some((found) => isSameSpan(label, found)));
  const extra = entityPredictions.filter((found) => isWanted(found) && !entityLabels.some((label) => isSameSpan(label, found)));
  return [
    ...missed.map((label) => {
      const instead =
        entityPredictions.find((found) => overlap(label, found) && found.entityName === label.entityName) ??
        entityPredictions.find((found) => overlap(label, found) && !entityLabels.some((other) => isSameSpan(other, found)));
      const values = { entity: label.entityName, text: quote(label) };
      if (!instead) return t('{entity} {text} missed', values);
      return instead.entityName === label.entityName
        ? t('{entity} {text} found as {found}', { ...values, found: quote(instead) })
        : t('{entity} {text} predicted as {other}', { ...values, other: instead.entityName });
    }),
    // A false positive in place of a labeled entity is described with that.
    ...extra
      .filter((found) => !missed.some((label) => overlap(label, found)))
      .map((found) => t('{text} wrongly predicted as {entity}', { text: quote(found), entity: found.entityName })),
  ];
}

/** Labels in the shape of the evaluation: flat, parts by their full names. */
export function toSpans(labels: readonly Label[], whole?: string): EvaluatedSpan[] {
  return labels.flatMap(({ entity, start, end, children = [] }) => {
    const entityName = whole === undefined ? entity : `${whole}::${entity}`;
    return [{ entityName, startCharIndex: start, endCharIndex: end - 1 }, ...toSpans(children, entityName)];
  });
}

/** Spans as labels to display: parts are shown with their parents. */
export function toLabels(spans: readonly EvaluatedSpan[]): Label[] {
  return spans.map(({ entityName, startCharIndex, endCharIndex }) => ({
    entity: entityName,
    start: startCharIndex,
    end: endCharIndex + 1,
  }));
}

/** Whether an utterance still has the labels it was evaluated with. */
export function hasEvaluatedLabels(labels: readonly Label[], { entityLabels }: EvaluatedUtterance): boolean {
  const now = toSpans(labels);
  return (
    entityLabels !== undefined &&
    now.length === entityLabels.length &&
    entityLabels.every((label) => now.some((one) => isSameSpan(one, label)))
  );
}
