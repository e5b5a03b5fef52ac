/** Test sets of a project. Not part of the vendor's interface. */
import type { LanguageServices } from '../../services.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import { EXAMPLE_TEST_SETS, MAX_TEST_SET_BYTES, TestSets, readTestSets, replaceTestSets } from '../../../../shared/test-sets.ts';
import type { TestSetPlace } from '../../../../shared/test-sets.ts';
import type { Family } from '../family.ts';
import { projectOperation } from '../family-operation.ts';
import { testSets } from '../store.ts';
import type { FoundProject } from '../store.ts';

function placeOf({ owner, project }: FoundProject): TestSetPlace {
  return { collection: testSets, owner, key: project.value.uid };
}

export function testSetOperations<Assets extends object>(family: Family<Assets>): Operation<LanguageServices>[] {
  return [
    projectOperation(family, {
      ids: { conversations: 'conversations.getTestSets', texts: 'texts.getTestSets' },
      summary: 'Get the test sets of a project',
      route: 'GET /test-sets',
      replies: { 200: TestSets },
      run: (found, _call, services) => readTestSets(placeOf(found), services),
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.replaceTestSets', texts: 'texts.replaceTestSets' },
      summary: 'Replace the test sets of a project',
      route: 'PUT /test-sets',
      body: TestSets,
      conditional: true,
      maxBytes: MAX_TEST_SET_BYTES,
      example: { params: { projectName: 'example' }, body: EXAMPLE_TEST_SETS },
      replies: { 204: null },
      run: (found, call, services) => replaceTestSets(placeOf(found), call, services),
    }),
  ];
}
