/** How programs reach the account: the endpoint, the keys, and the vendor's unmodified clients. */
import type { JSX } from 'preact';
import type { Account } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';
import { SelectField } from '../../kit/form.tsx';
import { Card, Code, CopyButton, Facts } from '../../kit/parts.tsx';
import { canUseArea, setQuery, usePages, useRoute } from '../../kit/router.tsx';

export function Connect({ account: { id, kind } }: { account: Account }): JSX.Element {
  const pages = usePages();
  const requested = useRoute().query.get('client');
  const reached = vendorClients.filter(({ area }) =>
    canUseArea(
      pages.find(({ path }) => path === area)!,
      kind,
    ),
  );
  const {
    area,
    name,
    version,
    also = [],
    needs,
    argument = '',
    program,
  } = reached.find((one) => one.area === requested) ?? reached[0] ?? vendorClients[0]!;
  const key = async (): Promise<string> => (await manager.post<{ key1: string }>(`${id}/listKeys`)).key1;
  return (
    <div class="stack">
      <Card title="Connect your client">
        <Facts
          rows={[
            [
              'Endpoint',
              <span class="row">
                <code>{location.origin}</code>
                <CopyButton text={location.origin} label="Copy endpoint" />
              </span>,
            ],
            [
              'Key',
              <span class="row">
                <code>Ocp-Apim-Subscription-Key</code>
                <CopyButton text={key} label="Copy key 1" />
              </span>,
            ],
          ]}
        />
      </Card>
      <Card title="Use the vendor's client">
        <div class="stack">
          <SelectField
            label="Client"
            value={area}
            onInput={(client) => setQuery({ client })}
            options={reached.map((one) => ({
              value: one.area,
              label: `${pages.find(({ path }) => path === one.area)!.title}: ${one.name} ${one.version}`,
            }))}
          />
          <p class="soft">{needs}</p>
          <Code
            label="how to run it"
            text={[
              `npm install ${[`${name}@${version}`, ...also].join(' ')}`,
              `ENDPOINT=${location.origin} KEY=… node program.mjs${argument && ` ${argument}`}`,
            ].join('\n')}
          />
          <Code label="program.mjs" text={program} />
          <p class="soft small">
            Each of these programs is run by this project's tests. Clients of other versions and languages send the same calls; newer ones
            accept an http endpoint only if configured to, or use https: <code>npm start -- --tls</code>.
          </p>
        </div>
      </Card>
    </div>
  );
}

/** The supported vendor clients, each with a program to paste: it reads the endpoint and the key from its environment. */
export interface VendorClient {
  /** The page of its area. */
  area: string;
  name: string;
  version: string;
  /** Further packages to install. */
  also?: readonly string[];
  /** Prerequisites. */
  needs: string;
  /** Arguments of the program. */
  argument?: string;
  program: string;
}

const KEY_IN_HEADER = "const credentials = new ApiKeyCredentials({ inHeader: { 'Ocp-Apim-Subscription-Key': process.env.KEY } });";

const vendorClients: readonly VendorClient[] = [
  {
    area: 'documents',
    name: '@azure/ai-form-recognizer',
    version: '5.1.0',
    needs: 'A document of yours.',
    argument: 'letter.pdf',
    program: `import { readFile } from 'node:fs/promises';
import { AzureKeyCredential, DocumentAnalysisClient } from '@azure/ai-form-recognizer';

const credential = new AzureKeyCredential(process.env.KEY);
const client = new DocumentAnalysisClient(process.env.ENDPOINT, credential, { allowInsecureConnection: true });
const poller = await client.beginAnalyzeDocument('prebuilt-layout', await readFile(process.argv[2]));
const { content, tables } = await poller.pollUntilDone();
console.log(content, tables.length);`,
  },
  {
    area: 'faces',
    name: '@azure/cognitiveservices-face',
    version: '5.0.0',
    also: ['@azure/ms-rest-js'],
    needs: 'An image of yours.',
    argument: 'people.jpg',
    program: `import { readFile } from 'node:fs/promises';
import { FaceClient } from '@azure/cognitiveservices-face';
import { ApiKeyCredentials } from '@azure/ms-rest-js';

${KEY_IN_HEADER}
const client = new FaceClient(credentials, process.env.ENDPOINT);
const faces = await client.face.detectWithStream(await readFile(process.argv[2]), { returnFaceId: false, detectionModel: 'detection_03' });
console.log(faces.length, faces.map(({ faceRectangle }) => faceRectangle));`,
  },
  {
    area: 'conversations',
    name: '@azure/ai-language-conversations',
    version: '1.0.0-beta.1',
    needs: 'The conversations sample, created on the home page.',
    program: `import { AzureKeyCredential, ConversationAnalysisClient } from '@azure/ai-language-conversations';

const credential = new AzureKeyCredential(process.env.KEY);
const client = new ConversationAnalysisClient(process.env.ENDPOINT, credential, { allowInsecureConnection: true });
const { result } = await client.analyzeConversation({
  kind: 'Conversation',
  analysisInput: { conversationItem: { id: '1', participantId: '1', text: 'water the fern tomorrow' } },
  parameters: { projectName: 'Garden sample', deploymentName: 'production' },
});
console.log(result.prediction.topIntent, result.prediction.entities);`,
  },
  {
    area: 'texts',
    name: '@azure/ai-language-text',
    version: '1.1.0',
    needs: 'The texts sample, created on the home page.',
    program: `import { AzureKeyCredential, TextAnalysisClient } from '@azure/ai-language-text';

const credential = new AzureKeyCredential(process.env.KEY);
const client = new TextAnalysisClient(process.env.ENDPOINT, credential, { allowInsecureConnection: true });
const action = { kind: 'CustomSingleLabelClassification', projectName: 'Mail sample', deploymentName: 'production' };
const poller = await client.beginAnalyzeBatch([action], ['My parcel has not arrived yet.'], 'en');
for await (const { results } of await poller.pollUntilDone()) console.log(results[0].classifications);`,
  },
  {
    area: 'understanding',
    name: '@azure/cognitiveservices-luis-runtime',
    version: '5.0.0',
    also: ['@azure/ms-rest-js'],
    needs: 'The id of a published app, found in its URL here.',
    argument: 'APP-ID',
    program: `import { LUISRuntimeClient } from '@azure/cognitiveservices-luis-runtime';
import { ApiKeyCredentials } from '@azure/ms-rest-js';

${KEY_IN_HEADER}
const client = new LUISRuntimeClient(credentials, process.env.ENDPOINT);
const { prediction } = await client.prediction.getSlotPrediction(process.argv[2], 'production', { query: 'fly me to rome' });
console.log(prediction.topIntent, prediction.entities);`,
  },
  {
    area: 'ranking',
    name: '@azure/cognitiveservices-personalizer',
    version: '2.0.1',
    also: ['@azure/ms-rest-js'],
    needs: 'Nothing: it ranks and sends a reward.',
    program: `import { PersonalizerClient } from '@azure/cognitiveservices-personalizer';
import { ApiKeyCredentials } from '@azure/ms-rest-js';

${KEY_IN_HEADER}
const client = new PersonalizerClient(credentials, process.env.ENDPOINT);
const { eventId, rewardActionId } = await client.rank({
  contextFeatures: [{ time: 'evening' }],
  actions: [{ id: 'pasta', features: [{ taste: 'savoury' }] }, { id: 'ice cream', features: [{ taste: 'sweet' }] }],
});
await client.events.reward(eventId, { value: rewardActionId === 'ice cream' ? 1 : 0 });
console.log(rewardActionId);`,
  },
];
