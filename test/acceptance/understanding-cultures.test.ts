/** Prebuilt entities in apps of other cultures: numbers, units and dates with the values that English ones have. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Author } from '../support/author.ts';
import { ManagementClient } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

describe('prebuilt entities of other cultures', () => {
  let server: SharedServer;
  let key: string;
  before(async () => {
    server = await sharedServer();
    const manager = await ManagementClient.connect(server);
    key = (await manager.createAccount('author', { kind: 'Understanding.Authoring' })).key1;
  });

  async function publishApp(culture: string, texts: readonly [pay: readonly string[], call: readonly string[]]): Promise<Author> {
    const author = new Author(server, key);
    await author.create(`App ${culture}`, culture);
    for (const name of ['Pay', 'Call']) await author.add('intents', { name });
    await author.add('prebuilts', ['money', 'datetimeV2', 'number']);
    await author.label('Pay', ...texts[0]);
    await author.label('Call', ...texts[1]);
    await author.train();
    await author.publish();
    return author;
  }

  test('are found in German, with the offsets of the text', async () => {
    const author = await publishApp('de-de', [
      ['überweise geld an anna', 'bezahle die rechnung', 'sende geld an tom'],
      ['ruf anna an', 'ruf tom zurück', 'anruf bei eva'],
    ]);
    const text = 'Überweise 1.250,50 Euro am 24. Dezember 2030';
    const { entities } = await author.ask2(text);
    const money = entities.find(({ type }) => type === 'builtin.currency' || type === 'builtin.money');
    assert.deepEqual([money?.startIndex, money?.endIndex, money?.resolution], [10, 22, { unit: 'Euro', value: '1250.5' }]);
    const date = entities.find(({ type }) => type === 'builtin.datetimeV2.date');
    assert.deepEqual(date?.resolution, { values: [{ timex: '2030-12-24', type: 'date', value: '2030-12-24' }] });
    assert.equal(text.slice(date!.startIndex, date!.endIndex + 1), '24. Dezember 2030');
  });

  test('are found in Hindi, with native digits', async () => {
    const author = await publishApp('hi-in', [
      ['पैसे भेजो', 'बिल भरो', 'अन्ना को पैसे दो'],
      ['अन्ना को फोन करो', 'फोन लगाओ', 'टॉम को फोन करो'],
    ]);
    const { entities } = await author.ask2('अन्ना को ₹५०० भेजो');
    assert.ok(entities.some(({ resolution }) => JSON.stringify(resolution) === '{"unit":"Indian rupee","value":"500"}'));
  });
});
