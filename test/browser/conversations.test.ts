/** Conversations: from an empty server to a labeled, trained and deployed project. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { ProjectAuthor } from '../support/conversations.ts';
import { call } from '../support/server.ts';
import { skip, useBrowser } from './use-browser.ts';
import { Keyboard } from './keyboard.ts';

const WATER = ['please water the mint', 'give the ficus some water', 'pour a little on the orchid', 'the basil needs water'];
const CHECK = ['how is the fern', 'is the ivy well', 'check on my palm', 'tell me how the roses are'];

const APP = {
  luis_schema_version: '7.0.0',
  versionId: '0.1',
  name: 'Kitchen',
  desc: '',
  culture: 'en-us',
  intents: [{ name: 'Cook' }, { name: 'None' }],
  entities: [{ name: 'Dish', roles: [] }],
  regex_entities: [{ name: 'Oven', regexPattern: '(?<=at )[0-9]+', roles: [] }],
  utterances: [{ text: 'cook soup', intent: 'Cook', entities: [{ entity: 'Dish', startPos: 5, endPos: 8 }] }],
};

async function addUtterances(page: Page, intent: string, lines: readonly string[]): Promise<void> {
  const keys = new Keyboard(page);
  await keys.press('Add utterances');
  await keys.typeWhenFocused('Utterances, one per line', lines.join('\n'));
  await keys.type('Intent of new utterances', intent);
  await keys.press(/^Add( \d+)?$/);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Two columns of a spreadsheet, text first as in most: understood as a whole, shown before they are added, and undone in one step. */
