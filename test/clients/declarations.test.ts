/** Checks that the tests of clients declare what they run: docs/clients.md is generated from it. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readClientTests } from '../support/client-tests.ts';
import { temporaryFolder } from '../support/server.ts';

describe('declarations of client tests', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  mkdirSync(join(folder.path, 'test/clients/python'), { recursive: true });
  writeFileSync(
    join(folder.path, 'package.json'),
    JSON.stringify({ devDependencies: { 'face-5': 'npm:@azure/cognitiveservices-face@5.0.0' } }),
  );

  const declare = (javascript: string, python: string): ReturnType<typeof readClientTests> => {
    writeFileSync(
      join(folder.path, 'test/clients/face.test.ts'),
      `/**\n * Faces.\n${javascript} */\nimport { FaceClient } from 'face-5';\n`,
    );
    writeFileSync(
      join(folder.path, 'test/clients/python/face.py'),
      `"""Faces.\n\n${python}"""\nfrom azure.cognitiveservices.vision.face import FaceClient\n`,
    );
    return readClientTests(folder.path);
  };
  const JAVASCRIPT = ' * client: @azure/cognitiveservices-face 5.0.0; version: v1.0; runs: detection\n';
  const PYTHON = 'client: azure-cognitiveservices-vision-face 0.6.0; version: v1.0, v1.2; runs: detection\naccount: Face\n';

  test('reads clients, versions and the kind of account', () => {
    const run = { serviceVersions: ['v1.0'], runs: 'detection' };
    assert.deepEqual(declare(JAVASCRIPT, PYTHON), [
      {
        file: 'test/clients/face.test.ts',
        language: 'JavaScript',
        clients: [{ name: '@azure/cognitiveservices-face', packageVersion: '5.0.0', ...run }],
      },
      {
        file: 'test/clients/python/face.py',
        language: 'Python',
        clients: [{ ...run, name: 'azure-cognitiveservices-vision-face', packageVersion: '0.6.0', serviceVersions: ['v1.0', 'v1.2'] }],
        account: 'Face',
      },
    ]);
  });

  test('rejects a test without a declaration', () => {
    assert.throws(() => declare('', PYTHON), /face\.test\.ts imports @azure\/cognitiveservices-face 5\.0\.0/);
    assert.throws(() => declare(JAVASCRIPT, ''), /face\.py declares no client/);
  });

  test('rejects a declaration of another version or client than the imported one', () => {
    assert.throws(
      () => declare(JAVASCRIPT.replace('5.0.0', '4.2.0'), PYTHON),
      /declares @azure\/cognitiveservices-face 4\.2\.0, which it does not import/,
    );
    assert.throws(() => declare(JAVASCRIPT, PYTHON.replace('-face', '-hands')), /imports azure\.cognitiveservices\.vision\.face/);
  });
});
