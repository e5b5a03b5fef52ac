/** Jobs that summarize conversations and redact the personal data in them. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ConversationJobs, NEWEST, chat, redactionTask, summaryTask } from '../support/conversation-jobs.ts';
import { ManagementClient, call } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

const UPGRADE = chat(
  'upgrade',
  'agent: Hello, how can I help you?',
  "customer: How can I upgrade my subscription? I've been trying the entire day.",
  'agent: Press the upgrade button, then sign in and follow the instructions.',
);
const NAMES = chat('names', 'agent: Good morning. Can I have your name?', 'customer: Sure that is John Doe.', 'agent: Thank you, John.');

/** A spoken item in all of its forms; each word takes a second. */
const spoken = (id: string, participantId: string, text: string, itn: string, lexical: string, timings = 'wordLevelTimings'): object => ({
  id,
  participantId,
  text,
  itn,
  maskedItn: itn,
  lexical,
  [timings]: lexical.split(' ').map((word, i) => ({ word, offset: i * 10_000_000, duration: 9_000_000 })),
});
const transcript = (id: string, ...conversationItems: object[]): object => ({
  id,
  language: 'en-US',
  modality: 'transcript',
  conversationItems,
});
const CALL = transcript(
  'call',
  spoken('1', 'agent', "What's your phone number?", "what's your phone number", "what's your phone number"),
  spoken(
    '2',
    'caller',
    "It's 415-555-0132, ask for Maria Gonzalez.",
    "it's 415-555-0132 ask for maria gonzalez",
    "it's four one five five five five zero one three two ask for maria gonzalez",
  ),
);

