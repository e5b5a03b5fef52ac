/** Differences between two versions. */
import type { AppFile } from './calls.ts';

export interface VersionDifference { what: string; name: string; change: 'added' | 'removed' | 'changed'; /** Old and new content, if it changed. */ details?: string }

type VersionItem = readonly [key: string, name: string, content: unknown];

/** The parts of an exported version, each with its identity and content. */
function versionItems(file: AppFile): Readonly<Record<string, readonly VersionItem[]>> {
  const named = (list: readonly { name: string }[] | undefined): VersionItem[] => (list ?? []).map((one) => [one.name.toLowerCase(), one.name, one]);
  return {
    Intent: named(file.intents),
    Entity: [...named(file.entities), ...named(file.hierarchicals), ...named(file.composites), ...named(file.closedLists), ...named(file.regex_entities), ...named(file.prebuiltEntities), ...named(file.patternAnyEntities)],
    'Phrase list': named(file.phraselists), 'Pattern feature': named(file.regex_features),
    Pattern: file.patterns.map(({ pattern, intent }) => [pattern, pattern, intent]),
    Utterance: file.utterances.map(({ text, intent, entities }) => [text.toLowerCase(), text, { intent, labels: entities }]),
  };
}

export function compareVersions(from: AppFile, to: AppFile): VersionDifference[] {
  const [before, after] = [versionItems(from), versionItems(to)];
  return Object.keys(before).flatMap((what): VersionDifference[] => {
    const old = new Map(before[what]!.map((item) => [item[0], item]));
    const now = new Map(after[what]!.map((item) => [item[0], item]));
    return [
      ...[...now.values()].filter(([key]) => !old.has(key)).map(([, name, content]): VersionDifference => ({ what, name, change: 'added', details: describeUtterance(what, content) })),
      ...[...old.values()].filter(([key]) => !now.has(key)).map(([, name, content]): VersionDifference => ({ what, name, change: 'removed', details: describeUtterance(what, content) })),
      ...[...now.values()].flatMap(([key, name, content]): VersionDifference[] => {
        const earlier = old.get(key);
        return earlier && JSON.stringify(earlier[2]) !== JSON.stringify(content) ? [{ what, name, change: 'changed', details: `${describeUtterance(what, earlier[2]) ?? ''} → ${describeUtterance(what, content) ?? ''}` }] : [];
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
