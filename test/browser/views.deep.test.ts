/** Every view of the console with the data of the samples: accessible, as narrow as a window may be, and true to its roles. */
import { describe } from 'node:test';
import { skip, useBrowser } from './browser.ts';
import { createFurtherViews, createSample, inSample, SAMPLES, STARTING_VIEWS } from './sample-accounts.ts';
import { walkEveryView } from './walk.ts';

describe('views', { skip }, () => {
  const { visit } = useBrowser();

  visit('every view is accessible in both themes and fits a narrow window; what it offers needs the role it names', {}, async (visit) => {
    for (const task of Object.keys(SAMPLES) as (keyof typeof SAMPLES)[]) await createSample(visit.page, visit.open, task);
    const views = await createFurtherViews(visit.server);
    await walkEveryView(visit, [...STARTING_VIEWS, ...views.map((view) => inSample(view, 'documents'))]);
  });
});
