/** A travel bot: three intents, a labeled entity, dates by prebuilt; trained and published. */
import type { Client } from '../kit/api.ts';
import { askUntil } from '../kit/changes.ts';
import type { SampleModule } from '../kit/sample.ts';

const AUTHORING = '/luis/api/v2.0';
const NAME = 'Travel sample';
/** `[City:rome]` is a label. */
const UTTERANCES: Readonly<Record<string, readonly string[]>> = {
  BookFlight: [
    'fly me to [City:rome]',
    'book a flight to [City:oslo] tomorrow',
    'i need a ticket to [City:paris]',
    'get me on a plane to [City:madrid]',
    'a flight to [City:lisbon] next friday please',
    'i want to fly to [City:vienna]',
    'find flights to [City:dublin] on monday',
    'two tickets to [City:athens]',
    'can i fly to [City:prague] tonight',
    'book me a seat to [City:berlin]',
  ],
  CheckWeather: [
    'what is the weather in [City:rome]',
    'will it rain in [City:oslo] tomorrow',
    'how warm is it in [City:madrid]',
    'is it sunny in [City:paris] today',
    'weather forecast for [City:vienna]',
    'do i need an umbrella in [City:dublin]',
    'temperature in [City:athens] right now',
    'is there snow in [City:prague]',
  ],
  CancelTrip: [
    'cancel my trip',
    'i want to cancel the booking',
    'please call off my flight',
    'i no longer need the ticket',
    'drop my reservation',
    'undo the booking i made',
    'cancel everything',
    'i changed my mind about the trip',
  ],
  None: ['tell me a joke', 'how old are you', 'sing a song', 'what is two plus two', 'who won the match', 'play some music'],
};

export const create: SampleModule['create'] = async ({ client, onProgress }) => {
  onProgress('Creating the app');
  const appId = await client.post<string>(`${AUTHORING}/apps/`, {
    name: await unusedName(client),
    culture: 'en-us',
    description: 'Created by the console as a sample.',
  });
  const version = `${AUTHORING}/apps/${appId}/versions/0.1`;
  for (const name of ['BookFlight', 'CheckWeather', 'CancelTrip']) await client.post(`${version}/intents`, { name });
  await client.post(`${version}/entities`, { name: 'City' });
  await client.post(`${version}/prebuilts`, ['datetimeV2', 'number']);
  onProgress('Adding labeled utterances');
  await client.post(
    `${version}/examples`,
    Object.entries(UTTERANCES).flatMap(([intent, texts]) => texts.map((marked) => labeled(intent, marked))),
  );
  onProgress('Training');
  await client.post(`${version}/train`);
  await askUntil(['understanding.train'], async () => {
    const models = await client.get<{ details: { status: string; failureReason?: string } }[]>(`${version}/train`, {
      quiet: true,
    });
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

/** App names are unique. */
async function unusedName(client: Client): Promise<string> {
  const apps = await client.get<{ name: string }[]>(`${AUTHORING}/apps/`, { query: { take: 500 } });
  const existing = new Set(apps.map(({ name }) => name));
  let name = NAME;
  for (let n = 2; existing.has(name); n++) name = `${NAME} ${n}`;
  return name;
}

interface Label {
  entityName: string;
  startCharIndex: number;
  endCharIndex: number;
}

function labeled(intentName: string, marked: string): { text: string; intentName: string; entityLabels: Label[] } {
  const entityLabels: Label[] = [];
  let text = '';
  for (const [, plain, entityName, phrase] of marked.matchAll(/([^[]+)|\[(\w+):([^\]]+)\]/g)) {
    if (plain === undefined)
      entityLabels.push({ entityName: entityName!, startCharIndex: text.length, endCharIndex: text.length + phrase!.length - 1 });
    text += plain ?? phrase;
  }
  return { text, intentName, entityLabels };
}
