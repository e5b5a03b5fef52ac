/** Parses an imported project of any version into stored assets; rejects invalid fields by their path. */
import { InvalidRegex, UserRegex } from '../../../../engines/language/recognizers/regex.ts';
import { offsetsIn } from '../../../../engines/shared/text/offsets.ts';
import type { OffsetUnit } from '../../../../engines/shared/text/offsets.ts';
import { JsonCursor } from '../../../../shared/json-cursor.ts';
import { FILE_INDEX, parseOffsetUnit } from '../../projects/offset-units.ts';
import { projectFailure } from '../../projects/failures.ts';
import { isSupportedLanguage } from '../../projects/languages.ts';
import { readAppFields } from '../app-fields.ts';
import { NONE } from '../model.ts';
import type { CompositionSetting, ConversationAssets, Entity, Intent, Label, Orchestration, ProjectKind, Utterance } from '../model.ts';
import { isPrebuilt } from '../prebuilts/prebuilts.ts';

/** Names of nested parts of an app can be long. */
const MAX_NAME_CHARACTERS = 1000;
const MAX_DESCRIPTION_CHARACTERS = 4096;
const MAX_TEXT_CHARACTERS = 500;
const MAX_KEY_CHARACTERS = 500;
const MAX_INTENTS = 500;
const MAX_ENTITIES = 500;
const MAX_UTTERANCES = 50_000;
const MAX_SUBLISTS = 20_000;
const MAX_SYNONYMS = 20_000;
/** Per project: expressions are compiled whenever the project is loaded. */
const MAX_EXPRESSIONS = 100;
const MAX_PREBUILTS = 100;
const MAX_LABELS = 100;
const COMPOSITIONS: readonly CompositionSetting[] = [
  'returnLongestOverlap',
  'requireExactOverlap',
  'separateComponents',
  'combineComponents',
];
const COMPONENTS = ['learned', 'list', 'prebuilts', 'regex'] as const;

export function emptyAssets(projectKind: ProjectKind): ConversationAssets {
  return { projectKind, intents: [{ category: NONE }], entities: [], utterances: [] };
}

export function parseAssets(body: unknown, kind: ProjectKind, culture: string): ConversationAssets {
  const root = new JsonCursor(body, (target, details) => projectFailure('AssetsInvalid', { target, details }));
  const unit = parseOffsetUnit(root.field('stringIndexType').textOr(FILE_INDEX, MAX_NAME_CHARACTERS));
  const assets = root.field('assets');
  if (assets.isAbsent) return emptyAssets(kind);
  const intents = readUnique(assets.field('intents').items(MAX_INTENTS), (cursor) => readIntent(cursor, kind));
  if (!intents.some(({ category }) => category === NONE)) intents.push({ category: NONE });
  const given = assets.field('entities').items(MAX_ENTITIES);
  checkExpressions(given);
  const entities = readUnique(given, readEntity);
  if (kind === 'Orchestration' && entities.length > 0) throw assets.field('entities').failure('an orchestration cannot have entities.');
  const known = { intents: new Set(intents.map(({ category }) => category)), entities: new Set(entities.map(({ category }) => category)) };
  const utterances = assets
    .field('utterances', 'examples')
    .items(MAX_UTTERANCES)
    .map((cursor) => readUtterance(cursor, known, unit));
  return {
    projectKind: kind,
    intents,
    entities,
    utterances,
    ...(kind === 'Conversation' && readAppFields(assets.value as Record<string, unknown>, culture)),
  };
}

/** Checks the count before any expression is compiled. */
function checkExpressions(entities: readonly JsonCursor[]): void {
  let count = 0;
  for (const entity of entities) {
    const regex = entity.field('regex');
    count += regex.isAbsent ? 0 : regex.field('expressions').items(MAX_EXPRESSIONS).length;
    if (count > MAX_EXPRESSIONS) throw regex.failure(`a project can have at most ${MAX_EXPRESSIONS} expressions.`);
  }
}

