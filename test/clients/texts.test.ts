/**
 * The vendor's unmodified client for text analysis, with the three custom tasks.
 *
 * client: @azure/ai-language-text 1.1.0; version: 2023-04-01; runs: custom tasks, statistics, logs, errors, pollers resumed and cancelled
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { AzureKeyCredential, TextAnalysisClient } from '@azure/ai-language-text';
import type { AnalyzeBatchAction, AnalyzeBatchResult } from '@azure/ai-language-text';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';
import { TextAuthor } from '../support/text-author.ts';
import { entityProject, marked, multiLabel, orderText, singleLabel } from '../support/text-projects.ts';

const at = (projectName: string): { projectName: string; deploymentName: string } => ({ projectName, deploymentName: 'production' });

describe('@azure/ai-language-text 1.1.0', () => {
  let server: SharedServer;
  let client: TextAnalysisClient;
  before(async () => {
    server = await sharedServer();
    const author = new TextAuthor(server, server.key1);
    await author.ready('letters', singleLabel());
    await author.ready('topics', multiLabel());
    await author.ready('orders', entityProject());
    client = new TextAnalysisClient(server.address, new AzureKeyCredential(server.key1), { allowInsecureConnection: true });
  });

  const results = async (actions: AnalyzeBatchAction[], texts: string[], options: object = {}): Promise<AnalyzeBatchResult[]> => {
    const poller = await client.beginAnalyzeBatch(actions, texts, 'en', { updateIntervalInMs: 20, ...options });
    const found: AnalyzeBatchResult[] = [];
    for await (const result of await poller.pollUntilDone()) found.push(result);
    return found;
  };

  test('returns classes and entities from one call', async () => {
    const { text, labels } = marked(orderText(4, 'Nora Blum', 'Hamburg', 'ZZ-4711'));
    const [single, multi, entities] = await results(
      [
        { kind: 'CustomSingleLabelClassification', ...at('letters') },
        { kind: 'CustomMultiLabelClassification', ...at('topics') },
        { kind: 'CustomEntityRecognition', stringIndexType: 'Utf16CodeUnit', actionName: 'found', ...at('orders') },
      ],
      ['The courier lost my parcel.', text],
    );
    if (single?.kind !== 'CustomSingleLabelClassification' || single.error) assert.fail(JSON.stringify(single));
    const [letter] = single.results;
    assert.ok(letter && !letter.error);
    assert.deepEqual(
      letter.classifications.map(({ category }) => category),
      ['Delivery'],
    );
    assert.ok(letter.classifications[0]!.confidenceScore > 0.4);
    if (multi?.kind !== 'CustomMultiLabelClassification' || multi.error) assert.fail(JSON.stringify(multi));
    assert.ok(
      multi.results[0] && !multi.results[0].error && multi.results[0].classifications.some(({ category }) => category === 'Delivery'),
    );
    if (entities?.kind !== 'CustomEntityRecognition' || entities.error) assert.fail(JSON.stringify(entities));
    assert.deepEqual([entities.actionName, entities.projectName], ['found', 'orders']);
    const found = entities.results[1];
    assert.ok(found && !found.error);
    assert.deepEqual(
      found.entities.map(({ category, offset, length }) => ({ category, offset, length })),
      labels,
    );
    assert.ok(entities.completedOn instanceof Date);
  });

  test('logs documents only with service logs', async () => {
    await results(
      [
        { kind: 'CustomSingleLabelClassification', ...at('letters'), disableServiceLogs: false },
        { kind: 'CustomMultiLabelClassification', ...at('topics') },
      ],
      ['Where is my parcel?'],
    );
    const author = new TextAuthor(server, server.key1);
    const kept = async (project: string): Promise<string[]> =>
      (
        await author.ok<{
          value: { text: string }[];
        }>(`GET /${project}/queries`)
      ).value.map(({ text }) => text);
    assert.deepEqual([await kept('letters'), await kept('topics')], [['Where is my parcel?'], []]);
  });

  test('returns statistics and the error of a document', async () => {
    const [single] = await results(
      [{ kind: 'CustomSingleLabelClassification', ...at('letters') }],
      ['My invoice is wrong, I want a refund.', ' '],
      { includeStatistics: true },
    );
    if (single?.kind !== 'CustomSingleLabelClassification' || single.error) assert.fail(JSON.stringify(single));
    assert.deepEqual({ ...single.statistics }, { documentCount: 2, validDocumentCount: 1, erroneousDocumentCount: 1, transactionCount: 1 });
    const [good, bad] = single.results;
    assert.ok(good && !good.error && bad?.error);
    assert.equal(bad.error.code, 'InvalidDocument');
  });

  test('fails only the failed action', async () => {
    const [wrong, right] = await results(
      [
        { kind: 'CustomEntityRecognition', ...at('nowhere') },
        { kind: 'CustomSingleLabelClassification', ...at('letters') },
      ],
      ['The courier lost my parcel.'],
    );
    assert.equal(wrong?.error?.code, 'ProjectNotFound');
    assert.ok(right && !right.error);
  });

  test('rejects an unavailable action by name', async () => {
    await assert.rejects(results([{ kind: 'SentimentAnalysis' }], ['It was fine.']), /Tasks of kind SentimentAnalysis are not available/);
    await assert.rejects(client.analyze('KeyPhraseExtraction', ['It was fine.']), /Tasks of kind KeyPhraseExtraction are not available/);
  });

  test('resumes and cancels a poller', async () => {
    // The client polls once by itself. A poller that found the job finished stores its results as a function, which cannot be serialized.
    const begin = () =>
      client.beginAnalyzeBatch([{ kind: 'CustomSingleLabelClassification', ...at('letters') }], ['The courier lost my parcel.'], 'en', {
        updateIntervalInMs: 20,
      });
    let poller = await begin();
    for (let tries = 1; poller.isDone() && tries < 100; tries++) poller = await begin();
    const again = await client.restoreAnalyzeBatchPoller(poller.toString(), { updateIntervalInMs: 20 });
    const found: AnalyzeBatchResult[] = [];
    for await (const result of await again.pollUntilDone()) found.push(result);
    assert.equal(found.length, 1);
    await poller.sendCancellationRequest();
    assert.equal((await results([{ kind: 'CustomSingleLabelClassification', ...at('letters') }], ['x'])).length, 1);
  });
});
