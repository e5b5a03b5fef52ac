/** The kinds of entities: description, input, and the call that creates them. */
import { t } from '../../i18n/messages.ts';
import { AUTHORING } from '../../shared/language/apps.ts';
import { AUTHORING2, type Model } from './calls.ts';

export type EntityKind = 'learned' | 'list' | 'regex' | 'prebuilt' | 'any' | 'composite';

interface Kind {
  title: string;
  hint: string;
  collection: string;
  typeId: number;
  content?: { label: string; hint: string };
}

export const KINDS: Readonly<Record<EntityKind, Kind>> = {
  learned: {
    title: t('Learned from labels'),
    hint: t('Labeled in utterances; can have parts.'),
    collection: 'entities',
    typeId: 1,
    content: { label: t('Parts, one per line'), hint: t('Optional. Indent a part by two spaces to make it a part of the one above.') },
  },
  list: {
    title: t('List'),
    hint: t('Found wherever one of its values or synonyms occurs.'),
    collection: 'closedlists',
    typeId: 5,
    content: { label: t('Values, one per line'), hint: t('Synonyms after a colon: rome: roma, eternal city') },
  },
  regex: {
    title: t('Regular expression'),
    hint: t('Found wherever the expression matches; runs in linear time.'),
    collection: 'regexentities',
    typeId: 8,
    content: { label: t('Expression'), hint: t('For example flight [A-Z]{2}\\d{3}') },
  },
  prebuilt: { title: t('Prebuilt'), hint: t('Dates, numbers, addresses and more, without training.'), collection: 'prebuilts', typeId: 2 },
  any: {
    title: t('Pattern.Any'),
    hint: t('Matches anything at its position in a pattern.'),
    collection: 'patternanyentities',
    typeId: 7,
  },
  composite: {
    title: t('Composite'),
    hint: t('Groups other entities.'),
    collection: 'compositeentities',
    typeId: 4,
    content: { label: t('Its entities, one per line'), hint: t('Names of entities of this version.') },
  },
};

/** Composites can only be created with the older API. */
export function pathOf(kind: EntityKind, version: string): string {
  return `${kind === 'composite' ? version.replace(AUTHORING, AUTHORING2) : version}/${KINDS[kind].collection}`;
}

/** The path of an existing model, for deleting it and for its roles. */
export function modelPath({ id, typeId }: Pick<Model, 'id' | 'typeId'>, version: string): string {
  const collection =
    typeId === 0
      ? 'intents'
      : typeId === 3
        ? 'hierarchicalentities'
        : (Object.values(KINDS).find((kind) => kind.typeId === typeId)?.collection ?? 'entities');
  return `${version}/${collection}/${encodeURIComponent(id)}`;
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

export function bodyOf(kind: EntityKind, name: string, content: string): unknown {
  switch (kind) {
    case 'learned':
      return { name, children: partsOf(content) };
    case 'list':
      return { name, subLists: subListsOf(content) };
    case 'regex':
      return { name, regexPattern: content };
    case 'prebuilt':
      return [name];
    case 'any':
      return { name, explicitList: [] };
    case 'composite':
      return { name, children: lines(content).map((line) => line.trim()) };
  }
}

export function subListsOf(content: string): { canonicalForm: string; list: string[] }[] {
  return lines(content).map((line) => {
    const [canonical, ...rest] = line.split(':');
    return {
      canonicalForm: canonical!.trim(),
      list: rest
        .join(':')
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    };
  });
}

export interface Part {
  name: string;
  children: Part[];
}

/** Parts by indentation. */
export function partsOf(content: string): Part[] {
  const top: Part[] = [];
  const open: { depth: number; part: Part }[] = [];
  for (const line of lines(content)) {
    const depth = line.length - line.trimStart().length;
    while (open.length > 0 && open.at(-1)!.depth >= depth) open.pop();
    const part = { name: line.trim(), children: [] };
    (open.at(-1)?.part.children ?? top).push(part);
    open.push({ depth, part });
  }
  return top;
}
