/**
 * Jobs through the vendor's unmodified client @azure/ai-language-conversations 1.0.0-beta.1, which uses version 2022-05-15-preview.
 *
 * client: @azure/ai-language-conversations 1.0.0-beta.1; version: 2022-05-15-preview; runs: summaries and personal data of conversations, errors
 */
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { AzureKeyCredential, ConversationAnalysisClient } from '@azure/ai-language-conversations';
import type {
  AnalyzeConversationPIIResult,
  AnalyzeConversationJobsInput,
  AnalyzeConversationSummarizationResult,
} from '@azure/ai-language-conversations';

const timings = (text: string): { word: string; offset: number; duration: number }[] =>
  text.split(' ').map((word, i) => ({ word, offset: i * 5_000_000, duration: 4_000_000 }));

describe('@azure/ai-language-conversations, jobs', () => {
  let server: SharedServer;
  let client: ConversationAnalysisClient;
  before(async () => {
    server = await sharedServer();
    client = new ConversationAnalysisClient(server.address, new AzureKeyCredential(server.key1), { allowInsecureConnection: true });
  });

  test('redacts the personal data of a transcript', async () => {
    const [spoken, asked] = ['jane doe', "hi jane what's your phone number"];
    const job: AnalyzeConversationJobsInput = {
      displayName: 'redaction',
      analysisInput: {
        conversations: [
          {
            id: '1',
            language: 'en',
            modality: 'transcript',
            conversationItems: [
              {
                id: '1',
                participantId: 'speaker',
                text: 'May I have your name?',
                itn: 'may i have your name',
                maskedItn: 'may i have your name',
                lexical: 'may i have your name',
              },
              {
                id: '2',
                participantId: 'agent',
                text: 'Jane Doe',
                itn: spoken,
                maskedItn: spoken,
                lexical: spoken,
                audioTimings: timings(spoken),
              },
              {
                id: '3',
                participantId: 'speaker',
                text: "Hi Jane, what's your phone number?",
                itn: asked,
                maskedItn: asked,
                lexical: asked,
                audioTimings: timings(asked),
              },
            ],
          },
        ],
      },
      tasks: [
        {
          kind: 'ConversationalPIITask',
          taskName: 'analyze',
          parameters: {
            modelVersion: '2022-05-15-preview',
            piiCategories: ['All'],
            includeAudioRedaction: true,
            redactionSource: 'lexical',
            loggingOptOut: false,
          },
        },
      ],
    };
    const poller = await client.beginConversationAnalysis(job);
    const { status, displayName, tasks } = await poller.pollUntilDone();
    assert.deepEqual([status, displayName, tasks.completed], ['succeeded', 'redaction', 1]);
    const [task] = tasks.items as [AnalyzeConversationPIIResult];
    assert.deepEqual([task.kind, task.status, task.results.modelVersion], ['conversationalPIIResults', 'succeeded', '2022-05-15-preview']);
    const [, name, question] = task.results.conversations[0]!.conversationItems;
    assert.deepEqual(
      name!.entities.map(({ text, category, offset, length }) => [text, category, offset, length]),
      [['jane doe', 'Name', 0, 8]],
    );
    assert.deepEqual(name!.redactedContent, {
      text: '********',
      itn: '********',
      maskedItn: '********',
      lexical: '********',
      audioTimings: [{ offset: 0, duration: 9_000_000 }],
    });
    assert.equal(question!.redactedContent.text, "Hi ****, what's your phone number?");
  });

  test('summarizes a chat', async () => {
    const texts = [
      ['agent', 'Hello, how can I help you?'],
      ['customer', 'I cannot open the door of my new oven.'],
      ['agent', 'Please hold the lock button for five seconds.'],
    ] as const;
    const poller = await client.beginConversationAnalysis({
      analysisInput: {
        conversations: [
          {
            id: '1',
            language: 'en',
            modality: 'text',
            conversationItems: texts.map(([role, text], i) => ({ id: String(i + 1), participantId: role, role, text, modality: 'text' })),
          },
        ],
      },
      tasks: [{ kind: 'ConversationalSummarizationTask', taskName: 'summary', parameters: { summaryAspects: ['issue', 'resolution'] } }],
    });
    const { status, tasks } = await poller.pollUntilDone();
    const [task] = tasks.items as [AnalyzeConversationSummarizationResult];
    assert.deepEqual([status, task.kind, task.taskName], ['succeeded', 'conversationalSummarizationResults', 'summary']);
    assert.deepEqual(
      task.results.conversations[0]!.summaries.map(({ aspect, text }) => [aspect, text]),
      [
        ['issue', 'Customer cannot open the door of their new oven.'],
        ['resolution', 'Agent asked the customer to hold the lock button for five seconds.'],
      ],
    );
  });

  test('throws the error of a bad request', async () => {
    await assert.rejects(
      client.beginConversationAnalysis({ analysisInput: { conversations: [] }, tasks: [] }),
      ({ statusCode, code }: { statusCode?: number; code?: string }) => statusCode === 400 && code === 'InvalidArgument',
    );
  });
});
