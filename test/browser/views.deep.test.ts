/** All samples, the programs for the vendor's clients, and every view: accessible, narrow too, and true to its roles. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pdfOf } from '../support/documents.ts';
import { GROUP_PHOTO } from '../support/people.ts';
import { WAIT_MS } from '../support/slowness.ts';
import { skip, useBrowser } from './use-browser.ts';
import { createFurtherViews, createSample, inSample, SAMPLES, STARTING_VIEWS } from './sample-accounts.ts';
import { walkEveryView } from './walk.ts';

/** Packages installed under another name, because several versions are. */
const INSTALLED_AS: Readonly<Record<string, string>> = {
  '@azure/ai-form-recognizer': 'form-recognizer-5',
  '@azure/cognitiveservices-face': 'cognitiveservices-face-5',
  '@azure/cognitiveservices-luis-runtime': 'luis-runtime-v3',
};

describe('views', { skip }, () => {
  const { visit } = useBrowser();

  visit('creates the samples', {}, async ({ page, open }) => {
    for (const task of Object.keys(SAMPLES) as (keyof typeof SAMPLES)[]) {
      await createSample(page, open, task);
      if (task !== 'documents') continue;
      await page.getByText('6 of 6 labeled').waitFor();
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
        await page.getByRole('button', { name: 'Show key' }).click();
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

  visit('every view is accessible in both themes and fits a narrow window; what it offers needs the role it names', {}, async (visit) => {
    const views = await createFurtherViews(visit.server);
    await walkEveryView(visit, [...STARTING_VIEWS, ...views.map((view) => inSample(view, 'documents'))]);
  });
});
