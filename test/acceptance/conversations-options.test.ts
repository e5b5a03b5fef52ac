/** Each option of conversation analysis changes the reply. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { NEWEST, OLDEST, ProjectAuthor, utterance } from '../support/conversations.ts';
import type { OrchestrationPrediction } from '../support/conversations.ts';
import { call } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

const UTTERANCES = [
  ...['water the rose', 'please water the fern', 'give the tulip some water', 'water all the plants'].map((text) =>
    utterance('Water', text),
  ),
  ...['how is the rose', 'is the fern well', 'check the tulip', 'how are my plants'].map((text) => utterance('Check', text)),
];
const ASSETS = { intents: [{ category: 'Water' }, { category: 'Check' }], entities: [], utterances: UTTERANCES };

interface Reply {
  query: string;
  detectedLanguage?: string;
  prediction: unknown;
}

describe('options of conversation analysis', () => {
  let server: SharedServer;
  let author: ProjectAuthor;
  before(async () => {
    server = await sharedServer();
    author = new ProjectAuthor(server, server.key1);
    assert.equal((await author.import('Garden', ASSETS)).status, 'succeeded');
    await author.ready('Garden');
  });

  const analyze = async (text: string, parameters: object, item: object = {}): Promise<Reply> => {
    const { status, text: answer, body } = await author.analyze('Garden', text, { parameters, item });
    assert.equal(status, 200, answer);
    return body.result;
  };

  test('verbose adds the language of a query that has none', async () => {
    assert.equal((await analyze('water the rose', {})).detectedLanguage, undefined);
    assert.equal((await analyze('water the rose', { verbose: false })).detectedLanguage, undefined);
    assert.match((await analyze('water the rose', { verbose: true })).detectedLanguage!, /^en/);
    assert.equal((await analyze('rosen gießen', { verbose: true }, { language: 'de' })).detectedLanguage, undefined);
  });

  test('a multilingual project reads a query in its own language', async () => {
    assert.equal((await author.import('Gardens', ASSETS, { multilingual: true })).status, 'succeeded');
    await author.ready('Gardens');
    const languageOf = async (text: string): Promise<string | undefined> =>
      ((await author.analyze('Gardens', text, { parameters: { verbose: true } })).body.result as Reply).detectedLanguage;
    assert.equal(await languageOf('gieße bitte die Rosen im Garten'), 'de');
    assert.equal(await languageOf('please water the roses in the garden'), 'en-us');
    assert.equal(await languageOf('请给花园里的玫瑰浇水'), 'zh-hans');
  });

  test('verbose adds the language in the oldest version', async () => {
    const ask = async (more: object): Promise<Reply> =>
      (
        await call<Reply>(
          server,
          `POST /language/:analyze-conversations?api-version=${OLDEST}&projectName=Garden&deploymentName=production`,
          { key: author.key, json: { query: 'water the rose', ...more } },
        )
      ).body;
    assert.equal((await ask({})).detectedLanguage, undefined);
    assert.equal((await ask({ verbose: true, language: 'en-us' })).detectedLanguage, undefined);
    assert.match((await ask({ verbose: true })).detectedLanguage!, /^en/);
  });

  test('verbose applies to the target of an orchestration, from the call or its calling options', async () => {
    const orchestration = {
      conversationOrchestration: { projectName: 'Garden', deploymentName: 'production' },
      targetProjectKind: 'Conversation',
    };
    const assets = {
      intents: [{ category: 'Plants', orchestration }, { category: 'Other' }],
      utterances: [
        ...UTTERANCES.map(({ text }) => ({ text, intent: 'Plants', dataset: 'Train' })),
        utterance('Other', 'good morning'),
        utterance('Other', 'who are you'),
      ],
    };
    assert.equal((await author.import('Desk', assets, { kind: 'Orchestration' })).status, 'succeeded');
    await author.ready('Desk');
    const targetLanguage = async (parameters: object): Promise<unknown> =>
      (await author.ask<OrchestrationPrediction>('Desk', 'water the rose', { parameters: { directTarget: 'Plants', ...parameters } }))
        .intents.Plants!.result!.detectedLanguage;
    assert.equal(await targetLanguage({}), undefined);
    assert.match(String(await targetLanguage({ verbose: true })), /^en/);
    assert.match(
      String(
        await targetLanguage({
          targetProjectParameters: { Plants: { targetProjectKind: 'Conversation', callingOptions: { verbose: true } } },
        }),
      ),
      /^en/,
    );
  });

  test('uses the lexical form of a transcript without display text', async () => {
    const ask = async (item: object) =>
      await call<{ result: Reply }>(server, `POST /language/:analyze-conversations?api-version=${NEWEST}`, {
        key: author.key,
        json: {
          kind: 'Conversation',
          analysisInput: { conversationItem: { id: '1', participantId: '1', ...item } },
          parameters: { projectName: 'Garden', deploymentName: 'production' },
        },
      });
    assert.equal(
      (await ask({ modality: 'transcript', text: 'Water the rose.', lexical: 'water the rose' })).body.result.query,
      'Water the rose.',
    );
    assert.equal(
      (await ask({ modality: 'transcript', itn: 'water 2 roses', lexical: 'water two roses' })).body.result.query,
      'water 2 roses',
    );
    assert.equal((await ask({ modality: 'transcript', lexical: 'water two roses' })).body.result.query, 'water two roses');
    for (const item of [
      { modality: 'text', lexical: 'water the rose' },
      { lexical: 'water the rose' },
      { modality: 'transcript' },
      { modality: 'song', text: 'water the rose' },
    ]) {
      assert.equal((await ask(item)).status, 400, JSON.stringify(item));
    }
  });
});
