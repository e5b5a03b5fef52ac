/**
 * The vendor's unmodified client @azure/ai-language-conversations 1.0.0-beta.1, which uses version 2022-05-15-preview.
 *
 * client: @azure/ai-language-conversations 1.0.0-beta.1; version: 2022-05-15-preview; runs: prediction of conversations and orchestrations, errors
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { AzureKeyCredential, ConversationAnalysisClient } from '@azure/ai-language-conversations';
import type {
  ConversationPrediction,
  ConversationTargetIntentResult,
  ConversationalTask,
  OrchestrationPrediction,
} from '@azure/ai-language-conversations';
import { ProjectAuthor, utterance } from '../support/conversations.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

const LIBRARY = [
  ...[
    'lend me [Title:dune]',
    'i want to borrow [Title:emma]',
    'can i take [Title:ulysses] home',
    'please lend me [Title:beloved]',
    'i would like to borrow [Title:hamlet]',
  ].map((one) => utterance('Borrow', one)),
  ...[
    'here is [Title:dune] back',
    'i return [Title:emma]',
    'giving back [Title:hamlet]',
    'take [Title:ulysses] back please',
    'returning [Title:beloved]',
  ].map((one) => utterance('Return', one)),
  ...['nice weather', 'who are you'].map((one) => utterance('None', one)),
];

describe('@azure/ai-language-conversations', () => {
  let server: SharedServer;
  let client: ConversationAnalysisClient;
  before(async () => {
    server = await sharedServer();
    const author = new ProjectAuthor(server, server.key1);
    const shelf = { sublists: [{ listKey: 'fiction', synonyms: [{ language: 'en', values: ['novels', 'novel'] }] }] };
    await author.import('Library', {
      intents: [{ category: 'Borrow' }, { category: 'Return' }],
      entities: [{ category: 'Title' }, { category: 'Shelf', list: shelf }, { category: 'When', prebuilts: [{ category: 'DateTime' }] }],
      utterances: LIBRARY,
    });
    await author.ready('Library');
    await author.import(
      'Hall',
      {
        intents: [
          {
            category: 'Books',
            orchestration: {
              targetProjectKind: 'Conversation',
              conversationOrchestration: { projectName: 'Library', deploymentName: 'production' },
            },
          },
        ],
        utterances: ['nice weather', 'who are you', 'where is the door'].map((one) => utterance('None', one)),
      },
      { kind: 'Orchestration' },
    );
    await author.ready('Hall');
    client = clientOf(server.key1);
  });

  const clientOf = (key: string): ConversationAnalysisClient =>
    new ConversationAnalysisClient(server.address, new AzureKeyCredential(key), { allowInsecureConnection: true });
  const task = (projectName: string, text: string, more: object = {}): ConversationalTask => ({
    kind: 'Conversation',
    analysisInput: { conversationItem: { id: '1', participantId: '1', text, modality: 'text', language: 'en' } },
    parameters: { projectName, deploymentName: 'production', stringIndexType: 'Utf16CodeUnit', verbose: true, ...more },
  });

  test('analyzes a conversation with resolutions and list keys', async () => {
    const query = '📚 please lend me middlemarch, a novel, on 3 may 2031';
    const { kind, result } = await client.analyzeConversation(task('Library', query));
    assert.deepEqual(
      [kind, result.query, result.prediction.projectKind, result.prediction.topIntent],
      ['ConversationResult', query, 'Conversation', 'Borrow'],
    );
    const { intents, entities } = result.prediction as ConversationPrediction;
    assert.deepEqual(intents.map(({ category }) => category).sort(), ['Borrow', 'None', 'Return']);
    assert.ok(intents.every(({ confidence }) => confidence >= 0 && confidence <= 1));
    const found = (category: string): object[] =>
      entities
        .filter((one) => one.category === category)
        .map(({ text, offset, length, extraInformation, resolutions }) => ({ text, offset, length, extraInformation, resolutions }));
    assert.deepEqual(found('Shelf'), [
      {
        text: 'novel',
        offset: query.indexOf('novel'),
        length: 5,
        extraInformation: [{ extraInformationKind: 'ListKey', key: 'fiction' }],
        resolutions: undefined,
      },
    ]);
    assert.deepEqual(found('When'), [
      {
        text: '3 may 2031',
        offset: query.indexOf('3 may'),
        length: 10,
        extraInformation: [{ extraInformationKind: 'EntitySubtype', value: 'datetime.date' }],
        resolutions: [{ resolutionKind: 'DateTimeResolution', dateTimeSubKind: 'Date', timex: '2031-05-03', value: '2031-05-03' }],
      },
    ]);
  });

  test('analyzes with an orchestration and its target', async () => {
    const {
      result: { prediction },
    } = await client.analyzeConversation(
      task('Hall', 'i would like to borrow hamlet', {
        directTarget: undefined,
        targetProjectParameters: { Books: { targetProjectKind: 'Conversation', callingOptions: { language: 'en', verbose: true } } },
      }),
    );
    assert.deepEqual([prediction.projectKind, prediction.topIntent], ['Orchestration', 'Books']);
    const { intents } = prediction as OrchestrationPrediction;
    const books = intents.Books as ConversationTargetIntentResult;
    assert.equal(books.targetProjectKind, 'Conversation');
    assert.equal(books.result!.prediction!.topIntent, 'Borrow');
    assert.deepEqual(
      books.result!.prediction!.entities.map(({ category, text }) => [category, text]),
      [['Title', 'hamlet']],
    );
  });

  test('logs queries only on request', async () => {
    await client.analyzeConversation(task('Library', 'could i have emma', { isLoggingEnabled: true }));
    const { value } = await new ProjectAuthor(server, server.key1).ok<{
      value: { text: string; count: number }[];
    }>('GET /projects/Library/queries');
    assert.deepEqual(
      value.map(({ text, count }) => [text, count]),
      [['could i have emma', 1]],
    );
  });

  test('returns errors that the client parses', async () => {
    interface Thrown {
      statusCode?: number;
      code?: string;
      message: string;
    }
    const thrown = async (work: Promise<unknown>): Promise<unknown[]> => {
      const { statusCode, code } = await work.then(
        () => assert.fail('It was not refused.'),
        (error: unknown) => error as Thrown,
      );
      return [statusCode, code];
    };
    assert.deepEqual(await thrown(client.analyzeConversation(task('Nowhere', 'hello'))), [404, 'ProjectNotFound']);
    assert.deepEqual(await thrown(client.analyzeConversation(task('Library', 'hello', { deploymentName: 'staging' }))), [404, 'NotFound']);
    assert.deepEqual(await thrown(client.analyzeConversation(task('Library', ' '))), [400, 'InvalidArgument']);
    assert.deepEqual(await thrown(clientOf('wrong').analyzeConversation(task('Library', 'hello'))), [401, '401']);
  });
});