async function pasteColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add utterances' }).click();
  const lines = ['show my balance\tBalance', 'how much is left\tBalance', 'block my card\tBlock', 'the card is gone\tBlock'];
  await page.getByLabel('Utterances, one per line').fill(lines.join('\n'));
  const row = page.getByRole('table', { name: 'Preview' }).getByRole('row').nth(1);
  assert.equal(await row.innerText(), 'show my balance\tBalance');
  await page.getByText('2 new intents: Balance, Block').waitFor();
  await page.getByRole('button', { name: 'Swap columns' }).click();
  await page.getByText('2 new intents: how much is left, the card is gone').waitFor();
  // A text of two intents is added once.
  await page.getByRole('button', { name: 'Add 2', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Swap columns' }).click();
  await page.getByRole('button', { name: 'Add 4', exact: true }).click();
  await page.getByText('15 utterances', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Open Block' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('11 utterances', { exact: true }).waitFor();
}

describe('conversations', { skip }, () => {
  const { visit } = useBrowser();

  visit('creates, labels, trains, deploys and tries a project by keyboard alone', {}, async ({ page, open, checkAccess }) => {
    const keys = new Keyboard(page);
    await open('/conversations');
    await keys.press('New project');
    await keys.typeWhenFocused('Name', 'Garden');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Garden', level: 1 }).waitFor();
    for (const name of ['Water', 'Check']) {
      await keys.press('Add intent');
      await keys.typeWhenFocused('Intent name', name);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Open ${name}` }).waitFor();
    }
    await keys.press('Add entity');
    await keys.typeWhenFocused('Entity name', 'Plant');
    await keys.type('List, one value per line', 'Fern: fern, bracken');
    await keys.press('Add');
    await page.getByText('list of 1').waitFor();
    await addUtterances(
      page,
      'Water',
      WATER.map((line) => line.replace(/mint|ficus|orchid|basil/, '{Plant=$&}')),
    );
    await addUtterances(page, 'Check', CHECK);
    // A single one opens immediately: label it, undo, label it again.
    await addUtterances(page, 'Water', ['water my cactus']);
    await page.getByText('9 utterances', { exact: true }).waitFor();
    const labels = page.getByRole('list', { name: 'Labels' });
    await keys.waitForFocus('Words');
    for (const key of ['End', '1']) await page.keyboard.press(key);
    await labels.getByText('cactus').waitFor();
    await page.keyboard.press('Control+z');
    await labels.waitFor({ state: 'detached' });
    for (const key of ['End', '1']) await page.keyboard.press(key);
    await labels.getByText('cactus').waitFor();
    assert.match(page.url(), /at=water\+my\+cactus/);
    // A new entity from a selection, with its label in one step.
    await keys.waitForFocus('Words');
    for (const key of ['ArrowLeft', '0']) await page.keyboard.press(key);
    await keys.typeWhenFocused('Name of new entity', 'Owner');
    await page.keyboard.press('Enter');
    await labels.getByText('Owner').waitFor();
    await page.getByRole('button', { name: 'Open Owner' }).waitFor();
    await keys.press('Undo');
    await page.getByRole('button', { name: 'Open Owner' }).waitFor({ state: 'detached' });
    await checkAccess();

    await keys.openTab('Training');
    await keys.press('Train');
    // The training is watched whatever tab is open. A cell of the matrix opens its utterances.
    await keys.openTab('Evaluation');
    await page.getByText('Model model-1 trained').waitFor();
    await page.getByRole('region', { name: 'Confusion matrix' }).waitFor();
    await keys.press(/^\d+: \w+ predicted as \w+$/);
    await page.getByRole('heading', { name: /^\w+ predicted as \w+$/ }).waitFor();
    assert.match(page.url(), /is=\w+&as=\w+/);
    await checkAccess();
    await keys.openTab('Training');
    await keys.press('Deploy model-1');
    await page.getByRole('button', { name: 'Deploy', exact: true }).waitFor();
    await keys.press('Deploy');
    await page.getByText('model-1 deployed to production', { exact: true }).waitFor();
    await checkAccess();
    await keys.openTab('Playground');
    await keys.type('Utterance', 'please water the bracken');
    await page.keyboard.press('Enter');
    const found = page.getByRole('table', { name: 'Entities' });
    await found.getByText('list', { exact: true }).waitFor();
    await found.getByText('bracken').waitFor();
    assert.equal(await page.getByRole('table', { name: 'Intents' }).locator('tbody tr strong').textContent(), 'Water');
    await keys.press('Add as utterance');
    await page.getByText('Added to Water').waitFor();
    await page.getByText('changed since training').waitFor();
    await page.getByRole('grid', { name: 'Past queries' }).getByText('please water the bracken').waitFor();
    await checkAccess();
    // The query is in the URL: the result comes again with the page, and with a link.
    await page.reload();
    await found.getByText('bracken').waitFor();
    // A training that runs is neither done nor the next step.
    const steps = page.getByRole('list', { name: 'Next steps' });
    assert.match((await steps.innerText()).replace(/\s+/g, ' '), /Train .*Deploy done .*Try done/);
    await page.route('**/train/jobs?*', async (route) => {
      const response = await route.fetch();
      const { value } = (await response.json()) as { value: object[] };
      await route.fulfill({ response, json: { value: value.map((job) => ({ ...job, status: 'running' })) } });
    });
    await page.reload();
    await page.getByRole('button', { name: /^Training, \d+ %$/ }).waitFor();
    assert.equal(await steps.getByText('done').count(), 2, 'Deploy and Try');
    assert.equal(await steps.locator('[aria-current]').innerText(), 'Connect');
  });

  visit('labels by mouse, saves by itself, tests, exports and reviews', {}, async ({ page, open, checkAccess }) => {
    await open('/conversations');
    await page.getByRole('gridcell', { name: 'Garden', exact: true }).click();
    await page.getByText('10 utterances', { exact: true }).waitFor();
    // Added utterances are visible whatever the filter was.
    await page.getByLabel('Search utterances').fill('nothing like it');
    await page.getByText('No matches').waitFor();
    await addUtterances(page, 'Water', ['sprinkle my yucca']);
    await page.getByText('11 utterances', { exact: true }).waitFor();
    await pasteColumns(page);
    const words = page.getByRole('listbox', { name: 'Words' });
    await words.getByRole('option', { name: 'yucca' }).click();
    await page.getByRole('group', { name: 'Label yucca as' }).getByRole('button', { name: 'Plant' }).click();
    await page.getByRole('list', { name: 'Labels' }).getByText('yucca').waitFor();
    // Every edit is saved by itself, also when the page is left.
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Redo' }).click();
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: /Conversations/ })
      .click();
    await page.getByRole('gridcell', { name: 'Garden', exact: true }).click();
    await page.getByText('11 utterances', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Evaluation' }).click();
    await page.getByRole('region', { name: 'Confusion matrix' }).getByRole('button').first().click();
    await page.getByRole('grid', { name: 'Test results' }).getByRole('gridcell').first().click();
    await page.getByRole('heading', { name: 'Label utterance' }).waitFor();
    await page.getByRole('tab', { name: 'Test sets' }).click();
    await page.getByLabel('Drop a test file here').setInputFiles({
      name: 'tests.tsv',
      mimeType: 'text/plain',
      buffer: Buffer.from('Water\tplease water the {Plant=fern}\nCheck\thow is the ivy\n'),
    });
    await page.getByText('intents correct').waitFor();
    // The set is kept and can be run again.
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Confidence threshold').fill('0.2');
    await page.getByLabel('Multilingual').check();
    await page.getByRole('region', { name: 'Prediction URL' }).getByText('/language/:analyze-conversations').waitFor();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Settings saved').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export project' }).click();
    assert.equal((await download).suggestedFilename(), 'Garden.json');
    await checkAccess();
    await page.getByRole('tab', { name: 'Test sets' }).click();
    await page.getByRole('button', { name: 'Run tests.tsv' }).click();
    await page
      .getByRole('grid', { name: 'Test sets' })
      .getByText(/production .* production /)
      .waitFor();
    // A query that is kept is reviewed: relabeled, accepted, undone, accepted again.
    await page.getByRole('tab', { name: 'Playground' }).click();
    await page.getByLabel('Utterance', { exact: true }).fill('my cactus is thirsty');
    await page.getByLabel('Log for review').check();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.language-answer', { hasText: 'thirsty' }).waitFor();
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('gridcell', { name: 'my cactus is thirsty', exact: true }).click();
    await page.getByLabel('Intent', { exact: true }).selectOption('Water');
    await checkAccess();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('Nothing to review').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('gridcell', { name: 'my cactus is thirsty', exact: true }).waitFor();
    await page.keyboard.press('a');
    await page.getByText('Nothing to review').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('Nothing to review').waitFor();
    await page.getByRole('tab', { name: 'Utterances' }).click();
    await page.getByText('12 utterances', { exact: true }).waitFor();
    await page.getByRole('gridcell', { name: 'my cactus is thirsty', exact: true }).waitFor();
    // Four trainings on growing shares; their models are gone afterward.
    await page.getByRole('tab', { name: 'Evaluation' }).click();
    await page.getByRole('region', { name: 'Learning curve' }).getByRole('button', { name: 'Measure' }).click();
    const points = page.getByRole('list', { name: 'Points of the curve' });
    for (const share of [20, 40, 60, 80]) await points.getByText(new RegExp(`^${share} %: \\d+\\.\\d %`)).waitFor();
    await page.getByRole('button', { name: 'Measure again' }).waitFor();
    await page.getByRole('tab', { name: 'Training' }).click();
    await page.getByRole('button', { name: 'Deploy model-1' }).waitFor();
    assert.equal(await page.getByText('learning-curve').count(), 0);
  });

  visit('imports an understanding app from a file, and a project and an app of another resource', { refusals: [400] }, async (window) => {
    const { page, open, server, checkAccess } = window;
    await open('/conversations');
    await page.getByRole('link', { name: 'Import' }).click();
    await page
      .getByLabel('Drop a file here')
      .setInputFiles({ name: 'kitchen.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(APP)) });
    await page.getByRole('grid', { name: 'Changes on import' }).getByText('Oven').first().waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Kitchen', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Open Cook' }).waitFor();
    // This server is the old resource too.
    await open('/?task=clu');
    await page.getByRole('listitem').filter({ hasText: 'From your Azure resource' }).getByRole('link', { name: 'Continue' }).click();
    await page.getByLabel('Resource address').fill(server.address);
    await page.getByLabel('Resource key').fill('wrong-key');
    await page.getByLabel('Project there').fill('Kitchen');
    await page.getByRole('button', { name: 'Fetch the project' }).click();
    await page.getByText(/does not accept it/).waitFor();
    await page.getByLabel('Resource key').fill(server.key1);
    await page.getByRole('button', { name: 'Fetch the project' }).click();
    await page.getByText('Nothing will be lost.').waitFor();
    await page.getByLabel('Project name').fill('Kitchen copy');
    await checkAccess();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Kitchen copy', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Open Cook' }).waitFor();

    const { body: appId } = await call<string>(server, 'POST /luis/api/v2.0/apps/import?appName=Bakery', {
      key: server.key1,
      json: { ...APP, regex_entities: [] },
    });
    await open('/?task=luis');
    await page.getByRole('button', { name: 'Address and key' }).click();
    const bringOver = async (address: string, key: string, outcome: string): Promise<void> => {
      await page.getByLabel('Authoring address').fill(address);
      await page.getByLabel('Authoring key').fill(key);
      await page.getByLabel('App id').fill(appId);
      await page.getByRole('button', { name: 'Bring it over' }).click();
      await page.locator('main').getByRole('status').getByText(outcome).waitFor();
    };
    await bringOver(server.address, 'not-the-key', 'does not accept the key');
    await bringOver('http://127.0.0.1', server.key1, 'not a public one');
    await checkAccess();
    await bringOver(server.address, server.key1, 'Bakery');
    await page.locator('main').getByRole('status').getByRole('link', { name: 'Bakery' }).click();
    await page.getByRole('heading', { name: 'Bakery', level: 1 }).waitFor();
    await page.getByRole('grid', { name: 'Utterances' }).getByText('cook soup').waitFor();
  });

  visit('creates an orchestration of two projects and shows the target of a query', {}, async ({ page, open, server, checkAccess }) => {
    const author = new ProjectAuthor(server, server.key1);
    const say = (intent: string, entity: string, values: string[], lines: readonly string[]): object => ({
      intents: [{ category: intent }],
      entities: [
        {
          category: entity,
          list: { sublists: values.map((value) => ({ listKey: value, synonyms: [{ language: 'en', values: [value] }] })) },
        },
      ],
      utterances: lines.map((text) => ({ text, intent, language: 'en' })),
    });
    await author.import('Plants', say('Water', 'Plant', ['mint', 'ficus'], WATER), { language: 'en' });
    await author.import(
      'Meals',
      say(
        'Order',
        'Dish',
        ['soup', 'goulash'],
        ['i would like the soup', 'bring me a goulash', 'one dish of the day', 'what is on the menu'],
      ),
      { language: 'en' },
    );
    for (const name of ['Plants', 'Meals']) await author.ready(name);

    await open('/conversations');
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByLabel('Name').fill('Desk');
    await page.getByLabel('Kind', { exact: true }).selectOption('Orchestration');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'Desk', level: 1 }).waitFor();
    for (const [intent, project] of [
      ['Garden', 'Plants'],
      ['Kitchen', 'Meals'],
    ] as const) {
      await page.getByRole('button', { name: 'Add intent' }).click();
      await page.getByLabel('Intent name').fill(intent);
      await page.getByLabel('Target', { exact: true }).selectOption('project');
      await page.getByLabel('Project', { exact: true }).selectOption(project);
      await page.getByLabel('Deployment', { exact: true }).getByText('production').waitFor({ state: 'attached' });
      if (intent === 'Garden') await checkAccess();
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText(`→ ${project}, production; learns from its utterances`).waitFor();
    }
    await addUtterances(page, 'Kitchen', ['i am hungry', 'is there goulash today', 'something to eat please']);
    await page.getByRole('tab', { name: 'Training' }).click();
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByText('Model model-1 trained').waitFor();
    await page.getByRole('button', { name: 'Evaluation', exact: true }).click();
    await page.getByRole('region', { name: 'Confusion matrix' }).waitFor();
    await page.getByText(/^Few tests: \d+ of \d+ without errors/).waitFor();
    await page.getByRole('tab', { name: 'Training' }).click();
    await page.getByRole('button', { name: 'Deploy model-1' }).click();
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByText('model-1 deployed to production', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Playground' }).click();
    await page.getByLabel('Utterance', { exact: true }).fill('please water the ficus');
    await page.getByLabel('Utterance', { exact: true }).press('Enter');
    const inside = page.getByRole('region', { name: 'Garden: routed to Plants, production' });
    await inside.getByRole('table', { name: 'Entities' }).getByText('ficus').first().waitFor();
    assert.equal(await inside.getByRole('table', { name: 'Intents' }).locator('tbody tr strong').textContent(), 'Water');
  });

  visit(
    'a project is created multilingual, copied, renamed and deleted; a conversation is read without one',
    // What is being read while it is deleted is gone.
    { refusals: [404] },
    async ({ page, open, server }) => {
      await open('/conversations');
      await page.getByRole('button', { name: 'New project' }).click();
      await page.getByLabel('Name').fill('Hedge');
      await page.getByLabel('Multilingual').check();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { name: 'Hedge', level: 1 }).waitFor();
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByLabel('New name').fill('Hedge 2');
      await page.getByRole('button', { name: 'Copy project' }).click();
      await page.getByRole('heading', { name: 'Hedge 2', level: 1 }).waitFor();
      const list = '/language/authoring/analyze-conversations/projects?api-version=2023-04-01';
      const projects = async (): Promise<[string, boolean][]> =>
        (await call<{ value: { projectName: string; multilingual: boolean }[] }>(server, `GET ${list}`, { key: server.key1 })).body.value
          .filter(({ projectName }) => projectName.startsWith('Hedge'))
          .map(({ projectName, multilingual }) => [projectName, multilingual]);
      assert.deepEqual(
        new Map(await projects()),
        new Map([
          ['Hedge', true],
          ['Hedge 2', true],
        ]),
      );
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByLabel('New name').fill('Hedge 3');
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('dialog', { name: 'Rename Hedge 2 to Hedge 3?' }).getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('heading', { name: 'Hedge 3', level: 1 }).waitFor();
      await page.getByText('Project renamed').waitFor();
      assert.deepEqual((await projects()).map(([name]) => name).sort(), ['Hedge', 'Hedge 3']);
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Delete project' }).click();
      await page.getByLabel('Type Hedge 3 to confirm').fill('Hedge 3');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('link', { name: 'Summaries and personal data' }).click();
      assert.deepEqual(await projects(), [['Hedge', true]]);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const result = page.getByRole('region', { name: 'Result' });
      await result.getByRole('heading', { name: 'issue' }).waitFor();
      await result.getByTitle('PhoneNumber').getByText('415 555 0134').waitFor();
    },
  );
});
