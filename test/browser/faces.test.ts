/** Faces: from an empty server to people identified in an image; verify, find similar, detect; and deletion. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { cutOut, GROUP_PHOTO, GROUP_PHOTO_VARIANT, STRANGER_PHOTOS } from '../support/people.ts';
import { skip, useBrowser } from './use-browser.ts';
import { Keyboard } from './keyboard.ts';

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
const jpeg = (name: string, buffer: Buffer): Upload => ({ name, mimeType: 'image/jpeg', buffer });

/** One of the group photo. */
const SOMEONE = await cutOut(GROUP_PHOTO, { left: 267, top: 160, width: 95, height: 95 });

describe('faces', { skip }, () => {
  const { visit } = useBrowser();

  visit(
    'adds people by image, trains and identifies them, and erases one with a proof',
    { refusals: [404] },
    async ({ page, open, server, checkAccess }) => {
      await open('/faces');
      await page.getByText('No person groups yet').waitFor();
      await checkAccess();
      await page.getByRole('button', { name: 'New group' }).click();
      await page.getByLabel('Name').fill('Friends');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { name: 'Friends', level: 1 }).waitFor();
      await page
        .getByLabel('Drop images here')
        .setInputFiles([jpeg('Ada 1.jpg', STRANGER_PHOTOS[0]!), jpeg('Ada 2.jpg', SOMEONE), jpeg('Ada 3.jpg', GROUP_PHOTO)]);
      const persons = page.getByRole('grid', { name: 'People' });
      // With four faces, one has to be selected.
      await page.getByText('4 faces found: select one').waitFor();
      await page.getByText(/^This is probably someone else than Ada: \d+ % alike/).waitFor();
      await page.getByRole('button', { name: 'Skip Ada 2.jpg' }).click();
      await page.getByRole('group', { name: 'Faces in Ada 3.jpg' }).getByRole('button', { name: 'Face 1' }).click();
      await page.getByRole('region', { name: 'Ada 3.jpg' }).getByLabel('Person name').fill('Cleo');
      await checkAccess();
      await page.getByRole('button', { name: 'Add this face' }).click();
      await page.getByText('1 face added').waitFor();
      await persons.getByRole('link', { name: 'Cleo' }).waitFor();
      // A folder for each person: files are named alike, the name of the folder counts.
      const folder = await mkdtemp(join(tmpdir(), 'perennial-people-'));
      await mkdir(join(folder, 'bob'));
      await writeFile(join(folder, 'bob', '1.jpg'), STRANGER_PHOTOS[0]!);
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a folder' }).click();
      await (await chooser).setFiles(folder);
      for (const name of ['Ada', 'bob'])
        await persons.getByRole('row').filter({ hasText: name }).getByRole('gridcell', { name: '1', exact: true }).waitFor();
      await rm(folder, { recursive: true });
      await page.getByText('none until trained').waitFor();
      await page.getByRole('button', { name: 'Train', exact: true }).click();
      await page.getByText('3 people, 3 faces').waitFor();
      // The program identifies with the group's own id and model.
      await page.getByRole('button', { name: 'Connect' }).click();
      const program = page.getByRole('dialog').getByLabel('program', { exact: true });
      await program.filter({ hasText: /recognitionModel=recognition_0\d[^]*"personGroupId":"friends"/ }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // A program adds a person and trains: the open page shows both.
      const headers = { 'ocp-apim-subscription-key': server.key1, 'content-type': 'application/json' };
      const group = `${server.address}/face/v1.0/persongroups/friends`;
      const created = await fetch(`${group}/persons`, { method: 'POST', headers, body: JSON.stringify({ name: 'Dora' }) });
      await persons.getByRole('link', { name: 'Dora' }).waitFor();
      const { personId } = (await created.json()) as { personId: string };
      const { status } = await fetch(`${group}/persons/${personId}/persistedfaces`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(STRANGER_PHOTOS[1]!),
      });
      assert.equal(status, 200);
      await page.reload();
      await page.getByText('New faces are found after the next training.').waitFor();
      await fetch(`${group}/train`, { method: 'POST', headers });
      await page.getByText('4 people, 4 faces').waitFor();
      // The same image under two names, also after a reload.
      const similar = page.getByRole('meter', { name: /^Similarity of (Ada and bob|bob and Ada)$/ });
      await similar.waitFor();
      await page.reload();
      await similar.waitFor();

      await page.getByRole('link', { name: 'Identify someone' }).click();
      await page.getByLabel('Drop an image here').setInputFiles(jpeg('again.jpg', GROUP_PHOTO_VARIANT));
      const who = page.getByRole('list', { name: 'Candidates' });
      await who.getByRole('link', { name: 'Cleo' }).waitFor();
      assert.deepEqual([await who.getByRole('listitem').count(), await who.getByRole('link').count()], [4, 1]);
      await page.getByText(/would be accepted as one of its 4 people/).waitFor();
      await checkAccess();
      await page.getByLabel('Confidence threshold').fill('1');
      await who.getByRole('link').waitFor({ state: 'detached' });
      assert.match(page.url(), /group=persongroups%2Ffriends&threshold=1\.00/);

      await open('/faces/persongroups/friends');
      await persons.getByRole('link', { name: 'Cleo' }).click();
      await page.getByRole('heading', { name: 'Cleo', level: 1 }).waitFor();
      await page.getByRole('grid', { name: 'Faces' }).getByRole('gridcell').first().click();
      await page.getByLabel('User data of the face').fill('from the party');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').waitFor();
      await page.reload();
      assert.equal(await page.getByLabel('User data of the face').inputValue(), 'from the party');
      await page.getByText('are shown for faces added in this visit').waitFor();
      await checkAccess();
      await page.getByLabel('Drop an image to compare').setInputFiles(jpeg('another.jpg', STRANGER_PHOTOS[0]!));
      await page.getByText('different people', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByLabel('Type Cleo to confirm').fill('Cleo');
      await page.getByRole('button', { name: 'Delete person' }).click();
      const report = page.getByRole('dialog', { name: 'Erased: Cleo' });
      await report.getByText('The server was asked for 2 things and has none of them (404).').waitFor();
      await report.getByText('No search model contains the deleted faces.').waitFor();
      await report.getByText('faces.deletePersonGroupPerson').waitFor();
      await checkAccess();
      await report.getByRole('button', { name: 'Close' }).click();
      await persons.getByRole('link', { name: 'bob' }).waitFor();
      await persons.getByRole('link', { name: 'Cleo' }).waitFor({ state: 'detached' });
      await page.getByText('in this visit have initials').waitFor();
      // A page of a deleted resource links to the remaining ones.
      await open('/faces/persongroups/gone');
      await page.getByRole('alert').waitFor();
      await page.locator('main').getByRole('link', { name: 'Groups' }).click();
      await page.getByRole('grid', { name: 'Person groups' }).getByRole('link', { name: 'Friends' }).waitFor();
    },
  );

  visit('verifies two images and finds the most similar face', { theme: 'dark', width: 400 }, async ({ page, open, checkAccess }) => {
    await open('/faces?tab=verify');
    await page.getByLabel('Drop the first image').setInputFiles(jpeg('one.jpg', STRANGER_PHOTOS[0]!));
    await page.getByLabel('Drop the second image').setInputFiles(jpeg('other.jpg', GROUP_PHOTO));
    await page.getByText('different people', { exact: true }).waitFor();
    await page.getByText(/Of pairs of strangers, .+ reach this confidence/).waitFor();
    await checkAccess();
    await page.getByRole('tab', { name: 'Find similar' }).click();
    await page.getByLabel('Drop an image here').setInputFiles(jpeg('one.jpg', STRANGER_PHOTOS[0]!));
    await page.getByLabel('Drop other images here').setInputFiles([jpeg('one.jpg', STRANGER_PHOTOS[0]!), jpeg('other.jpg', GROUP_PHOTO)]);
    await page.getByText('5 faces to compare with.').waitFor();
    const alike = page.getByRole('grid', { name: 'Similar faces' });
    await alike.getByRole('meter').first().waitFor();
    assert.equal(await alike.getByRole('meter').count(), 1);
    await page.getByLabel('Mode').selectOption('matchFace');
    await alike.getByRole('meter').nth(4).waitFor();
  });

  visit('shows the attributes of a face; adds faces to a list and deletes it', { refusals: [404] }, async ({ page, open, checkAccess }) => {
    await open('/faces?tab=detect');
    await page.getByLabel('Drop an image here').setInputFiles(jpeg('party.jpg', GROUP_PHOTO));
    await page.getByText('4 faces found.').waitFor();
    await page.getByRole('group', { name: 'Faces in party.jpg' }).getByRole('button', { name: 'Face 2' }).click();
    await page.getByRole('heading', { name: 'Face 2' }).waitFor();
    await page.getByText('Recognition quality').waitFor();
    await checkAccess();
    await page.getByRole('tab', { name: 'Lists' }).click();
    await page.getByRole('button', { name: 'New list' }).click();
    await page.getByRole('dialog', { name: 'New list' }).getByLabel('Name').fill('visitors');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'visitors', level: 1 }).waitFor();
    await page.getByLabel('Drop images here').setInputFiles(jpeg('somebody.jpg', STRANGER_PHOTOS[0]!));
    await page
      .getByRole('grid', { name: 'Faces' })
      .getByRole('button', { name: /^Delete face/ })
      .waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByLabel('Type visitors to confirm').fill('visitors');
    await page.getByRole('button', { name: 'Delete list' }).click();
    await page.getByRole('dialog', { name: 'Erased: visitors' }).getByRole('button', { name: 'Close' }).click();
    await page.getByText('No face lists yet').waitFor();
  });

  visit(
    'fills the person directory by keyboard alone, and finds who was added',
    { refusals: [404] },
    async ({ page, open, checkAccess }) => {
      const keys = new Keyboard(page);
      await open('/faces?tab=directory');
      await page.getByText('No dynamic groups yet').waitFor();
      await checkAccess();
      await keys.press('New person');
      await keys.typeWhenFocused('Person name', 'Dora');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Dora', level: 1 }).waitFor();
      await keys.reach(/^Drop images here/);
      await page.locator('input:focus').setInputFiles(jpeg('dora.jpg', STRANGER_PHOTOS[0]!));
      await page
        .getByRole('grid', { name: 'Faces' })
        .getByRole('button', { name: /^Delete face/ })
        .waitFor();
      // A machine without a camera says so.
      await keys.press('Use the camera');
      await page.getByText(/Choose a file instead/).waitFor();
      await page.keyboard.press('Escape');
      await checkAccess();

      await open('/faces?tab=directory');
      await page.getByRole('button', { name: 'New dynamic group' }).waitFor();
      await keys.press('New dynamic group');
      await keys.typeWhenFocused('Id', 'family');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'family', level: 1 }).waitFor();
      await keys.type(/^Person of the directory/, 'Dora');
      await keys.press('Add to the group');
      await page.getByRole('grid', { name: 'People' }).getByRole('link', { name: 'Dora' }).waitFor();
      await keys.reach(/^Drop an image here/);
      await page.locator('input:focus').setInputFiles(jpeg('again.jpg', STRANGER_PHOTOS[0]!));
      const candidates = page.getByRole('list', { name: 'Candidates' });
      await candidates.getByRole('link', { name: 'Dora' }).waitFor();
      await candidates.getByText(/Of pairs of strangers, .+ reach this confidence/).waitFor();
      await checkAccess();
      await keys.press('Dora');
      await page.getByRole('heading', { name: 'Dora', level: 1 }).waitFor();
      await page.getByRole('link', { name: 'family' }).waitFor();
      await keys.press('Delete');
      await keys.typeWhenFocused('Type Dora to confirm', 'Dora');
      await page.keyboard.press('Enter');
      const report = page.getByRole('dialog', { name: 'Erased: Dora' });
      await report.getByText('The server was asked for 2 things and has none of them (404).').waitFor();
      await report.getByText('faces.deletePerson').waitFor();
    },
  );
});
