/** Patterns: templates of utterances, each with the intent it stands for. */
import { Failure } from '../../../kernel/failures.ts';
import { understandingFailure } from '../failures.ts';
import type { PatternRule } from '../model.ts';
import { validatePattern } from '../schema/templates.ts';
import { Ids, NewPattern, NewPatterns, Paging, PatternChecks, PatternInfo, PatternUpdate, PatternUpdates, Patterns } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import type { VersionContext } from '../store.ts';
import { editSchema, findById, removeById, replaceById, slicePage, versionOperation } from '../version-operation.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

function requirePattern({ version }: VersionContext, id: string | undefined): PatternRule {
  const rule = version.value.schema.patterns.find((pattern) => pattern.id.toLowerCase() === id?.toLowerCase());
  if (!rule) throw understandingFailure('PatternNotFound');
  return rule;
}

function parsePattern(
  { app, version }: VersionContext,
  { pattern, intent }: { pattern: string; intent: string },
): { pattern: string; intent: string } {
  return validatePattern(version.value.schema, pattern, intent, app.value.culture);
}

/** The message of the failure that a check throws, if any. */
function problemOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

const fails = ['IntentUnknown', 'EntityUnknown', 'RoleUnknown', 'PatternInvalid'];

export const patternOperations: readonly UnderstandingOperation[] = [
  versionOperation({
    id: 'understanding.addPattern',
    summary: 'Add a pattern',
    route: 'POST /patternrule',
    body: NewPattern,
    example: { body: { pattern: 'fly to {City}[ please]', intent: 'BookFlight' } },
    replies: { 201: PatternInfo },
    fails,
    run(context, { body }, { ids }) {
      const rule = { id: ids.uuid(), ...parsePattern(context, body) };
      return editSchema(context, { patterns: [...context.version.value.schema.patterns, rule] }, { status: 201, body: rule });
    },
  }),
  versionOperation({
    id: 'understanding.addPatterns',
    summary: 'Add several patterns',
    route: 'POST /patternrules',
    body: NewPatterns,
    example: exampleCalls.addPatterns,
    replies: { 201: Patterns },
    fails,
    run(context, { body }, { ids }) {
      const rules = body.map((input) => ({ id: ids.uuid(), ...parsePattern(context, input) }));
      return editSchema(context, { patterns: [...context.version.value.schema.patterns, ...rules] }, { status: 201, body: rules });
    },
  }),
  versionOperation({
    id: 'understanding.checkPatterns',
    summary: 'Check patterns without adding them',
    route: 'POST /patternrules/check',
    body: NewPatterns,
    example: exampleCalls.checkPatterns,
    replies: { 200: PatternChecks },
    read(context, { body }) {
      return body.map((input) => ({ ...input, problem: problemOf(() => parsePattern(context, input)) }));
    },
  }),
  versionOperation({
    id: 'understanding.listPatterns',
    summary: 'List the patterns',
    route: 'GET /patternrules',
    query: Paging,
    replies: { 200: Patterns },
    read: ({ version }, { query }) => slicePage(version.value.schema.patterns, query),
  }),
  versionOperation({
    id: 'understanding.listIntentPatterns',
    summary: 'List the patterns of an intent',
    route: 'GET /intents/{intentId}/patternrules',
    query: Paging,
    replies: { 200: Patterns },
    read({ version }, { query, params: { intentId } }) {
      const { schema } = version.value;
      const { name } = findById(schema.intents, intentId!);
      return slicePage(
        schema.patterns.filter(({ intent }) => intent === name),
        query,
      );
    },
  }),
  // An addition to the vendor's interface, which only lists patterns: a list carries no etags.
  versionOperation({
    id: 'understanding.getPattern',
    summary: 'Get a pattern',
    route: 'GET /patternrules/{patternId}',
    hasEtag: true,
    replies: { 200: PatternInfo },
    fails: ['PatternNotFound'],
    read: (context, { params }) => requirePattern(context, params.patternId),
  }),
  versionOperation({
    id: 'understanding.updatePattern',
    summary: 'Update a pattern',
    route: 'PUT /patternrules/{patternId}',
    hasEtag: true,
    body: PatternUpdate,
    example: { body: { pattern: 'fly [me ]to {City}', intent: 'BookFlight' } },
    replies: { 200: PatternInfo },
    fails: [...fails, 'PatternNotFound'],
    run(context, { params, body }) {
      const next = { ...requirePattern(context, params.patternId), ...parsePattern(context, body) };
      return editSchema(context, { patterns: replaceById(context.version.value.schema.patterns, next) }, { status: 200, body: next });
    },
  }),
  versionOperation({
    id: 'understanding.updatePatterns',
    summary: 'Update several patterns',
    route: 'PUT /patternrules',
    body: PatternUpdates,
    replies: { 200: Patterns },
    fails: [...fails, 'PatternNotFound'],
    run(context, { body }) {
      const next = body.map((input) => ({ ...requirePattern(context, input.id), ...parsePattern(context, input) }));
      return editSchema(
        context,
        { patterns: next.reduce(replaceById<PatternRule>, context.version.value.schema.patterns) },
        { status: 200, body: next },
      );
    },
  }),
  versionOperation({
    id: 'understanding.deletePattern',
    summary: 'Delete a pattern',
    route: 'DELETE /patternrules/{patternId}',
    hasEtag: true,
    fails: ['PatternNotFound'],
    run: (context, { params }) =>
      editSchema(context, { patterns: removeById(context.version.value.schema.patterns, requirePattern(context, params.patternId)) }),
  }),
  versionOperation({
    id: 'understanding.deletePatterns',
    summary: 'Delete several patterns',
    route: 'DELETE /patternrules',
    body: Ids,
    fails: ['PatternNotFound'],
    run(context, { body }) {
      const deletedIds = new Set(body.map((id) => requirePattern(context, id).id));
      return editSchema(context, { patterns: context.version.value.schema.patterns.filter(({ id }) => !deletedIds.has(id)) });
    },
  }),
];
