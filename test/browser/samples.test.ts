/** Samples: created with a click. Then the programs for the vendor's clients, and the first views. views.deep.test.ts visits them all. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pdfOf } from '../support/documents.ts';
import { GROUP_PHOTO } from '../support/people.ts';
import { call } from '../support/server.ts';
import { WAIT_MS } from '../support/slowness.ts';
import { skip, useBrowser } from './browser.ts';
import { createSample, STARTING_VIEWS } from './sample-accounts.ts';

/** Packages installed under another name, because several versions are. */
const INSTALLED_AS: Readonly<Record<string, string>> = {
  '@azure/ai-form-recognizer': 'form-recognizer-5',
  '@azure/cognitiveservices-face': 'cognitiveservices-face-5',
  '@azure/cognitiveservices-luis-runtime': 'luis-runtime-v3',
};

describe('samples', { skip }, () => {
  const { visit } = useBrowser();

  visit('a sample gets an account of its own, and its tick shows that it was created', {}, async ({ page, open, server }) => {
    const events = async (): Promise<number> =>
      (await call<{ value?: unknown[] }>(server, 'GET /ranking/v1.1-preview.3/logs/events', { key: server.key1 })).body.value?.length ?? 0;
    // The account has data of the user, as a live loop would.
    await call(server, 'POST /ranking/v1.1-preview.3/rank', { key: server.key1, json: { actions: [{ id: 'a', features: [{ x: 1 }] }] } });
    const before = await events();
    await open('/?task=personalizer');
    assert.equal(await page.getByText('Created', { exact: true }).count(), 0);
    const account = await createSample(page, open, 'personalizer');
    assert.equal(account, 'default/samples/ranking');
    await page.getByRole('heading', { name: 'Ranking', level: 1 }).waitFor();
    assert.equal(await events(), before, 'the loop of the user is as it was');
    await open('/?task=personalizer');
    await page.getByText('Created', { exact: true }).waitFor();
    await page.getByText(/1,0\d\d calls · 0 rejected · 0 failed/).waitFor();
    await page.getByRole('link', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Ranking', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('account'), account);
  });

  visit('creates the samples of the other areas', {}, async ({ page, open }) => {
    for (const task of ['luis', 'clu', 'documents', 'faces', 'texts'] as const) {
      await createSample(page, open, task);
      if (task !== 'documents') continue;
      await page.getByText('6 forms of 6 labeled').waitFor();
      await page.getByRole('meter', { name: 'Accuracy of Customer' }).waitFor();
    }
  });

  visit("the programs for the vendor's clients run as shown", {}, async ({ page, open }) => {
    // Below node_modules, so that the packages are found.
    const folder = fileURLToPath(new URL(`../../node_modules/.cache/programs-${process.pid}`, import.meta.url));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'document.pdf'), await pdfOf([['The garden has grown well.']]));
    writeFileSync(join(folder, 'photo.jpg'), GROUP_PHOTO);
    try {
      const trials: Readonly<Record<string, RegExp>> = {
        documents: /^The garden has grown well\./,
        faces: /^4 \[/,
        conversations: /^\w+ \[/,
        texts: /category: '\w+'/,
        understanding: /^\w+ \{/,
        ranking: /^(pasta|ice cream)\n$/,
      };
      for (const [area, prints] of Object.entries(trials)) {
        await open(`/accounts/default/samples/${area}?tab=connect&client=${area}`);
        await page.getByRole('tab', { name: 'JavaScript' }).click();
        await page.getByRole('button', { name: 'Show key in code' }).click();
        const program = page.getByLabel('program', { exact: true });
        await program.filter({ hasText: /[0-9a-f]{64}/ }).waitFor();
        const path = join(folder, `${area}.mjs`);
        const shown = (await program.textContent())!;
        writeFileSync(
          path,
          shown.replace(/from '([^']+)'/g, (whole, name: string) => (INSTALLED_AS[name] ? `from '${INSTALLED_AS[name]}'` : whole)),
        );
        const { stdout } = await promisify(execFile)(process.execPath, [path], { cwd: folder, timeout: WAIT_MS });
        assert.match(stdout, prints, area);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  visit('the first view of each area is accessible', {}, async ({ page, open, checkAccess }) => {
    for (const view of [...STARTING_VIEWS, '/accounts', '/operators']) {
      await open(view);
      await page.locator('main h1').waitFor();
      await page.locator('main .spinner').first().waitFor({ state: 'detached' });
      await checkAccess();
    }
  });
});