/** Parses items whose names must be unique. */
function readUnique<T extends { category: string }>(cursors: readonly JsonCursor[], read: (cursor: JsonCursor) => T): T[] {
  const seen = new Set<string>();
  return cursors.map((cursor) => {
    const item = read(cursor);
    if (seen.has(item.category)) throw nameCursor(cursor).failure(`the name ${item.category} is already used.`);
    seen.add(item.category);
    return item;
  });
}

function nameCursor(cursor: JsonCursor): JsonCursor {
  return cursor.field('category', 'name');
}

function readIntent(cursor: JsonCursor, kind: ProjectKind): Intent {
  const category = nameCursor(cursor).text(MAX_NAME_CHARACTERS);
  const associated = cursor
    .field('associatedEntities')
    .items(MAX_ENTITIES)
    .map((item) => ({ category: nameCursor(item).text(MAX_NAME_CHARACTERS) }));
  const intent: Intent = {
    category,
    ...readDescription(cursor),
    ...(associated.length > 0 && { associatedEntities: associated }),
  };
  const orchestration = cursor.field('orchestration');
  if (orchestration.isAbsent) return intent;
  if (kind !== 'Orchestration') throw orchestration.failure('only intents of an orchestration can have one.');
  if (category === NONE) throw orchestration.failure(`the intent ${NONE} cannot have one.`);
  return { ...intent, orchestration: readOrchestration(orchestration) };
}

/** Authors describe intents and entities from 2025 on. */
function readDescription(cursor: JsonCursor): { description?: string } {
  const description = cursor.field('description').textOr('', MAX_DESCRIPTION_CHARACTERS);
  return description === '' ? {} : { description };
}

function readOrchestration(cursor: JsonCursor): Orchestration {
  const conversation = cursor.field('conversationOrchestration', 'cluOrchestration');
  if (!conversation.isAbsent) {
    return {
      targetProjectKind: 'Conversation',
      conversationOrchestration: {
        projectName: conversation.field('projectName').text(MAX_NAME_CHARACTERS),
        deploymentName: conversation.field('deploymentName').text(MAX_NAME_CHARACTERS),
      },
    };
  }
  const luis = cursor.field('luisOrchestration');
  if (!luis.isAbsent) {
    const [appVersion, slotName] = [
      luis.field('appVersion').textOr(undefined, MAX_NAME_CHARACTERS),
      luis.field('slotName').textOr(undefined, MAX_NAME_CHARACTERS),
    ];
    return {
      targetProjectKind: 'Luis',
      luisOrchestration: {
        appId: luis.field('appId').text(MAX_NAME_CHARACTERS),
        ...(appVersion !== undefined && { appVersion }),
        ...(slotName !== undefined && { slotName }),
      },
    };
  }
  const answers = cursor.field('questionAnsweringOrchestration');
  if (!answers.isAbsent) {
    return {
      targetProjectKind: 'QuestionAnswering',
      questionAnsweringOrchestration: { projectName: answers.field('projectName').text(MAX_NAME_CHARACTERS) },
    };
  }
  throw cursor.failure('it must have one of conversationOrchestration, luisOrchestration, questionAnsweringOrchestration.');
}

function readEntity(cursor: JsonCursor): Entity {
  const composition = cursor.field('compositionSetting');
  const [list, prebuilts, regex] = [
    cursor.field('list', 'entities'),
    cursor.field('prebuilts').items(MAX_PREBUILTS),
    cursor.field('regex'),
  ];
  const entity: Entity = {
    category: nameCursor(cursor).text(MAX_NAME_CHARACTERS),
    ...readDescription(cursor),
    ...(!composition.isAbsent && { compositionSetting: composition.oneOf(COMPOSITIONS) }),
    ...(!list.isAbsent && { list: { sublists: list.field('sublists').items(MAX_SUBLISTS).map(readSublist) } }),
    ...(prebuilts.length > 0 && { prebuilts: readUnique(prebuilts, readPrebuilt) }),
    ...(!regex.isAbsent && { regex: { expressions: regex.field('expressions').items(MAX_EXPRESSIONS).map(readExpression) } }),
  };
  const required = cursor
    .field('requiredComponents')
    .items(COMPONENTS.length)
    .map((item) => {
      const component = item.oneOf(COMPONENTS);
      if (component !== 'learned' && entity[component] === undefined) throw item.failure(`the entity has no component ${component}.`);
      return component;
    });
  return required.length > 0 ? { ...entity, requiredComponents: [...new Set(required)] } : entity;
}

