/** Generates exported apps for the tests that read and write them. */
import fc from 'fast-check';
import type { AppJson, JsonLabel, JsonPart, JsonUtterance } from '../../src/areas/understanding/files/app-json/format.ts';

type Gen = fc.GeneratorValue;

const word = fc.string({ unit: fc.constantFrom(...'abcdefgxyz0189éßжあ'), minLength: 1, maxLength: 6 });
const suffix = fc.constantFrom('', '', '', ' {x}', ' [y]', ' (a|b)', ' c:\\new', ' "q"', ', z;', ' #', ' -', ' @me', ' =', ' 🙂');

/** Names that are unique ignoring case. */
function names(g: Gen, kind: string, maxCount: number): string[] {
  const count = g(fc.integer, { min: 0, max: maxCount });
  return Array.from({ length: count }, (_, i) => `${kind}${i}${g(fc.constantFrom, '', ' two words', '.dot', '-é', '_x')}`);
}

const pickSome = <T>(g: Gen, list: readonly T[]): T[] => list.filter(() => g(fc.boolean));

/** An app of the newest schema, or one without anything that schema 3.0.0 lacks. */
export const exportedApp: fc.Arbitrary<AppJson> = fc.gen().map((g) => {
  const isNewer = g(fc.boolean);
  const intents = ['None', ...names(g, 'Intent', 4)];
  const phraseLists = names(g, 'Phrases', 3);
  const [lists, regexes, prebuilts, anys, hierarchicals] = [
    names(g, 'List', 2),
    names(g, 'Regex', 2),
    names(g, 'prebuilt', 3).map((name) => name.replaceAll(' ', '')),
    names(g, 'Any', 2),
    names(g, 'Hier', 2),
  ];
  const learned = names(g, 'Learned', 4);
  const roles = (entityName: string): string[] => names(g, `role of ${entityName} `, 2);
  const features = (): AppJson['intents'][number]['features'] => [
    ...pickSome(g, [...lists, ...prebuilts]).map((modelName) => ({ modelName, ...(g(fc.boolean) && { isRequired: true }) })),
    ...pickSome(g, phraseLists).map((featureName) => ({ featureName })),
  ];
  const inherits = (name: string): object => (g(fc.boolean) ? { inherits: { domain_name: 'Domain', model_name: name } } : {});
  const parts = (depth: number): JsonPart[] =>
    depth === 0
      ? []
      : names(g, `part${depth} `, 2).map((name) => ({
          name,
          ...(prebuilts.length > 0 && g(fc.boolean) && { instanceOf: prebuilts[0] }),
          children: parts(depth - 1),
          features: features(),
          ...(g(fc.boolean) && { roles: ['r'] }),
        }));
  const entity = (name: string): { name: string; roles: string[] } => ({
    name,
    roles: roles(name),
    ...inherits(name),
    ...(isNewer && { features: features() }),
  });
  const text = (): string => g(fc.array<string>, word, { minLength: 1, maxLength: 5 }).join(' ') + g(() => suffix);
  const app: AppJson = {
    luis_schema_version: isNewer ? '7.0.0' : '3.0.0',
    versionId: '0.1',
    name: 'App',
    desc: text(),
    culture: 'en-us',
    ...(isNewer && { tokenizerVersion: '1.0.0' }),
    intents: intents.map((name) => ({ name, ...inherits(name), ...(isNewer && { features: features() }) })),
    entities: isNewer ? learned.map((name) => ({ ...entity(name), children: parts(3) })) : learned.map(entity),
    composites: [],
    closedLists: lists.map((name) => ({
      ...entity(name),
      subLists: names(g, 'form: ', 3).map((canonicalForm) => ({ canonicalForm, list: [text(), text()] })),
    })),
    patternAnyEntities: anys.map((name) => ({ ...entity(name), explicitList: g(fc.boolean) ? [text()] : [] })),
    regex_entities: regexes.map((name) => ({ ...entity(name), regexPattern: 'a=[0-9]{2}/b' })),
    prebuiltEntities: prebuilts.map(entity),
    regex_features: names(g, 'Pattern', 2).map((name) => ({ name, pattern: 'x+/', activated: g(fc.boolean) })),
    patterns: pickSome(g, anys).map((any) => ({ pattern: `${g(() => word)} {${any}} [please]`, intent: intents.at(-1)! })),
    utterances: [],
    ...(isNewer && { settings: [{ name: 'UseAllTrainingData', value: 'true' }] }),
  };
  const hierarchicalEntities = hierarchicals.map((name) => ({ ...entity(name), children: ['From', 'To place'] }));
  if (isNewer) app.hierarchicals = hierarchicalEntities;
  else app.entities.push(...hierarchicalEntities);
  if (lists.length > 0) {
    app.composites = names(g, 'Composite', 2).map((name) => ({
      ...entity(name),
      children: [lists[0]!, ...hierarchicals.map((one) => `${one}::From`)],
    }));
  }
  const phrases = phraseLists.map((name) => ({
    name,
    mode: g(fc.boolean),
    words: 'one,two words',
    activated: g(fc.boolean),
    ...(isNewer && g(fc.boolean) && { enabledForAllModels: g(fc.boolean) }),
  }));
  if (isNewer) app.phraselists = phrases;
  else app.model_features = phrases;
  app.utterances = Array.from({ length: g(fc.integer, { min: 0, max: 6 }) }, () => utterance(g, app, text()));
  return app;
});

function utterance(g: Gen, app: AppJson, text: string): JsonUtterance {
  const isNewer = app.settings !== undefined;
  const words = [...text.matchAll(/\S+/g)].map(({ index, 0: { length } }) => ({ start: index, end: index + length - 1 }));
  const label = (entity: string, roles: readonly string[], from: number, to: number, parts: readonly JsonPart[]): JsonLabel => ({
    entity,
    startPos: words[from]!.start,
    endPos: words[to]!.end,
    ...(roles.length > 0 && g(fc.boolean) && { role: roles[0] }),
    ...(isNewer && {
      children: parts
        .slice(0, 1)
        .filter(() => g(fc.boolean))
        .map((part) => label(part.name, part.roles ?? [], from, g(fc.integer, { min: from, max: to }), part.children ?? [])),
    }),
  });
  const entities = [...app.entities, ...(app.hierarchicals ?? []), ...app.composites, ...app.prebuiltEntities];
  // Labels follow each other, so that none crosses another.
  let from = 0;
  const labels = entities
    .filter(() => g(fc.boolean))
    .flatMap((entity): JsonLabel[] => {
      if (from >= words.length) return [];
      const to = g(fc.integer, { min: from, max: words.length - 1 });
      const children = ('children' in entity ? entity.children : []) as (string | JsonPart)[];
      const isHierarchical = children.some((child) => child === 'From');
      const created = label(
        isHierarchical && g(fc.boolean) ? `${entity.name}::From` : entity.name,
        isHierarchical ? [] : entity.roles,
        from,
        to,
        children.filter((child) => typeof child === 'object'),
      );
      from = to + 1;
      return [created];
    });
  return { text, intent: app.intents[g(fc.integer, { min: 0, max: app.intents.length - 1 })]!.name, entities: labels };
}
