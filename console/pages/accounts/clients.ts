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

export const vendorClients: readonly VendorClient[] = [
  {
    area: 'documents', name: '@azure/ai-form-recognizer', version: '5.1.0', needs: 'A document of yours.', argument: 'letter.pdf',
    program: `import { readFile } from 'node:fs/promises';
import { AzureKeyCredential, DocumentAnalysisClient } from '@azure/ai-form-recognizer';

const client = new DocumentAnalysisClient(process.env.ENDPOINT, new AzureKeyCredential(process.env.KEY), { allowInsecureConnection: true });
const poller = await client.beginAnalyzeDocument('prebuilt-layout', await readFile(process.argv[2]));
const { content, tables } = await poller.pollUntilDone();
console.log(content, tables.length);`,
  },
  {
    area: 'faces', name: '@azure/cognitiveservices-face', version: '5.0.0', also: ['@azure/ms-rest-js'], needs: 'An image of yours.', argument: 'people.jpg',
    program: `import { readFile } from 'node:fs/promises';
import { FaceClient } from '@azure/cognitiveservices-face';
import { ApiKeyCredentials } from '@azure/ms-rest-js';

${KEY_IN_HEADER}
const client = new FaceClient(credentials, process.env.ENDPOINT);
const faces = await client.face.detectWithStream(await readFile(process.argv[2]), { returnFaceId: false, detectionModel: 'detection_03' });
console.log(faces.length, faces.map(({ faceRectangle }) => faceRectangle));`,
  },
  {
    area: 'conversations', name: '@azure/ai-language-conversations', version: '1.0.0-beta.1', needs: 'The conversations sample, created on the home page.',
    program: `import { AzureKeyCredential, ConversationAnalysisClient } from '@azure/ai-language-conversations';

const client = new ConversationAnalysisClient(process.env.ENDPOINT, new AzureKeyCredential(process.env.KEY), { allowInsecureConnection: true });
const { result } = await client.analyzeConversation({
  kind: 'Conversation',
  analysisInput: { conversationItem: { id: '1', participantId: '1', text: 'water the fern tomorrow' } },
  parameters: { projectName: 'Garden sample', deploymentName: 'production' },
});
console.log(result.prediction.topIntent, result.prediction.entities);`,
  },
  {
    area: 'texts', name: '@azure/ai-language-text', version: '1.1.0', needs: 'The texts sample, created on the home page.',
    program: `import { AzureKeyCredential, TextAnalysisClient } from '@azure/ai-language-text';

const client = new TextAnalysisClient(process.env.ENDPOINT, new AzureKeyCredential(process.env.KEY), { allowInsecureConnection: true });
const action = { kind: 'CustomSingleLabelClassification', projectName: 'Mail sample', deploymentName: 'production' };
const poller = await client.beginAnalyzeBatch([action], ['My parcel has not arrived yet.'], 'en');
for await (const { results } of await poller.pollUntilDone()) console.log(results[0].classifications);`,
  },
  {
    area: 'understanding', name: '@azure/cognitiveservices-luis-runtime', version: '5.0.0', also: ['@azure/ms-rest-js'], needs: 'The id of a published app, found in its URL here.', argument: 'APP-ID',
    program: `import { LUISRuntimeClient } from '@azure/cognitiveservices-luis-runtime';
import { ApiKeyCredentials } from '@azure/ms-rest-js';

${KEY_IN_HEADER}
const client = new LUISRuntimeClient(credentials, process.env.ENDPOINT);
const { prediction } = await client.prediction.getSlotPrediction(process.argv[2], 'production', { query: 'fly me to rome' });
console.log(prediction.topIntent, prediction.entities);`,
  },
  {
    area: 'ranking', name: '@azure/cognitiveservices-personalizer', version: '2.0.1', also: ['@azure/ms-rest-js'], needs: 'Nothing: it ranks and sends a reward.',
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
