import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { nativeTesseract } from './tesseract-native.ts';

describe('the installed program', { skip: process.platform === 'win32' && 'it is run without a shell there' }, () => {
  const { PATH } = process.env;
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'perennial-tesseract-'));
    process.env.PATH = `${folder}${delimiter}${PATH}`;
  });
  after(() => {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true });
  });
  /** Installs a program of this name that does as told. */
  const install = (script: string): void => {
    writeFileSync(join(folder, 'tesseract'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'tesseract'), 0o755);
  };

  test('gets the image, the page mode and a limit on its CPU time', async () => {
    install('cat; echo; echo "$@"; ulimit -t');
    const output = await nativeTesseract.recognize(Buffer.from('an image'), 7);
    assert.deepEqual(output.trim().split('\n'), ['an image', 'stdin stdout -l eng --psm 7 tsv', '60']);
  });

  test('fails with the signal that ended it', async () => {
    install('cat > /dev/null; kill -XCPU $$');
    await assert.rejects(nativeTesseract.recognize(Buffer.from('an image'), 7), /tesseract exited with SIGXCPU/);
  });
});