describe('conversation jobs', () => {
  let server: SharedServer;
  let manager: ManagementClient;
  let key: string;
  let jobs: ConversationJobs;
  before(async () => {
    server = await sharedServer();
    manager = await ManagementClient.connect(server);
    key = (await manager.createAccount('office', { kind: 'Language' })).key1;
    jobs = new ConversationJobs(server, key);
  });

  describe('the job', () => {
    test('runs several tasks on several conversations and counts them', async () => {
      const result = await jobs.run(
        [UPGRADE, NAMES],
        [summaryTask('issue', 'resolution'), redactionTask()],
        { displayName: 'calls' },
        '&showStats=true',
      );
      const { items, ...counts } = result.tasks;
      assert.deepEqual(
        [result.status, result.displayName, result.errors, counts],
        ['succeeded', 'calls', [], { completed: 2, failed: 0, inProgress: 0, total: 2 }],
      );
      assert.deepEqual(
        items.map(({ kind, taskName, status, results }) => [
          kind,
          taskName,
          status,
          results.modelVersion,
          results.conversations.map(({ id }) => id),
        ]),
        [
          ['conversationalSummarizationResults', 'summary', 'succeeded', 'latest', ['upgrade', 'names']],
          ['conversationalPIIResults', 'redaction', 'succeeded', 'latest', ['upgrade', 'names']],
        ],
      );
      assert.ok(Date.parse(result.expirationDateTime) > Date.parse(result.createdDateTime));
      assert.deepEqual(items[0]!.results.conversations[0]!.statistics, { transactionsCount: 1 });
      assert.deepEqual(result.statistics, {
        documentsCount: 2,
        validDocumentsCount: 2,
        erroneousDocumentsCount: 0,
        transactionsCount: 4,
        conversationsCount: 2,
        validConversationsCount: 2,
        erroneousConversationsCount: 0,
      });
    });

    test('reports conversations that cannot be read as errors of their task', async () => {
      const german = { ...UPGRADE, id: 'german', language: 'de' };
      const empty = chat('empty', 'agent:  ');
      const long = chat('long', `agent: ${'word '.repeat(26_000)}`);
      const { status, statistics, tasks } = await jobs.run([german, NAMES, empty, long], [summaryTask('issue')], {}, '&showStats=true');
      assert.equal(status, 'succeeded');
      const [{ results }] = tasks.items as [(typeof tasks.items)[number]];
      assert.deepEqual(
        results.errors.map(({ id, error: { code, innererror } }) => [id, code, innererror!.code]),
        [
          ['german', 'InvalidArgument', 'UnsupportedLanguageCode'],
          ['empty', 'InvalidArgument', 'InvalidDocument'],
          ['long', 'InvalidArgument', 'InvalidDocument'],
        ],
      );
      assert.deepEqual(
        results.conversations.map(({ id }) => id),
        ['names'],
      );
      assert.deepEqual([statistics!.validConversationsCount, statistics!.erroneousConversationsCount], [1, 3]);
    });

    test('belongs to its account', async () => {
      const { headers } = await jobs.submit([UPGRADE], [summaryTask('issue')]);
      const { pathname, search } = new URL(headers['operation-location'] as string);
      const other = (await manager.createAccount('stranger', { kind: 'Language' })).key1;
      assert.equal((await call(server, `GET ${pathname}${search}`, { key: other })).status, 404);
      assert.equal((await call(server, `POST ${pathname}:cancel${search}`, { key: other })).status, 404);
      assert.equal((await call(server, `GET ${pathname.replace('analyze-conversations', 'analyze-text')}${search}`, { key })).status, 404);
      assert.equal((await call(server, `GET ${pathname}${search}`, { key })).status, 200);
    });

    test('can be cancelled, and stays as it ended', async () => {
      const { headers } = await jobs.submit([UPGRADE], [summaryTask('issue')]);
      const address = new URL(headers['operation-location'] as string);
      const cancel = async (): Promise<void> => {
        const { status, headers: sent } = await call(server, `POST ${address.pathname}:cancel${address.search}`, { key });
        assert.deepEqual([status, sent['operation-location']], [202, address.href]);
      };
      await cancel();
      const { status } = await jobs.wait(address.href);
      assert.ok(['cancelled', 'succeeded'].includes(status), status);
      await cancel();
      assert.equal((await jobs.wait(address.href)).status, status);
    });

    test('exists in every version that has it', async () => {
      for (const version of ['2022-05-15-preview', '2022-10-01-preview']) {
        const { tasks } = await new ConversationJobs(server, key, version).run([UPGRADE], [summaryTask('issue')]);
        assert.equal(tasks.completed, 1, version);
      }
      const { status } = await new ConversationJobs(server, key, '2022-05-01').submit([UPGRADE], [summaryTask('issue')]);
      assert.equal(status, 400);
    });

    test('rejects bad requests and names the field', async () => {
      const rejected = async (
        conversations: readonly object[],
        tasks: readonly object[],
        target: string,
        version = NEWEST,
      ): Promise<void> => {
        const { status, text } = await new ConversationJobs(server, key, version).submit(conversations, tasks);
        const { error } = JSON.parse(text) as { error: { code: string; target: string } };
        assert.deepEqual([status, error.code, error.target], [400, 'InvalidArgument', target], text);
      };
      await rejected([], [summaryTask('issue')], 'analysisInput.conversations');
      await rejected([UPGRADE, UPGRADE], [summaryTask('issue')], 'analysisInput.conversations[1].id');
      await rejected(
        Array.from({ length: 26 }, (_, i) => ({ ...UPGRADE, id: String(i) })),
        [summaryTask('issue')],
        'analysisInput.conversations',
      );
      await rejected([UPGRADE], [], 'tasks');
      await rejected([UPGRADE], [{ kind: 'ConversationalSentimentTask' }], 'tasks[0].kind');
      await rejected([UPGRADE], [summaryTask()], 'tasks[0].parameters.summaryAspects');
      await rejected([UPGRADE], [redactionTask(), summaryTask('mood')], 'tasks[1].parameters.summaryAspects');
      await rejected([UPGRADE], [summaryTask('narrative')], 'tasks[0].parameters.summaryAspects', '2022-05-15-preview');
      await rejected([UPGRADE], [redactionTask({ piiCategories: ['Shoes'] })], 'tasks[0].parameters.piiCategories');
      await rejected([UPGRADE], [redactionTask({ redactionSource: 'audio' })], 'tasks.0.parameters.redactionSource');
      await rejected([UPGRADE], [redactionTask({ modelVersion: 'newest' })], 'tasks[0].parameters.modelVersion');
      await rejected([{ ...UPGRADE, modality: 'video' }], [summaryTask('issue')], 'analysisInput.conversations.0.modality');
      const silent = { ...UPGRADE, conversationItems: [{ id: '1', participantId: 'a' }] };
      await rejected([silent], [summaryTask('issue')], 'analysisInput.conversations[0].conversationItems[0].text');
    });
  });

  describe('summaries', () => {
    test('tell the issue of the customer and the resolution of the agent', async () => {
      assert.deepEqual(await jobs.summaries(UPGRADE, 'issue', 'resolution'), [
        { aspect: 'issue', text: 'Customer asked how they can upgrade their subscription. Customer has been trying the entire day.' },
        { aspect: 'resolution', text: 'Agent asked the customer to press the upgrade button, then sign in and follow the instructions.' },
      ]);
    });

    test('have a title and a narrative for each chapter, with the items that it covers', async () => {
      const [title, narrative] = await jobs.summaries(UPGRADE, 'chapterTitle', 'narrative');
      assert.deepEqual([title!.aspect, narrative!.aspect], ['chapterTitle', 'narrative']);
      assert.match(title!.text, /upgrade|subscription/i);
      assert.match(narrative!.text, /upgrade/);
      assert.deepEqual(narrative!.contexts, [
        { conversationItemId: '1', offset: 0, length: 26 },
        { conversationItemId: '2', offset: 0, length: 67 },
        { conversationItemId: '3', offset: 0, length: 67 },
      ]);
    });

    test('split a long conversation into chapters that cover it', async () => {
      const topics = ['the budget of the garden', 'the menu of the restaurant', 'the engine of the boat'];
      const lines = topics.flatMap((topic) =>
        Array.from(
          { length: 40 },
          (_, i) => `person: We talked about ${topic} number ${i}, and ${topic} needs more attention from everybody here.`,
        ),
      );
      const narratives = await jobs.summaries(chat('meeting', ...lines), 'narrative');
      assert.ok(narratives.length >= 2 && narratives.length <= 8, String(narratives.length));
      assert.deepEqual(
        narratives.flatMap(({ contexts }) => contexts!.map(({ conversationItemId }) => conversationItemId)),
        lines.map((_, i) => String(i + 1)),
      );
    });

    test('recap the whole, and list what is to be done', async () => {
      const conversation = chat(
        'follow',
        'agent: The invoice is ready.',
        'customer: Great.',
        'agent: I will send the signed invoice to your office tomorrow.',
      );
      const summaries = await jobs.summaries(conversation, 'recap', 'Follow-up tasks');
      assert.deepEqual(
        summaries.map(({ aspect }) => aspect),
        ['recap', 'Follow-Up Tasks'],
      );
      assert.equal(summaries[0]!.contexts!.length, 3);
      assert.match(summaries[1]!.text, /^@Agent will send the signed invoice/);
    });
  });

  describe('personal data', () => {
    test('is found and masked in a chat', async () => {
      assert.deepEqual(await jobs.redact(NAMES), [
        { id: '1', redactedContent: { text: 'Good morning. Can I have your name?' }, entities: [] },
        {
          id: '2',
          redactedContent: { text: 'Sure that is ********.' },
          entities: [{ text: 'John Doe', category: 'Name', offset: 13, length: 8, confidenceScore: 0.95 }],
        },
        {
          id: '3',
          redactedContent: { text: 'Thank you, ****.' },
          entities: [{ text: 'John', category: 'Name', offset: 11, length: 4, confidenceScore: 0.85 }],
        },
      ]);
    });

    test('is masked in every form of a transcript and in its audio', async () => {
      const [asked, answered] = await jobs.redact(CALL, { redactionSource: 'lexical', includeAudioRedaction: true });
      assert.deepEqual([asked!.entities, asked!.redactedContent.audioTimings], [[], []]);
      assert.deepEqual(
        answered!.entities.map(({ text, category, offset }) => [text, category, offset]),
        [
          ['four one five five five five zero one three two', 'PhoneNumber', 5],
          ['maria gonzalez', 'Name', 61],
        ],
      );
      const { audioTimings, ...forms } = answered!.redactedContent;
      assert.deepEqual(forms, {
        text: "It's ************, ask for **************.",
        itn: "it's ************ ask for **************",
        maskedItn: "it's ************ ask for **************",
        lexical: `it's ${'*'.repeat(47)} ask for **************`,
      });
      assert.deepEqual(audioTimings, [
        { offset: 10_000_000, duration: 99_000_000 },
        { offset: 130_000_000, duration: 19_000_000 },
      ]);
    });

    test('is described in the form that the task names', async () => {
      const [, answered] = await jobs.redact(CALL, { redactionSource: 'text' });
      assert.deepEqual(
        answered!.entities.map(({ text }) => text),
        ['415-555-0132', 'Maria Gonzalez'],
      );
      assert.equal(answered!.redactedContent.audioTimings, undefined);
    });

    test('accepts the timings of the oldest version', async () => {
      const item = spoken('1', 'a', 'My name is Jane Doe.', 'my name is jane doe', 'my name is jane doe', 'audioTimings');
      const former = new ConversationJobs(server, key, '2022-05-15-preview');
      const [redacted] = await former.redact(transcript('1', item), {
        piiCategories: ['All'],
        redactionSource: 'lexical',
        includeAudioRedaction: true,
      });
      assert.deepEqual(redacted!.redactedContent.audioTimings, [{ offset: 30_000_000, duration: 19_000_000 }]);
    });

    test('is limited to the requested categories', async () => {
      const both = chat('both', 'customer: I am Jane Doe, my card is 4111 1111 1111 1111.');
      const categories = async (parameters: object, version = NEWEST): Promise<string[]> => {
        const [item] = await new ConversationJobs(server, key, version).redact(both, parameters);
        return item!.entities.map(({ category }) => category);
      };
      assert.deepEqual(await categories({ piiCategories: ['all'] }), ['Name', 'CreditCardNumber']);
      assert.deepEqual(await categories({ piiCategories: ['Name'] }), ['Name']);
      assert.deepEqual(await categories({ excludePiiCategories: ['Person'] }), ['CreditCardNumber']);
      assert.deepEqual(await categories({ piiCategories: ['CreditCard'] }, '2022-05-15-preview'), ['CreditCard']);
    });

    test('is masked as the policy says', async () => {
      const masked = async (parameters: object): Promise<string | undefined> =>
        (await jobs.redact(NAMES, parameters))[1]!.redactedContent.text;
      assert.equal(await masked({ redactionCharacter: '#' }), 'Sure that is ########.');
      assert.equal(await masked({ redactionPolicy: { policyKind: 'entityMask' } }), 'Sure that is [Name].');
      assert.equal(await masked({ redactionPolicy: { policyKind: 'noMask' } }), 'Sure that is John Doe.');
    });

    test('has offsets in text elements, unless another unit is set', async () => {
      const greeting = chat('greeting', 'customer: 👨‍👩‍👧 my name is Jane Doe');
      for (const [stringIndexType, offset] of [
        [undefined, 13],
        ['UnicodeCodePoint', 17],
        ['Utf16CodeUnit', 20],
      ] as const) {
        const [item] = await jobs.redact(greeting, { stringIndexType });
        assert.deepEqual([item!.entities[0]!.text, item!.entities[0]!.offset], ['Jane Doe', offset]);
      }
    });
  });
});
