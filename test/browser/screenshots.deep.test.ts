/**
 * Twelve views as they were when they were last looked at, in both themes, wide and narrow: docs/screenshots/views. Small differences are
 * allowed, such as times and what a loop has explored. After a change that is meant, `PERENNIAL_SCREENSHOTS=write node --test` on this file
 * takes them again.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { useTheme } from './browser.ts';
import { skip, useBrowser } from './use-browser.ts';
import { createSample, inSample } from './sample-accounts.ts';

const FOLDER = fileURLToPath(new URL('../../docs/screenshots/views/', import.meta.url));
const isWriting = process.env.PERENNIAL_SCREENSHOTS === 'write';
const WIDTHS = [1280, 400];
const HEIGHT = 800;
/** Screenshots are kept at half their size. */
const SCALE = 0.5;
/** Of 255: less is how browsers and compression differ. */
const MIN_DIFFERENCE = 48;
/** Of the pixels of a screenshot. */
const MAX_SHARE = 0.06;

/** A view and what it shows once it is complete. */
const views = (app: string): readonly (readonly [name: string, path: string, shows: string])[] => [
  ['home', '/?task=luis', 'Compare the answers'],
  ['accounts', '/accounts', 'Server audit log'],
  ['operators', '/operators', 'signed in now'],
  ['server', '/server', 'healthy'],
  ['profile', '/profile', 'this browser'],
  ['documents', '/documents', 'US tax form W-2'],
  ['understanding', `${app}&at=fly+me+to+rome`, 'Label utterance'],
  ['understanding-playground', `${app}&tab=playground`, 'No result yet'],
  ['conversations', inSample('/conversations/Garden%20sample?at=water+the+fern', 'conversations'), 'Label utterance'],
  ['conversations-evaluation', inSample('/conversations/Garden%20sample?tab=evaluation', 'conversations'), 'Confusion matrix'],
  ['conversations-settings', inSample('/conversations/Garden%20sample?tab=settings', 'conversations'), 'Prediction URL'],
  ['faces', '/faces', 'No person groups yet'],
];

async function pixels(image: Buffer): Promise<Buffer> {
  return await sharp(image).removeAlpha().raw().toBuffer();
}

/** The share of pixels that differ visibly. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [await pixels(one), await pixels(other)];
  if (a.length !== b.length) return 1;
  let count = 0;
  for (let i = 0; i < a.length; i += 3)
    if ([0, 1, 2].some((channel) => Math.abs(a[i + channel]! - b[i + channel]!) > MIN_DIFFERENCE)) count++;
  return count / (a.length / 3);
}

describe('screenshots', { skip }, () => {
  const { visit } = useBrowser();

  visit('twelve views look as they did', {}, async ({ page, open, settled }) => {
    await createSample(page, open, 'clu');
    await page.getByRole('heading', { name: 'Garden sample', level: 1 }).waitFor();
    await createSample(page, open, 'luis');
    await page.getByRole('heading', { name: 'Travel sample', level: 1 }).waitFor();
    const app = new URL(page.url());
    const changed: string[] = [];
    mkdirSync(FOLDER, { recursive: true });
    for (const [name, path, shows] of views(app.pathname.slice('/console'.length) + app.search)) {
      await page.setViewportSize({ width: WIDTHS[0]!, height: HEIGHT });
      await open(path);
      await page.getByText(shows, { exact: true }).first().waitFor();
      for (const width of WIDTHS)
        for (const theme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: HEIGHT });
          await useTheme(page, theme);
          await settled();
          await page.evaluate('scrollTo(0, 0)');
          const small = sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' })).resize(width * SCALE);
          const image = await small.webp({ quality: 60, effort: 6 }).toBuffer();
          const file = `${FOLDER}${name}-${theme}-${width}.webp`;
          if (isWriting) writeFileSync(file, image);
          const share = existsSync(file) ? await difference(image, readFileSync(file)) : 1;
          if (share > MAX_SHARE) changed.push(`${name}, ${theme}, ${width} px: ${(100 * share).toFixed(1)} %`);
        }
      await useTheme(page, 'light');
    }
    assert.deepEqual(changed, [], 'Look at them; if they are meant, take them again.');
  });
});