function readSublist(cursor: JsonCursor): { listKey: string; synonyms: { language?: string; values: string[] }[] } {
  return {
    listKey: cursor.field('listKey').text(MAX_KEY_CHARACTERS),
    synonyms: cursor
      .field('synonyms')
      .items(MAX_SYNONYMS)
      .map((synonyms) => ({
        ...readLanguage(synonyms.field('language')),
        values: synonyms
          .field('values')
          .items(MAX_SYNONYMS)
          .map((value) => value.text(MAX_KEY_CHARACTERS)),
      })),
  };
}

function readPrebuilt(cursor: JsonCursor): { category: string } {
  const name = nameCursor(cursor);
  const category = name.text(MAX_NAME_CHARACTERS);
  if (!isPrebuilt(category)) throw name.failure(`there is no prebuilt entity ${category}.`);
  return { category };
}

function readExpression(cursor: JsonCursor): { regexKey: string; language?: string; regexPattern: string } {
  const pattern = cursor.field('regexPattern');
  const regexPattern = pattern.text(Infinity);
  try {
    void new UserRegex(regexPattern);
  } catch (problem) {
    if (problem instanceof InvalidRegex) throw pattern.failure(`${problem.message}.`);
    throw problem;
  }
  return { regexKey: cursor.field('regexKey').text(MAX_KEY_CHARACTERS), ...readLanguage(cursor.field('language')), regexPattern };
}

function readLanguage(cursor: JsonCursor): { language?: string } {
  const language = cursor.textOr('', MAX_NAME_CHARACTERS);
  if (language === '') return {};
  if (!isSupportedLanguage(language)) throw cursor.failure(`the language ${language} is not supported.`);
  return { language };
}

interface KnownNames {
  intents: ReadonlySet<string>;
  entities: ReadonlySet<string>;
}

function readUtterance(cursor: JsonCursor, known: KnownNames, unit: OffsetUnit): Utterance {
  const text = cursor.field('text').text(MAX_TEXT_CHARACTERS);
  if (text.trim() === '') throw cursor.field('text').failure('it is empty.');
  const intent = cursor.field('intent', 'intentName').text(MAX_NAME_CHARACTERS);
  if (!known.intents.has(intent)) throw cursor.field('intent', 'intentName').failure(`there is no intent ${intent}.`);
  const dataset = cursor.field('dataset').textOr('', MAX_NAME_CHARACTERS);
  const offsets = offsetsIn(text, unit);
  const entities: Label[] = [];
  for (const label of cursor.field('entities').items(MAX_LABELS)) {
    const name = label.field('category', 'entityName');
    const category = name.text(MAX_NAME_CHARACTERS);
    if (!known.entities.has(category)) throw name.failure(`there is no entity ${category}.`);
    const [from, length] = [label.field('offset').count(), label.field('length').count()];
    if (length < 1 || from + length > offsets.length) throw label.failure('it must be within the text.');
    const [start, end] = [offsets.to(from), offsets.to(from + length)];
    if (entities.some((one) => one.category === category && one.offset < end && start < one.offset + one.length)) {
      throw label.failure(`it overlaps another label of ${category}.`);
    }
    entities.push({ category, offset: start, length: end - start });
  }
  return { text, ...readLanguage(cursor.field('language')), intent, ...(dataset !== '' && { dataset }), entities };
}
