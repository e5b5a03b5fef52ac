/** Text analysis. The recorded projects are trained on letters and orders of our own, so only what holds for every project is compared. */
import assert from 'node:assert/strict';
import { TextAuthor } from '../../../../test/support/text-author.ts';
import { entityProject, multiLabel, singleLabel } from '../../../../test/support/text-projects.ts';
import type { AreaReplay, Bench, RecordedArea } from '../area.ts';

export const textsArea: RecordedArea = { name: 'texts', start: startTexts };

/** Project and deployment of the recordings have the same name. */
const PROJECTS: readonly [string, () => object][] = [
  ['custom_entities_project_name', entityProject],
  ['single_label_classify_project_name', singleLabel],
  ['multi_label_classify_project_name', multiLabel],
];

async function startTexts({ server, management }: Bench): Promise<AreaReplay> {
  const { key1: key } = await management.createAccount('recordings-texts', { kind: 'Language' });
  const author = new TextAuthor(server, key);
  for (const [name, file] of PROJECTS) {
    await author.ready(name, file());
    const deployed = await author.runJob(`PUT /${name}/deployments/${name}`, { trainedModelLabel: 'first' });
    assert.equal(deployed.status, 'succeeded');
  }
  return {
    prepare: (_call, { path, json }) => ({ path, key, json: json ?? undefined }),
    isFixed: (path) => /^(?:status|tasks\.items\[\]\.(?:kind|status|taskName))$/.test(path),
    isOptional: (path) => /displayName$|\.statistics$|\.detectedLanguage$|\.isLanguageDefaulted$/.test(path),
  };
}
