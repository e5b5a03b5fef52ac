/** An imported project, whatever version wrote it, as it is stored; what cannot be kept is refused with its place. */
import { RegexProblem, UserRegex } from '../../../../engines/recognizers/regex.ts';
import { offsetsIn } from '../../../../engines/text/offsets.ts';
import type { OffsetUnit } from '../../../../engines/text/offsets.ts';
import { JsonCursor } from '../../../../kernel/json-cursor.ts';
import { FILE_INDEX, parseOffsetUnit } from '../../projects/offset-units.ts';
import { projectFailure } from '../../projects/failures.ts';
import { isSupportedLanguage } from '../../projects/languages.ts';
import { readAppFields } from '../migration/fields.ts';
import { NONE } from '../model.ts';
import type { CompositionSetting, ConversationAssets, Entity, Intent, Label, Orchestration, ProjectKind, Utterance } from '../model.ts';
import { isPrebuilt } from '../prebuilts/prebuilts.ts';

/** Parts within parts of an app make long names. */
const MAX_NAME_CHARACTERS = 1000;
const MAX_TEXT_CHARACTERS = 500;
const MAX_KEY_CHARACTERS = 500;
const MAX_INTENTS = 500;
const MAX_ENTITIES = 500;
const MAX_UTTERANCES = 50_000;
const MAX_SUBLISTS = 20_000;
const MAX_SYNONYMS = 20_000;
/** Of a project: compiling expressions takes time whenever it is loaded. */
const MAX_EXPRESSIONS = 100;
const MAX_PREBUILTS = 100;
const MAX_LABELS = 100;
const COMPOSITIONS: readonly CompositionSetting[] = ['returnLongestOverlap', 'requireExactOverlap', 'separateComponents', 'combineComponents'];
const COMPONENTS = ['learned', 'list', 'prebuilts', 'regex'] as const;

export function emptyAssets(projectKind: ProjectKind): ConversationAssets {
  return { projectKind, intents: [{ category: NONE }], entities: [], utterances: [] };
}

export function parseAssets(body: unknown, kind: ProjectKind, culture: string): ConversationAssets {
  const root = new JsonCursor(body, (target, details) => projectFailure('AssetsInvalid', { target, details }));
  const unit = parseOffsetUnit(root.field('stringIndexType').textOr(FILE_INDEX, MAX_NAME_CHARACTERS));
  const assets = root.field('assets');
  if (assets.isAbsent) return emptyAssets(kind);
  const intents = readUnique(assets.field('intents').items(MAX_INTENTS), (place) => readIntent(place, kind));
  if (!intents.some(({ category }) => category === NONE)) intents.push({ category: NONE });
  const given = assets.field('entities').items(MAX_ENTITIES);
  checkExpressions(given);
  const entities = readUnique(given, readEntity);
  if (kind === 'Orchestration' && entities.length > 0) throw assets.field('entities').refused('an orchestration has no entities.');
  const known = { intents: new Set(intents.map(({ category }) => category)), entities: new Set(entities.map(({ category }) => category)) };
  const utterances = assets.field('utterances', 'examples').items(MAX_UTTERANCES).map((place) => readUtterance(place, known, unit));
  return { projectKind: kind, intents, entities, utterances, ...kind === 'Conversation' && readAppFields(assets.value as Record<string, unknown>, culture) };
}

/** Counted before any is compiled. */
function checkExpressions(entities: readonly JsonCursor[]): void {
  let count = 0;
  for (const entity of entities) {
    const regex = entity.field('regex');
    count += regex.isAbsent ? 0 : regex.field('expressions').items(MAX_EXPRESSIONS).length;
    if (count > MAX_EXPRESSIONS) throw regex.refused(`a project may have ${MAX_EXPRESSIONS} expressions at most.`);
  }
}

/** Names tell intents, and entities, apart. */
function readUnique<T extends { category: string }>(places: readonly JsonCursor[], read: (place: JsonCursor) => T): T[] {
  const seen = new Set<string>();
  return places.map((place) => {
    const one = read(place);
    if (seen.has(one.category)) throw nameCursor(place).refused(`the name ${one.category} is taken.`);
    seen.add(one.category);
    return one;
  });
}

function nameCursor(place: JsonCursor): JsonCursor {
  return place.field('category', 'name');
}

function readIntent(place: JsonCursor, kind: ProjectKind): Intent {
  const category = nameCursor(place).text(MAX_NAME_CHARACTERS);
  const orchestration = place.field('orchestration');
  if (orchestration.isAbsent) return { category };
  if (kind !== 'Orchestration') throw orchestration.refused('only intents of an orchestration have one.');
  if (category === NONE) throw orchestration.refused(`the intent ${NONE} cannot have one.`);
  return { category, orchestration: readOrchestration(orchestration) };
}

