/** Submits conversation jobs over HTTP and waits for their results. */
import assert from 'node:assert/strict';
import { call, eventually } from './server.ts';
import type { HttpResponse } from './server.ts';

export const NEWEST = '2023-04-01';

export interface SummaryView {
  aspect: string;
  text: string;
  contexts?: { conversationItemId: string; offset: number; length: number }[];
}
export interface RedactedItem {
  id: string;
  redactedContent: {
    text?: string;
    itn?: string;
    maskedItn?: string;
    lexical?: string;
    audioTimings?: { offset: number; duration: number }[];
  };
  entities: { text: string; category: string; offset: number; length: number; confidenceScore: number }[];
}
interface ConversationResult {
  id: string;
  summaries?: SummaryView[];
  conversationItems?: RedactedItem[];
  warnings: object[];
  statistics?: { transactionsCount: number };
}
interface Failed {
  code: string;
  message: string;
  innererror?: { code: string };
}
interface JobResult {
  jobId: string;
  displayName?: string;
  createdDateTime: string;
  lastUpdatedDateTime: string;
  expirationDateTime: string;
  status: string;
  errors: object[];
  statistics?: Record<string, number>;
  tasks: {
    completed: number;
    failed: number;
    inProgress: number;
    total: number;
    items: {
      kind: string;
      taskName?: string;
      status: string;
      results: { conversations: ConversationResult[]; errors: { id: string; error: Failed }[]; modelVersion: string; statistics?: object };
    }[];
  };
}

/** A chat, in which each line starts with `agent:` or `customer:`. */
export function chat(id: string, ...lines: string[]): object {
  return {
    id,
    language: 'en',
    modality: 'text',
    conversationItems: lines.map((line, i) => {
      const [, role, text] = /^(\w+): (.*)$/s.exec(line)!;
      return { id: String(i + 1), participantId: `${role}_1`, role, text };
    }),
  };
}

export const summaryTask = (...summaryAspects: string[]): object => ({
  kind: 'ConversationalSummarizationTask',
  taskName: 'summary',
  parameters: { summaryAspects },
});
export const redactionTask = (parameters: object = {}): object => ({ kind: 'ConversationalPIITask', taskName: 'redaction', parameters });

export class ConversationJobs {
  readonly #server: { address: string };
  readonly #key: string;
  readonly #version: string;

  constructor(server: { address: string }, key: string, version = NEWEST) {
    this.#server = server;
    this.#key = key;
    this.#version = version;
  }

  async submit(conversations: readonly object[], tasks: readonly object[], more: object = {}): Promise<HttpResponse<unknown>> {
    const json = { ...more, analysisInput: { conversations }, tasks };
    return await call(this.#server, `POST /language/analyze-conversations/jobs?api-version=${this.#version}`, { key: this.#key, json });
  }

  async get(address: string, query = ''): Promise<JobResult> {
    const { pathname, search } = new URL(address);
    const { status, text, body } = await call<JobResult>(this.#server, `GET ${pathname}${search}${query}`, { key: this.#key });
    assert.equal(status, 200, text);
    return body;
  }

  async wait(address: string, query = ''): Promise<JobResult> {
    return await eventually(
      () => this.get(address, query),
      ({ status }) => !['notStarted', 'running', 'cancelling'].includes(status),
    );
  }

  /** Submits a job and returns its results. */
  async run(conversations: readonly object[], tasks: readonly object[], more: object = {}, query = ''): Promise<JobResult> {
    const { status, text, headers } = await this.submit(conversations, tasks, more);
    assert.equal(status, 202, text);
    return await this.wait(headers['operation-location'] as string, query);
  }

  async summaries(conversation: object, ...aspects: string[]): Promise<SummaryView[]> {
    const { status, tasks } = await this.run([conversation], [summaryTask(...aspects)]);
    assert.equal(status, 'succeeded');
    return tasks.items[0]!.results.conversations[0]!.summaries!;
  }

  async redact(conversation: object, parameters: object = {}): Promise<RedactedItem[]> {
    const { status, tasks } = await this.run([conversation], [redactionTask(parameters)]);
    assert.equal(status, 'succeeded');
    return tasks.items[0]!.results.conversations[0]!.conversationItems!;
  }
}
