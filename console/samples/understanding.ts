/** A travel bot: three intents, a labeled entity, dates by prebuilt; trained and published. */
import { askUntil } from '../kit/changes.ts';
import type { SampleModule } from '../kit/sample-account.ts';
import { parseInlineLabels } from '../shared/language/entities.ts';
import UTTERANCES from './understanding.json' with { type: 'json' };

const AUTHORING = '/luis/api/v2.0';
const NAME = 'Travel sample';
export const create: SampleModule['create'] = async ({ client, onProgress }) => {
  onProgress('Creating the app');
  const apps = await client.get<{ id: string; name: string }[]>(`${AUTHORING}/apps/`);
  for (const { id, name } of apps) if (name === NAME) await client.delete(`${AUTHORING}/apps/${id}`, { query: { force: true } });
  const app = { name: NAME, culture: 'en-us', description: 'Created by the console as a sample.' };
  const appId = await client.post<string>(`${AUTHORING}/apps/`, app);
  const version = `${AUTHORING}/apps/${appId}/versions/0.1`;
  for (const name of ['BookFlight', 'CheckWeather', 'CancelTrip']) await client.post(`${version}/intents`, { name });
  await client.post(`${version}/entities`, { name: 'City' });
  await client.post(`${version}/prebuilts`, ['datetimeV2', 'number']);
  onProgress('Adding labeled utterances');
  await client.post(
    `${version}/examples`,
    Object.entries(UTTERANCES).flatMap(([intent, texts]) => texts.map((line) => labeled(intent, line))),
  );
  onProgress('Training');
  await client.post(`${version}/train`);
  await askUntil(['understanding.train'], async () => {
    const models = await client.get<{ details: { status: string; failureReason?: string } }[]>(`${version}/train`, { quiet: true });
    const failed = models.find(({ details }) => details.status === 'Fail');
    if (failed) throw new Error(failed.details.failureReason ?? 'The training failed.');
    const done = models.filter(({ details: { status } }) => status === 'Success' || status === 'UpToDate').length;
    onProgress(`Training: ${done} of ${models.length} models`);
    return done === models.length || undefined;
  });
  onProgress('Publishing');
  await client.post(`${AUTHORING}/apps/${appId}/publish`, { versionId: '0.1', isStaging: false });
  return `/understanding/${appId}`;
};

function labeled(intentName: string, line: string) {
  const { text, labels } = parseInlineLabels(line);
  const entityLabels = labels.map(({ entity, start, end }) => ({ entityName: entity, startCharIndex: start, endCharIndex: end - 1 }));
  return { text, intentName, entityLabels };
}
