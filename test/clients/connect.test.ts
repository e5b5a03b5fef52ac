/** The programs that the console offers for the vendor's clients, run as they stand. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { vendorClients } from '../../src/console/pages/accounts/clients.ts';
import { Author } from '../support/author.ts';
import { ProjectAuthor, utterance } from '../support/conversations.ts';
import { pdfOf } from '../support/documents.ts';
import { FOUR } from '../support/people.ts';
import { startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { TextAuthor } from '../support/text-author.ts';
import { singleLabel } from '../support/text-projects.ts';

/** Packages that are installed under another name here, because several versions are. */
const INSTALLED_AS: Readonly<Record<string, string>> = { '@azure/ai-form-recognizer': 'form-recognizer-5', '@azure/cognitiveservices-face': 'cognitiveservices-face-5', '@azure/cognitiveservices-luis-runtime': 'luis-runtime-v3' };

describe('programs of the console', () => {
  /** Below the installed packages, where programs find them. */
  const folder = fileURLToPath(new URL(`../../node_modules/.cache/programs-${process.pid}`, import.meta.url));
  let server: Server;
  before(async () => {
    mkdirSync(folder, { recursive: true });
    server = await startServer({ args: ['--dev'] });
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const given = (name: string, bytes: Uint8Array): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };

  /** What a program needs, made, and its argument; what it must print. */
  const trials: Readonly<Record<string, { prepare: () => Promise<string>; prints: RegExp }>> = {
    documents: { prepare: async () => given('letter.pdf', await pdfOf([['The garden has grown well.']])), prints: /^The garden has grown well\. 0\n$/ },
    faces: { prepare: async () => given('people.jpg', FOUR), prints: /^4 \[/ },
    ranking: { prepare: async () => '', prints: /^(pasta|ice cream)\n$/ },
    conversations: {
      prints: /^Water \[.*fern/s,
      prepare: async () => {
        const author = new ProjectAuthor(server, server.key1);
        const utterances = [...['water the [Plant:fern]', 'give the [Plant:ivy] water', 'please water my [Plant:mint]'].map((one) => utterance('Water', one)), ...['what a day', 'who are you', 'sing a song'].map((one) => utterance('None', one))];
        await author.import('Garden sample', { intents: [{ category: 'Water' }], entities: [{ category: 'Plant' }], utterances });
        await author.ready('Garden sample');
        return '';
      },
    },
    texts: {
      prints: /category: 'Delivery'/,
      prepare: async () => {
        await new TextAuthor(server, server.key1).ready('Mail sample', singleLabel());
        return '';
      },
    },
    understanding: {
      prints: /^Fly \{/,
      prepare: async () => {
        const author = new Author(server, server.key1);
        await author.create('Travel');
        await author.add('intents', { name: 'Fly' });
        await author.label('Fly', 'fly me to rome', 'i want to fly', 'fly to oslo');
        await author.label('None', 'what a day', 'who are you');
        await author.train();
        await author.publish();
        return author.appId;
      },
    },
  };

  test('there is a trial for each', () => assert.deepEqual(Object.keys(trials).sort(), vendorClients.map(({ area }) => area).sort()));

  for (const { area, name, version, program } of vendorClients) {
    test(`${name} ${version}`, async () => {
      const { prepare, prints } = trials[area]!;
      const argument = await prepare();
      const path = given(`${area}.mjs`, Buffer.from(program.replace(`'${name}'`, `'${INSTALLED_AS[name] ?? name}'`)));
      const { stdout } = await promisify(execFile)(process.execPath, [path, argument], { env: { ...process.env, ENDPOINT: server.address, KEY: server.key1 }, timeout: 60_000 });
      assert.match(stdout, prints);
    });
  }
});
