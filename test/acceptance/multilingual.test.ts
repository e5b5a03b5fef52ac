/** Projects that are trained in one language and asked in others, over HTTP. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ProjectAuthor, utterance } from '../support/conversations.ts';
import { ManagementClient } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

const TRAINING: Readonly<Record<string, readonly string[]>> = {
  OpenHours: [
    'when do you open',
    'what time does the shop close on [Day:saturday]',
    'are you open on [Day:sunday]',
    'until when is the store open [Day:today]',
    'opening hours please',
    'do you open before nine on [Day:monday]',
  ],
  Return: [
    'i want to send my shoes back',
    'how do i return a jacket',
    'this coat does not fit, can i give it back',
    'i would like my money back for these trousers',
    'can i exchange the dress for a larger one',
    'the shirt is broken and i want to return it',
  ],
  OrderStatus: [
    'where is my parcel',
    'has my order been sent yet',
    'when will my package arrive',
    'my delivery is late',
    'track my order',
    'i am still waiting for what i ordered [Day:last week]',
  ],
  Human: [
    'let me talk to a person',
    'i want to speak to an employee',
    'can someone call me',
    'connect me with customer service',
    'i need a human',
    'is there anybody i can talk to',
  ],
};

/** Sentences that translate none of those above. */
const QUERIES: readonly (readonly [language: string, text: string, intent: string])[] = [
  ['de', 'Wie lange habt ihr heute Abend geöffnet?', 'OpenHours'],
  ['de', 'Mein Paket ist immer noch nicht da', 'OrderStatus'],
  ['fr', 'Je voudrais rendre cette chemise et être remboursé', 'Return'],
  ['fr', 'Je veux parler à quelqu’un', 'Human'],
  ['es', '¿A qué hora abre la tienda?', 'OpenHours'],
  ['es', '¿Cuándo llega mi pedido?', 'OrderStatus'],
  ['it', 'Vorrei restituire questi pantaloni', 'Return'],
  ['nl', 'Kan ik met een medewerker praten?', 'Human'],
  ['pl', 'Gdzie jest moja paczka?', 'OrderStatus'],
  ['tr', 'Mağaza saat kaçta kapanıyor?', 'OpenHours'],
  ['ja', '荷物はいつ届きますか', 'OrderStatus'],
  ['zh', '我想退货', 'Return'],
];

describe('multilingual projects', () => {
  let server: SharedServer;
  let author: ProjectAuthor;
  before(async () => {
    server = await sharedServer();
    const manager = await ManagementClient.connect(server);
    author = new ProjectAuthor(server, (await manager.createAccount('author', { kind: 'Language' })).key1);
    const assets = {
      intents: Object.keys(TRAINING).map((category) => ({ category })),
      entities: [{ category: 'Day' }],
      utterances: Object.entries(TRAINING).flatMap(([intent, texts]) => texts.map((text) => utterance(intent, text))),
    };
    assert.equal((await author.import('Shop', assets, { multilingual: true })).status, 'succeeded');
    await author.train('Shop', 'all', {
      trainingMode: 'advanced',
      evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 100, testingSplitPercentage: 0 },
    });
    await author.deploy('Shop', 'production', 'all');
  });

  test('finds the intents of sentences in languages without training sentences', async (t) => {
    const wrong = [];
    for (const [language, text, intent] of QUERIES) {
      const { topIntent } = await author.ask('Shop', text, { item: { language } });
      if (topIntent !== intent) wrong.push(`${text}: ${topIntent}`);
    }
    t.diagnostic(`${QUERIES.length - wrong.length} of ${QUERIES.length} right`);
    assert.ok(wrong.length <= 2, wrong.join('\n'));
  });

  test('predicts utterances in the language of training as before', async () => {
    const { topIntent, entities } = await author.ask('Shop', 'are you open on friday');
    assert.equal(topIntent, 'OpenHours');
    assert.deepEqual(
      entities.map(({ category, text }) => [category, text]),
      [['Day', 'friday']],
    );
  });
});
