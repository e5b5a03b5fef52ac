/** Test sets of an app. Not part of the vendor's interface. */
import { EXAMPLE_TEST_SETS, MAX_TEST_SET_BYTES, TestSets, readTestSets, replaceTestSets } from '../../../shared/test-sets.ts';
import type { TestSetPlace } from '../../../shared/test-sets.ts';
import { operation } from '../services.ts';
import type { UnderstandingOperation } from '../services.ts';
import { requireApp, testSets } from '../store.ts';
import type { AppContext } from '../store.ts';

function placeOf({ owner, app }: AppContext): TestSetPlace {
  return { collection: testSets, owner, key: app.value.id };
}

export const testSetOperations: readonly UnderstandingOperation[] = [
  operation({
    id: 'understanding.getTestSets',
    summary: 'Get the test sets of an app',
    route: 'GET /apps/{appId}/testsets',
    inThread: 'largeBody',
    replies: { 200: TestSets },
    fails: ['AppNotFound'],
    run: async ({ account, params }, services) => readTestSets(placeOf(await requireApp(services, account, params.appId!)), services),
  }),
  operation({
    id: 'understanding.replaceTestSets',
    summary: 'Replace the test sets of an app',
    route: 'PUT /apps/{appId}/testsets',
    inThread: 'largeBody',
    body: TestSets,
    conditional: true,
    maxBytes: MAX_TEST_SET_BYTES,
    example: { body: EXAMPLE_TEST_SETS },
    replies: { 204: null },
    fails: ['AppNotFound'],
    run: async (call, services) => replaceTestSets(placeOf(await requireApp(services, call.account, call.params.appId!)), call, services),
  }),
];
