/** Understanding: from an empty server to a trained app, improved by reviewing its queries. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { Author } from '../support/author.ts';
import type { Labeled } from '../support/author.ts';
import { call, eventually } from '../support/server.ts';
import { skip, useBrowser } from './use-browser.ts';
import { Keyboard } from './keyboard.ts';

const FLIGHTS = [
  'fly me to oslo',
  'book a flight to paris',
  'i need a ticket to madrid',
  'get me on a plane to lisbon',
  'two seats to vienna please',
];
const CANCEL = ['cancel my trip', 'call off the booking', 'i no longer want to go', 'drop my reservation', 'undo what i booked'];

/** Stores a test set as consoles did that kept them in the browser. */
const keepInBrowser = (set: object): string => `new Promise((resolve) => {
  const request = indexedDB.open('perennial', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('test-sets', { keyPath: ['scope', 'name'] });
  request.onsuccess = () => {
    const { transaction } = request.result.transaction('test-sets', 'readwrite').objectStore('test-sets').put(${JSON.stringify(set)});
    transaction.oncomplete = () => resolve(request.result.close());
  };
})`;

describe('understanding', { skip }, () => {
  const { visit } = useBrowser();

  visit('labels, trains and tries an app by keyboard alone', {}, async ({ page, open, checkAccess }) => {
    const keys = new Keyboard(page);
    const add = async (intent: string, lines: readonly string[]): Promise<void> => {
      await keys.press('Add utterances');
      await keys.typeWhenFocused('Utterances, one per line', lines.join('\n'));
      await keys.type('Intent of new utterances', intent);
      await keys.press(/^Add( \d+)?$/);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await open('/understanding');
    await keys.press('New app');
    await keys.typeWhenFocused('Name', 'Trips');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Trips', level: 1 }).waitFor();
    for (const name of ['BookFlight', 'CancelTrip']) {
      await keys.press('Add intent');
      await keys.typeWhenFocused('Intent name', name);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Open ${name}` }).waitFor();
    }
    await keys.press('Add entity');
    await keys.waitForFocus('Kind');
    await keys.type('Entity name', 'City');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open City' }).waitFor();
    await add(
      'BookFlight',
      FLIGHTS.slice(1).map((line) => line.replace(/(?<=to )\w+/, '{City=$&}')),
    );
    await add('CancelTrip', CANCEL);
    // A single utterance opens immediately: label it, undo, then label it again.
    await add('BookFlight', FLIGHTS.slice(0, 1));
    const labels = page.getByRole('list', { name: 'Labels' });
    await keys.waitForFocus('Words');
    for (const key of ['End', '1']) await page.keyboard.press(key);
    await labels.getByText('oslo').waitFor();
    await page.keyboard.press('Control+z');
    await labels.waitFor({ state: 'detached' });
    for (const key of ['End', '1']) await page.keyboard.press(key);
    await labels.getByText('oslo').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.match(page.url(), /at=fly\+me\+to\+oslo/);
    await checkAccess();
    await keys.press('Train');
    await page.getByText('Version trained').waitFor();
    await keys.openTab('Playground');
    await keys.type('Utterance', 'book a flight to dublin');
    await page.keyboard.press('Enter');
    const found = page.getByRole('table', { name: 'Entities' });
    await found.getByText('learned model').waitFor();
    await found.getByText('dublin').waitFor();
    assert.equal(await page.getByRole('table', { name: 'Intents' }).locator('tbody tr strong').textContent(), 'BookFlight');
    await keys.openTab('Versions');
    await page.getByRole('region', { name: 'Production' }).waitFor();
    await keys.press('Publish 0.1');
    await page.getByRole('region', { name: 'Production' }).getByText('Published', { exact: true }).waitFor();
    // The next steps are in the header: what is done, and then the program that calls this app.
    const steps = page.getByRole('list', { name: 'Next steps' });
    assert.deepEqual(
      (await steps.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()),
      ['Train done', 'Try done', 'Publish done', 'Connect'],
    );
    await keys.press('Connect');
    const appId = /understanding\/([^?]+)/.exec(page.url())![1]!;
    await page.getByRole('dialog').getByLabel('program', { exact: true }).getByText(`/apps/${appId}/slots/production/predict`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy key 1' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // A training that runs is neither done nor the next step.
    await page.route('**/versions/0.1/', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), trainingStatus: 'InProgress' } });
    });
    await page.reload();
    await page.getByRole('button', { name: /^Training…/ }).waitFor();
    assert.equal(await steps.getByText('done').count(), 2, 'Try and Publish');
    assert.equal(await steps.locator('[aria-current]').innerText(), 'Connect');
    await page.unrouteAll({ behavior: 'wait' });
  });

  visit('reviews queries; publishes, compares and rolls back versions', {}, async ({ page, open, server, checkAccess }) => {
    await open('/understanding');
    await page.getByRole('row', { name: /Trips/ }).click();
    await page.getByRole('tab', { name: 'Playground' }).click();
    await page.getByLabel('Model', { exact: true }).selectOption('production');
    await page.getByLabel('Log for review').check();
    for (const query of ['could somebody carry me over to kyoto', 'what is all this', 'never mind all of it']) {
      await page.getByLabel('Utterance', { exact: true }).fill(query);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('.language-answer').getByText(query).waitFor();
    }
    // Compared with the draft: the same training, so the same result.
    await page.getByLabel('Compare with').selectOption('version 0.1');
    await page.getByRole('grid', { name: 'Past queries' }).getByText('never mind all of it').click();
    await page.getByText('Same result').waitFor();
    await checkAccess();
    await page.getByRole('tab', { name: 'Review' }).click();
    const queue = page.getByRole('grid', { name: 'Queries to review' });
    // Relabel and accept one, ignore the other, by keyboard.
    await queue.getByText('could somebody carry me over to kyoto').click();
    await page.getByLabel('Intent', { exact: true }).selectOption('BookFlight');
    const words = page.getByRole('listbox', { name: 'Words' });
    await words.press('End');
    await words.press('1');
    await page.getByRole('list', { name: 'Labels' }).getByText('kyoto').waitFor();
    await checkAccess();
    await words.press('a');
    await page.getByText('1 query accepted').waitFor();
    await page.getByText('could somebody carry me over to kyoto: BookFlight').waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await queue.getByText('could somebody carry me over to kyoto').click();
    await page.getByLabel('Intent', { exact: true }).selectOption('BookFlight');
    await page.keyboard.press('a');
    await page.getByText('2 queries to review').waitFor();
    // The keys work without a click: on the first query, or on selected ones.
    const isReady = page.getByRole('button', { name: 'Ignore' }).and(page.locator(':enabled'));
    await isReady.waitFor();
    await page.keyboard.press('i');
    await page.getByText('1 query to review').waitFor();
    await isReady.waitFor();
    await queue.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('i');
    await page.getByText('Nothing to review').waitFor();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Clone 0.1' }).click();
    await page.getByRole('button', { name: 'Clone', exact: true }).click();
    await page.getByLabel('To version').waitFor();
    await page.getByText('No differences.').waitFor();
    await page.getByRole('tab', { name: 'Utterances' }).click();
    await page.getByRole('grid', { name: 'Utterances' }).getByText('could somebody carry me over to kyoto').waitFor();
    // Delete one.
    await page.getByRole('grid', { name: 'Utterances' }).getByText('undo what i booked').click();
    await page.getByRole('button', { name: 'Delete utterance' }).click();
    await page.getByText('1 utterance deleted').first().waitFor();
    await page.getByText('10 utterances', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByText('Version trained').waitFor();
    await page.getByRole('tab', { name: 'Evaluation' }).click();
    await page.getByRole('button', { name: 'Evaluate entities' }).click();
    await page.getByRole('grid', { name: 'Metrics by entity' }).getByText('City').click();
    await page.getByRole('heading', { name: 'Errors of City' }).waitFor();
    assert.match(page.url(), /wrong=City/);
    await checkAccess();
    await page
      .getByRole('region', { name: 'Confusion matrix' })
      .getByRole('button', { name: /BookFlight predicted as BookFlight/ })
      .click();
    await page.getByText(/of 10 · predicted as BookFlight/).waitFor();
    await page.getByRole('tab', { name: 'Versions' }).click();
    const production = page.getByRole('region', { name: 'Production' });
    const publish = async (button: string, version: string): Promise<void> => {
      await production.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      await production.getByText(version, { exact: true }).waitFor();
    };
    await publish('Publish 0.2', '0.2');
    await page.getByRole('button', { name: 'Clone 0.2' }).click();
    await page.getByRole('button', { name: 'Clone', exact: true }).click();
    await publish('Publish 0.3', '0.3');
    await publish('Roll back to 0.2', '0.2');
    // A program adds an utterance, trains and publishes: the open page shows both. The message of the last training is gone by then.
    await page.getByText('Version trained').waitFor({ state: 'detached' });
    const staging = page.getByRole('region', { name: 'Staging' });
    const app = `/luis/authoring/v3.0-preview/apps/${/understanding\/([^?]+)/.exec(page.url())![1]}`;
    const post = async (path: string, json?: object): Promise<void> => {
      const { status, text } = await call(server, `POST ${app}${path}`, { key: server.key1, json });
      assert.ok(status < 300, text);
    };
    await post('/versions/0.3/example', { text: 'a plane to turin', intentName: 'BookFlight' });
    await post('/versions/0.3/train');
    await page.getByText('Version trained').waitFor();
    await post('/publish', { versionId: '0.3', isStaging: true });
    await staging.getByText('Published', { exact: true }).waitFor();
  });

  visit(
    'checks a file before importing it, and runs a batch test from a file',
    { width: 400, theme: 'dark' },
    async ({ page, open, checkAccess }) => {
      await open('/understanding/import');
      const lu =
        '> !# @app.name = Garden\n# Dig\n- dig {@place=here}\n- dig a hole\n# Water\n- water ' +
        'the roses\n- sprinkle the lawn\n@ prebuilt encyclopedia\n';
      await page.getByLabel('Drop a file here').setInputFiles({ name: 'garden.lu', mimeType: 'text/plain', buffer: Buffer.from(lu) });
      await page.getByRole('grid', { name: 'Changes on import' }).getByText('encyclopedia').waitFor();
      await checkAccess();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('heading', { name: 'Garden', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Train', exact: true }).click();
      await page.getByText('Version trained').waitFor();
      await page.getByRole('tab', { name: 'Test sets' }).click();
      await page.getByLabel('Drop a test file here').setInputFiles({
        name: 'tests.tsv',
        mimeType: 'text/plain',
        buffer: Buffer.from('Dig\tdig a hole\nWater\twater the roses\nDig\tsprinkle the lawn\n'),
      });
      await page.getByRole('grid', { name: 'Metrics by intent' }).waitFor();
      await page.getByText('66.7 %', { exact: true }).waitFor();
      assert.match(await page.getByRole('grid', { name: 'Tested utterances' }).innerText(), /sprinkle the lawn/);
      // A set that the browser kept before is moved beside it, for everyone.
      await page.getByRole('tab', { name: 'Utterances' }).click();
      const scope = `/subscriptions/default/resourceGroups/default/accounts/default understanding ${/understanding\/([^?]+)/.exec(page.url())![1]}`;
      await page.evaluate(keepInBrowser({ scope, name: 'before.tsv', content: 'Dig\tdig', count: 1, addedAt: 0, runs: [] }));
      await page.getByRole('tab', { name: 'Test sets' }).click();
      for (const name of ['before.tsv', 'tests.tsv'])
        await page.getByRole('grid', { name: 'Test sets' }).getByText(name, { exact: true }).waitFor();
      await page.getByRole('tab', { name: 'Utterances' }).click();
      await page.getByLabel('Filter by intent').selectOption('Water');
      await page.getByRole('button', { name: 'Select all' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Change or clear the filters.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('2 utterances of 4').waitFor();
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByLabel('App name').fill('Orchard');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: 'Orchard', level: 1 }).waitFor();
      await page.getByLabel('Name of the copy').fill('Grove');
      await page.getByRole('button', { name: 'Copy app', exact: true }).click();
      await page.getByRole('heading', { name: 'Grove', level: 1 }).waitFor();
      await page.getByText('4 utterances', { exact: true }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Orchard', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Delete Orchard' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('Orchard');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'Understanding', level: 1 }).waitFor();
      await page.getByRole('row', { name: /Orchard/ }).waitFor({ state: 'detached' });
    },
  );

  visit('a page that deletes its app does not ask for it again', {}, async ({ page, open, context, server }) => {
    const { appId } = await new Author(server, server.key1).create('Gone');
    await open(`/understanding/${appId}?tab=settings`);
    const other = await context.newPage();
    await other.goto(`${server.address}/console/understanding/${appId}`);
    await other.getByRole('heading', { name: 'Gone', level: 1 }).waitFor();
    // The answer comes after all tabs have heard of the change.
    const heard = other.waitForResponse((response) => response.url().includes(appId) && response.status() >= 400);
    await page.route('**/apps/*?force=true', async (route) => {
      const response = await route.fetch();
      await heard;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Delete Gone' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Gone');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Understanding', level: 1 }).waitFor();
    await other.close();
  });

  visit('resolves conflicting edits of a version', { refusals: [412] }, async ({ page, open, server, checkAccess }) => {
    const other = await new Author(server, server.key1).create('Shared');
    for (const name of ['Dig', 'Water']) await other.add('intents', { name });
    await other.add('entities', { name: 'Place' });
    const list = await other.add<number>('phraselists', { name: 'Beds', phrases: 'roses' });
    await other.label('Dig', 'dig here', 'dig there', 'dig now');
    const say = async (text: string, intentName: string): Promise<unknown> => await other.add('example', { text, intentName });
    const stands = async (...lines: string[]): Promise<unknown> =>
      await eventually(
        async () =>
          (await other.ok<Labeled[]>(`GET ${other.path('/examples/labelled')}`))
            .map(({ text, intentName, entityLabels }) => [text, intentName, ...entityLabels.map(({ entityName }) => entityName)].join(' '))
            .sort()
            .join(),
        (found) => found === lines.join(),
      );
    const changes = page.getByRole('grid', { name: 'Changes' });

    await open(`/understanding/${other.appId}`);
    await page.getByRole('grid', { name: 'Utterances' }).getByText('dig here').click();
    await say('dig here', 'Water');
    const words = page.getByRole('listbox', { name: 'Words' });
    await words.press('End');
    await words.press('1');
    // Different parts of it: both changes are kept, and nothing has to be decided.
    await page.getByText('Merged with changes of someone else; Ctrl+Z to undo').waitFor();
    await stands('dig here Water Place', 'dig now Dig', 'dig there Dig');
    // After a save its ETag is known: the next write is rejected instead of read first.
    await say('dig here', 'None');
    await page.getByLabel('Intent', { exact: true }).selectOption('Dig');
    await changes.getByText('intent').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await page.getByRole('list', { name: 'Labels' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Close utterance' }).click();

    await say('dig there', 'None');
    await page.getByLabel('Filter by intent').selectOption('Dig');
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByLabel('Move selected to').selectOption('Water');
    await changes.getByText('dig there').waitFor();
    assert.equal(await changes.getByText('dig now').count(), 0, 'nobody else changed it');
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await stands('dig here None', 'dig now Water', 'dig there None');
    await page.getByRole('button', { name: 'Undo' }).click();
    await stands('dig here None', 'dig now Dig', 'dig there None');

    await page.getByRole('tab', { name: 'Features' }).click();
    await page.getByRole('grid', { name: 'Phrase lists' }).getByText('Beds').click();
    await page.getByLabel('Phrases, separated by commas').fill('roses, beans');
    await other.ok(`PUT ${other.path(`/phraselists/${list}`)}`, { phrases: 'roses,leeks' });
    await page.getByRole('region', { name: 'Phrase lists' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('grid', { name: 'Phrase lists' }).getByText('roses,leeks,beans').waitFor();
  });
});