function readOrchestration(place: JsonCursor): Orchestration {
  const conversation = place.field('conversationOrchestration', 'cluOrchestration');
  if (!conversation.isAbsent) {
    return { targetProjectKind: 'Conversation', conversationOrchestration: { projectName: conversation.field('projectName').text(MAX_NAME_CHARACTERS), deploymentName: conversation.field('deploymentName').text(MAX_NAME_CHARACTERS) } };
  }
  const luis = place.field('luisOrchestration');
  if (!luis.isAbsent) {
    const [appVersion, slotName] = [luis.field('appVersion').textOr(undefined, MAX_NAME_CHARACTERS), luis.field('slotName').textOr(undefined, MAX_NAME_CHARACTERS)];
    return { targetProjectKind: 'Luis', luisOrchestration: { appId: luis.field('appId').text(MAX_NAME_CHARACTERS), ...appVersion !== undefined && { appVersion }, ...slotName !== undefined && { slotName } } };
  }
  const answers = place.field('questionAnsweringOrchestration');
  if (!answers.isAbsent) return { targetProjectKind: 'QuestionAnswering', questionAnsweringOrchestration: { projectName: answers.field('projectName').text(MAX_NAME_CHARACTERS) } };
  throw place.refused('it must have one of conversationOrchestration, luisOrchestration, questionAnsweringOrchestration.');
}

function readEntity(place: JsonCursor): Entity {
  const composition = place.field('compositionSetting');
  const [list, prebuilts, regex] = [place.field('list'), place.field('prebuilts').items(MAX_PREBUILTS), place.field('regex')];
  const entity: Entity = {
    category: nameCursor(place).text(MAX_NAME_CHARACTERS),
    ...!composition.isAbsent && { compositionSetting: composition.oneOf(COMPOSITIONS) },
    ...!list.isAbsent && { list: { sublists: list.field('sublists').items(MAX_SUBLISTS).map(readSublist) } },
    ...prebuilts.length > 0 && { prebuilts: readUnique(prebuilts, readPrebuilt) },
    ...!regex.isAbsent && { regex: { expressions: regex.field('expressions').items(MAX_EXPRESSIONS).map(readExpression) } },
  };
  const required = place.field('requiredComponents').items(COMPONENTS.length).map((item) => {
    const component = item.oneOf(COMPONENTS);
    if (component !== 'learned' && entity[component] === undefined) throw item.refused(`the entity has no component ${component}.`);
    return component;
  });
  return required.length > 0 ? { ...entity, requiredComponents: [...new Set(required)] } : entity;
}

function readSublist(place: JsonCursor): { listKey: string; synonyms: { language?: string; values: string[] }[] } {
  return {
    listKey: place.field('listKey').text(MAX_KEY_CHARACTERS),
    synonyms: place.field('synonyms').items(MAX_SYNONYMS).map((synonyms) => ({
      ...readLanguage(synonyms.field('language')), values: synonyms.field('values').items(MAX_SYNONYMS).map((value) => value.text(MAX_KEY_CHARACTERS)),
    })),
  };
}

function readPrebuilt(place: JsonCursor): { category: string } {
  const name = nameCursor(place);
  const category = name.text(MAX_NAME_CHARACTERS);
  if (!isPrebuilt(category)) throw name.refused(`there is no prebuilt entity ${category}.`);
  return { category };
}

function readExpression(place: JsonCursor): { regexKey: string; language?: string; regexPattern: string } {
  const pattern = place.field('regexPattern');
  const regexPattern = pattern.text(Infinity);
  try {
    void new UserRegex(regexPattern);
  } catch (problem) {
    if (problem instanceof RegexProblem) throw pattern.refused(`${problem.message}.`);
    throw problem;
  }
  return { regexKey: place.field('regexKey').text(MAX_KEY_CHARACTERS), ...readLanguage(place.field('language')), regexPattern };
}

function readLanguage(place: JsonCursor): { language?: string } {
  const language = place.textOr('', MAX_NAME_CHARACTERS);
  if (language === '') return {};
  if (!isSupportedLanguage(language)) throw place.refused(`the language ${language} is not supported.`);
  return { language };
}

interface KnownNames { intents: ReadonlySet<string>; entities: ReadonlySet<string> }

function readUtterance(place: JsonCursor, known: KnownNames, unit: OffsetUnit): Utterance {
  const text = place.field('text').text(MAX_TEXT_CHARACTERS);
  if (text.trim() === '') throw place.field('text').refused('it is empty.');
  const intent = place.field('intent', 'intentName').text(MAX_NAME_CHARACTERS);
  if (!known.intents.has(intent)) throw place.field('intent', 'intentName').refused(`there is no intent ${intent}.`);
  const dataset = place.field('dataset').textOr('', MAX_NAME_CHARACTERS);
  const offsets = offsetsIn(text, unit);
  const entities: Label[] = [];
  for (const label of place.field('entities').items(MAX_LABELS)) {
    const name = label.field('category', 'entityName');
    const category = name.text(MAX_NAME_CHARACTERS);
    if (!known.entities.has(category)) throw name.refused(`there is no entity ${category}.`);
    const [from, length] = [label.field('offset').count(), label.field('length').count()];
    if (length < 1 || from + length > offsets.length) throw label.refused('it must lie within the text.');
    const [start, end] = [offsets.to(from), offsets.to(from + length)];
    if (entities.some((one) => one.category === category && one.offset < end && start < one.offset + one.length)) throw label.refused(`it overlaps another label of ${category}.`);
    entities.push({ category, offset: start, length: end - start });
  }
  return { text, ...readLanguage(place.field('language')), intent, ...dataset !== '' && { dataset }, entities };
}
