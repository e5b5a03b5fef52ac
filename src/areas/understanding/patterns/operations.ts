import { understandingFailure } from '../failures.ts';
import type { PatternRule } from '../model.ts';
import { validatePattern } from '../schema/templates.ts';
import { Ids, NewPattern, NewPatterns, OperationStatus, Paging, PatternInfo, PatternUpdate, PatternUpdates, Patterns } from '../schemas.ts';
import type { VersionContext } from '../store.ts';
import { found, slicePage, replaceById, editSchema, versionOperation, removeById } from '../version-operation.ts';

function rule({ version }: VersionContext, id: string | undefined): PatternRule {
  const one = version.value.schema.patterns.find((pattern) => pattern.id.toLowerCase() === id?.toLowerCase());
  if (!one) throw understandingFailure('PatternNotFound');
  return one;
}

function checked({ app, version }: VersionContext, { pattern, intent }: { pattern: string; intent: string }): { pattern: string; intent: string } {
  return validatePattern(version.value.schema, pattern, intent, app.value.culture);
}

const fails = ['IntentUnknown', 'EntityUnknown', 'RoleUnknown', 'PatternInvalid'];

export const addPattern = versionOperation({
  id: 'understanding.addPattern', summary: 'Add a pattern', route: 'POST /patternrule',
  body: NewPattern, example: { body: { pattern: 'fly to {City}[ please]', intent: 'BookFlight' } }, replies: { 201: PatternInfo }, fails,
  run(on, { body }, { ids }) {
    const made = { id: ids.uuid(), ...checked(on, body) };
    return editSchema(on, { patterns: [...on.version.value.schema.patterns, made] }, { status: 201, body: made });
  },
});

export const addPatterns = versionOperation({
  id: 'understanding.addPatterns', summary: 'Add several patterns', route: 'POST /patternrules',
  body: NewPatterns, example: { body: [{ pattern: 'fly to {City}[ please]', intent: 'BookFlight' }, { pattern: '(take | bring) me to {City}', intent: 'BookFlight' }] }, replies: { 201: Patterns }, fails,
  run(on, { body }, { ids }) {
    const made = body.map((given) => ({ id: ids.uuid(), ...checked(on, given) }));
    return editSchema(on, { patterns: [...on.version.value.schema.patterns, ...made] }, { status: 201, body: made });
  },
});

export const listPatterns = versionOperation({
  id: 'understanding.listPatterns', summary: 'List the patterns', route: 'GET /patternrules',
  query: Paging, replies: { 200: Patterns },
  run: ({ version }, { query }) => ({ status: 200, body: slicePage(version.value.schema.patterns, query) }),
});

export const listIntentPatterns = versionOperation({
  id: 'understanding.listIntentPatterns', summary: 'List the patterns of an intent', route: 'GET /intents/{intentId}/patternrules',
  query: Paging, replies: { 200: Patterns },
  run({ version: { value: { schema } } }, { query, params: { intentId } }) {
    const { name } = found(schema.intents, intentId!);
    return { status: 200, body: slicePage(schema.patterns.filter(({ intent }) => intent === name), query) };
  },
});

/** Ours: the vendor has only lists of them, and a list says no tags. */
export const getPattern = versionOperation({
  id: 'understanding.getPattern', summary: 'Get a pattern', route: 'GET /patternrules/{patternId}', hasEtag: true,
  replies: { 200: PatternInfo }, fails: ['PatternNotFound'],
  run: (on, { params: { patternId } }) => ({ status: 200, body: rule(on, patternId) }),
});

export const updatePattern = versionOperation({
  id: 'understanding.updatePattern', summary: 'Update a pattern', route: 'PUT /patternrules/{patternId}', hasEtag: true,
  body: PatternUpdate, example: { body: { pattern: 'fly [me ]to {City}', intent: 'BookFlight' } }, replies: { 200: PatternInfo }, fails: [...fails, 'PatternNotFound'],
  run(on, { params: { patternId }, body }) {
    const next = { ...rule(on, patternId), ...checked(on, body) };
    return editSchema(on, { patterns: replaceById(on.version.value.schema.patterns, next) }, { status: 200, body: next });
  },
});

export const updatePatterns = versionOperation({
  id: 'understanding.updatePatterns', summary: 'Update several patterns', route: 'PUT /patternrules',
  body: PatternUpdates, replies: { 200: Patterns }, fails: [...fails, 'PatternNotFound'],
  run(on, { body }) {
    const next = body.map((given) => ({ ...rule(on, given.id), ...checked(on, given) }));
    return editSchema(on, { patterns: next.reduce(replaceById<PatternRule>, on.version.value.schema.patterns) }, { status: 200, body: next });
  },
});

export const deletePattern = versionOperation({
  id: 'understanding.deletePattern', summary: 'Delete a pattern', route: 'DELETE /patternrules/{patternId}', hasEtag: true,
  replies: { 200: OperationStatus }, fails: ['PatternNotFound'],
  run: (on, { params: { patternId } }) => editSchema(on, { patterns: removeById(on.version.value.schema.patterns, rule(on, patternId)) }),
});

export const deletePatterns = versionOperation({
  id: 'understanding.deletePatterns', summary: 'Delete several patterns', route: 'DELETE /patternrules',
  body: Ids, replies: { 200: OperationStatus }, fails: ['PatternNotFound'],
  run(on, { body }) {
    const gone = new Set(body.map((id) => rule(on, id).id));
    return editSchema(on, { patterns: on.version.value.schema.patterns.filter(({ id }) => !gone.has(id)) });
  },
});
