import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App } from '../../shared/language/apps.ts';
import { addIntent, renameIntent, setTarget } from './assets.ts';
import { appSlots, appTarget, describeTarget, projectTarget, targetParameters, toPrediction } from './predictions.ts';
import type { ConversationResponse } from './predictions.ts';

const APP: App = {
  id: 'a-1',
  name: 'Travel',
  description: '',
  culture: 'en-us',
  activeVersion: '0.3',
  createdDateTime: '',
  versionsCount: 3,
  endpointHitsCount: 0,
  endpoints: { PRODUCTION: { versionId: '0.2', isStaging: false, endpointUrl: '', publishedDateTime: '' } },
};

test('writes targets as in files and describes them', () => {
  assert.deepEqual(
    appSlots(APP).map(({ value }) => value),
    ['production', '0.3'],
  );
  assert.deepEqual(appTarget(APP, 'production'), {
    targetProjectKind: 'Luis',
    luisOrchestration: { appId: 'a-1', appVersion: '0.2', slotName: 'production' },
  });
  assert.deepEqual(
    appTarget(APP, 'staging'),
    { targetProjectKind: 'Luis', luisOrchestration: { appId: 'a-1', slotName: 'staging' } },
    'nothing is published there now',
  );
  assert.deepEqual(appTarget(APP, '0.3'), { targetProjectKind: 'Luis', luisOrchestration: { appId: 'a-1', appVersion: '0.3' } });
  assert.deepEqual(
    [
      describeTarget(projectTarget('Garden', 'live')),
      describeTarget(appTarget(APP, 'production'), [APP]),
      describeTarget(appTarget(APP, '0.3')),
    ],
    ['Garden, live', 'app Travel, production', 'app a-1, 0.3'],
  );
});

test('sets, changes and clears the target of an intent; renaming keeps it', () => {
  const empty = { projectKind: 'Orchestration', intents: [{ category: 'None' }], utterances: [{ text: 'hi', intent: 'None' }] };
  const linked = renameIntent(addIntent(empty, 'Plants', projectTarget('Garden', 'live')), 'Plants', 'Garden');
  assert.deepEqual(linked.intents[1], { category: 'Garden', orchestration: projectTarget('Garden', 'live') });
  assert.deepEqual(setTarget(linked, 'Garden', appTarget(APP, '0.3')).intents[1]!.orchestration!.luisOrchestration!.appVersion, '0.3');
  assert.deepEqual(setTarget(linked, 'Garden', undefined).intents, [{ category: 'None' }, { category: 'Garden' }]);
  assert.deepEqual(targetParameters(linked.intents), {});
  assert.deepEqual(Object.keys(targetParameters(setTarget(linked, 'Garden', appTarget(APP, '0.3')).intents).targetProjectParameters!), [
    'Garden',
  ]);
});

test("reads the target's result inside the result of an orchestration, for every kind of target", () => {
  const response = (targetProjectKind: string, result?: object): ConversationResponse => ({
    result: {
      query: 'fly to rome',
      prediction: {
        topIntent: 'Go',
        projectKind: 'Orchestration',
        intents: {
          None: { confidenceScore: 0.1, targetProjectKind: 'NonLinked' },
          Go: { confidenceScore: 0.9, targetProjectKind, ...(result && { result }) },
        },
      },
    },
  });
  const project = toPrediction(
    response('Conversation', {
      query: 'fly to rome',
      prediction: {
        topIntent: 'Fly',
        projectKind: 'Conversation',
        intents: [{ category: 'Fly', confidenceScore: 1 }],
        entities: [
          {
            category: 'City',
            offset: 7,
            length: 4,
            confidenceScore: 1,
            extraInformation: [{ extraInformationKind: 'ListKey', key: 'Rome' }],
          },
        ],
      },
    }),
  );
  assert.deepEqual(
    [project.topIntent, project.intents[0], project.entities, project.inside!.answer!.topIntent],
    ['Go', { intent: 'Go', score: 0.9 }, [], 'Fly'],
  );
  assert.deepEqual(project.inside!.answer!.entities, [{ entity: 'City', start: 7, end: 11, score: 1, foundBy: ['list'], value: 'Rome' }]);
  const app = toPrediction(
    response('Luis', {
      query: 'fly to rome',
      prediction: {
        topIntent: 'BookFlight',
        intents: { None: { score: 0.1 }, BookFlight: { score: 0.8 } },
        entities: {
          City: ['rome'],
          $instance: {
            City: [{ type: 'City', role: 'to', text: 'rome', startIndex: 7, length: 4, score: 0.9, recognitionSources: ['model'] }],
          },
        },
      },
    }),
  );
  assert.deepEqual(app.inside!.answer, {
    topIntent: 'BookFlight',
    intents: [
      { intent: 'BookFlight', score: 0.8 },
      { intent: 'None', score: 0.1 },
    ],
    entities: [{ entity: 'City', role: 'to', start: 7, end: 11, score: 0.9, foundBy: ['learned'] }],
  });
  assert.deepEqual(toPrediction(response('QuestionAnswering', { error: { message: 'not here' } })).inside, {
    intent: 'Go',
    kind: 'QuestionAnswering',
    text: '',
    error: 'not here',
  });
  assert.equal(toPrediction(response('NonLinked', { query: 'fly to rome', prediction: {} })).inside, undefined);
});
