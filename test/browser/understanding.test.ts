/** Understanding: from an empty server to an app that was taught, asked and improved by what it was asked. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { house, skip } from './browser.ts';

const TRAIN_MS = 90_000;
const FLIGHTS = ['fly me to oslo', 'book a flight to paris', 'i need a ticket to madrid', 'get me on a plane to lisbon', 'two seats to vienna please'];
const CANCEL = ['cancel my trip', 'call off the booking', 'i no longer want to go', 'drop my reservation', 'undo what i booked'];

describe('understanding', { skip }, () => {
  const { visit } = house();

  visit('an app is taught by labelling words, trained, and asked which part of it found what', {}, async ({ page, open, checkAccess }) => {
    await open('/understanding');
    await page.getByRole('button', { name: 'New app' }).click();
    await page.getByLabel('Name').fill('Trips');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('heading', { name: 'Trips', level: 1 }).waitFor();
    for (const name of ['BookFlight', 'CancelTrip']) {
      await page.getByRole('button', { name: 'Add an intent' }).click();
      await page.getByLabel('Name of the intent').fill(name);
      await page.getByRole('button', { name: 'Add it' }).click();
      await page.getByRole('button', { name: `Open ${name}` }).waitFor();
    }
    await page.getByRole('button', { name: 'Add an entity' }).click();
    await page.getByLabel('Name of the entity').fill('City');
    await page.getByRole('button', { name: 'Add it' }).click();
    await page.getByRole('button', { name: 'Open City' }).waitFor();
    for (const [intent, lines] of [['BookFlight', FLIGHTS.slice(1).map((line) => line.replace(/(?<=to )\w+/, '{City=$&}'))], ['CancelTrip', CANCEL]] as const) {
      await page.getByLabel('Intent of the new utterances').selectOption(intent);
      await page.getByLabel('What people say').fill(lines.join('\n'));
      await page.getByRole('button', { name: `Add ${lines.length}` }).click();
      await page.getByText(`${lines.length} utterances added`).waitFor();
    }
    // One alone is opened at once, to be labelled: by the keyboard here, then taken back, then by the mouse.
    await page.getByLabel('Intent of the new utterances').selectOption('BookFlight');
    await page.getByLabel('What people say').fill(FLIGHTS[0]!);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const words = page.getByRole('listbox', { name: 'Words of the utterance' });
    await words.press('End');
    await words.press('1');
    const labels = page.getByRole('list', { name: 'Labels' });
    await labels.getByText('oslo').waitFor();
    await words.press('Control+z');
    await labels.waitFor({ state: 'detached' });
    await words.getByRole('option', { name: 'oslo' }).click();
    await page.getByRole('group', { name: 'Label oslo as' }).getByRole('button', { name: 'City' }).click();
    await labels.getByText('oslo').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.match(page.url(), /at=fly\+me\+to\+oslo/);
    await checkAccess();
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByText('The version is trained').waitFor({ timeout: TRAIN_MS });
    await page.getByRole('tab', { name: 'Playground' }).click();
    await page.getByLabel('Utterance', { exact: true }).fill('book a flight to dublin');
    await page.getByLabel('Utterance', { exact: true }).press('Enter');
    const found = page.getByRole('table', { name: 'Entities' });
    await found.getByText('learned model').waitFor();
    await found.getByText('dublin').waitFor();
    assert.equal(await page.getByRole('table', { name: 'Intents' }).locator('tbody tr strong').textContent(), 'BookFlight');
  });
});
