/** Text projects from outside: from a file to what they say about documents, as their authors and callers see it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Manager, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { TextAuthor } from '../support/text-author.ts';
import { entityProject, marked, multiLabel, orderText, singleLabel } from '../support/text-projects.ts';

const asked = { projectName: '', deploymentName: 'production' };
const task = (kind: string, projectName: string, more: object = {}): object => ({ kind, parameters: { ...asked, projectName, ...more } });
const documents = (...texts: string[]): object => ({ documents: texts.map((text, i) => ({ id: String(i + 1), text, language: 'en' })) });

describe('texts', () => {
  const folder = temporaryFolder();
  let server: Server;
  let manager: Manager;
  let author: TextAuthor;
  before(async () => {
    server = await startServer({ data: folder.path });
    manager = await Manager.of(server);
    author = new TextAuthor(server, (await manager.account('author', { kind: 'Language' })).key1);
    await author.ready('letters', singleLabel());
    await author.ready('topics', multiLabel());
    await author.ready('orders', entityProject());
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  test('one class for each document, with its probability', async () => {
    const { status, tasks, errors } = await author.ask({ displayName: 'mail', analysisInput: documents('The courier lost my parcel.', 'You charged my card twice, please refund the payment.'), tasks: [task('CustomSingleLabelClassification', 'letters')] });
    assert.equal(status, 'succeeded', JSON.stringify(errors));
    const [item] = tasks.items!;
    assert.equal(item!.kind, 'CustomSingleLabelClassificationLROResults');
    assert.deepEqual(item!.results!.documents.map(({ class: found }) => found!.map(({ category }) => category)), [['Delivery'], ['Billing']]);
    for (const { class: found } of item!.results!.documents) assert.ok(found![0]!.confidenceScore > 0.4 && found![0]!.confidenceScore <= 1);
  });

  test('any number of classes', async () => {
    const { tasks } = await author.ask({ analysisInput: documents('The parcel has not arrived and the courier is late. Also, my invoice shows the wrong amount, I want a refund of the payment.', 'I cannot log in, my password is rejected.'), tasks: [task('CustomMultiLabelClassification', 'topics')] });
    const said = tasks.items![0]!.results!.documents.map(({ class: found }) => found!.map(({ category }) => category).sort());
    assert.deepEqual(said, [['Billing', 'Delivery'], ['Account']]);
  });

  test('entities where they stand', async () => {
    const { text, labels } = marked(orderText(2, 'Nora Blum', 'Hamburg', 'ZZ-4711'));
    const { tasks } = await author.ask({ analysisInput: documents(text), tasks: [task('CustomEntityRecognition', 'orders', { stringIndexType: 'Utf16CodeUnit' })] });
    const found = tasks.items![0]!.results!.documents[0]!.entities!;
    assert.deepEqual(found.map(({ category, offset, length }) => ({ category, offset, length })), labels);
    for (const { text: words, offset, length } of found) assert.equal(words, text.slice(offset, offset + length));
  });
});
