/** The main calls of each area, on the projects and models of the data folder that the upgrade test keeps. */
import { randomUUID } from 'node:crypto';
import { invoicePdf } from '../../../test/support/documents-invoice.ts';
import { createOrder, orderPdf } from '../../../test/support/documents-forms.ts';
import { pdfOf, renderPdf } from '../../../test/support/documents.ts';
import { GROUP_PHOTO } from '../../../test/support/people.ts';

const KEY = '5f339f510f28438b63500ae311b21388bd72d0aec5051f0cfd6151bbced910a2';
const APP = 'c5efe7e5-4e77-4acb-bdea-8228c9f6fbcb';
const POLL_MS = 50;

export interface ScaleCall {
  name: string;
  /** How many are measured, and how many at the same time. */
  calls: number;
  concurrency: number;
  run(client: HttpClient, n: number): Promise<unknown>;
}

/** Counts the bytes of bodies in both directions. */
export class HttpClient {
  readonly #address: string;
  received = 0;
  sent = 0;

  constructor(address: string) {
    this.#address = address;
  }

  async send<T>(route: string, body?: object | Buffer, contentType = 'application/json'): Promise<{ body: T; location?: string }> {
    const [method, path] = route.split(' ', 2) as [string, string];
    const bytes = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const response = await fetch(new URL(path, this.#address), {
      method,
      headers: { 'ocp-apim-subscription-key': KEY, ...(bytes && { 'content-type': contentType }) },
      ...(bytes && { body: new Uint8Array(bytes) }),
    });
    const answer = await response.text();
    this.sent += bytes?.length ?? 0;
    this.received += answer.length;
    if (response.status >= 300) throw new Error(`${route}: ${response.status} ${answer.slice(0, 300)}`);
    const location = response.headers.get('operation-location') ?? undefined;
    return { body: (answer === '' ? undefined : JSON.parse(answer)) as T, ...(location !== undefined && { location }) };
  }

  /** Polls until the work is done. */
  async wait(location: string | undefined): Promise<void> {
    const { pathname, search } = new URL(location!);
    for (;;) {
      const { body } = await this.send<{ status: string }>(`GET ${pathname}${search}`);
      if (/succeeded/i.test(body.status)) return;
      if (/failed|cancelled/i.test(body.status)) throw new Error(JSON.stringify(body).slice(0, 300));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

const RANKING = '/ranking/v1.1-preview.3';
const rankBody = (n: number): { eventId: string; contextFeatures: object[]; actions: object[] } => ({
  eventId: randomUUID(),
  contextFeatures: [{ time: n % 2 ? 'evening' : 'morning', device: 'phone', weekday: n % 7 }],
  actions: ['pasta', 'ice-cream', 'salad', 'soup', 'bread'].map((id) => ({ id, features: [{ taste: id, price: id.length }] })),
});

function analysis(name: string, model: string, file: Buffer, type: string, calls: number): ScaleCall {
  return {
    name,
    calls,
    concurrency: 2,
    async run(client) {
      const route = `POST /documentanalysis/documentModels/${model}:analyze?api-version=2024-11-30`;
      await client.wait((await client.send(route, file, type)).location);
    },
  };
}

export async function scaleCalls(): Promise<ScaleCall[]> {
  const lines = Array.from({ length: 40 }, (_, n) => `Line ${n + 1} of a letter that was printed and scanned, number ${150 + n}`);
  const pdf = await pdfOf([lines]);
  const scan = await renderPdf(pdf, { dpi: 150 });
  const invoice = await invoicePdf();
  const order = await orderPdf(createOrder(7));
  const detect = '/face/v1.0/detect?returnFaceId=true';
  return [
    { name: 'read a list of one (no engine)', calls: 2000, concurrency: 8, run: (client) => client.send('GET /face/v1.0/persongroups') },
    { name: 'rank, 5 actions', calls: 2000, concurrency: 8, run: (client, n) => client.send(`POST ${RANKING}/rank`, rankBody(n)) },
    {
      name: 'rank and reward',
      calls: 1000,
      concurrency: 8,
      async run(client, n) {
        const body = rankBody(n);
        await client.send(`POST ${RANKING}/rank`, body);
        await client.send(`POST ${RANKING}/events/${body.eventId}/reward`, { value: 1 });
      },
    },
    {
      name: 'understanding: predict',
      calls: 1000,
      concurrency: 8,
      run: (client, n) =>
        client.send(`GET /luis/prediction/v3.0/apps/${APP}/slots/production/predict?query=plant%20willow%20number%20${n}`),
    },
    {
      name: 'conversations: analyze',
      calls: 1000,
      concurrency: 8,
      run: (client, n) =>
        client.send('POST /language/:analyze-conversations?api-version=2022-05-01', {
          kind: 'Conversation',
          analysisInput: { conversationItem: { id: '1', participantId: '1', text: `goodbye, and thanks for all ${n} of them` } },
          parameters: { projectName: 'Greeter', deploymentName: 'production', stringIndexType: 'Utf16CodeUnit' },
        }),
    },
    {
      name: 'texts: job of one document',
      calls: 100,
      concurrency: 4,
      async run(client, n) {
        const { location } = await client.send('POST /language/analyze-text/jobs?api-version=2022-05-01', {
          analysisInput: { documents: [{ id: '1', language: 'en', text: `please pay the bill number ${n} by Friday` }] },
          tasks: [{ kind: 'CustomSingleLabelClassification', parameters: { projectName: 'Post', deploymentName: 'production' } }],
        });
        await client.wait(location);
      },
    },
    analysis('documents: read a page of text', 'prebuilt-read', pdf, 'application/pdf', 12),
    analysis('documents: read a scanned page', 'prebuilt-read', scan, 'image/png', 8),
    analysis('documents: layout of a scanned page', 'prebuilt-layout', scan, 'image/png', 8),
    analysis('documents: invoice', 'prebuilt-invoice', invoice, 'application/pdf', 10),
    analysis('documents: custom model', 'orders', order, 'application/pdf', 10),
    {
      name: 'faces: detect 4 in 800 px',
      calls: 16,
      concurrency: 2,
      run: (client) => client.send(`POST ${detect}`, GROUP_PHOTO, 'application/octet-stream'),
    },
    {
      name: 'faces: detect, then identify',
      calls: 16,
      concurrency: 2,
      async run(client) {
        const { body } = await client.send<{ faceId: string }[]>(`POST ${detect}`, GROUP_PHOTO, 'application/octet-stream');
        await client.send('POST /face/v1.0/identify', { personGroupId: 'family', faceIds: body.map(({ faceId }) => faceId).slice(0, 4) });
      },
    },
    {
      name: 'training: person group of 2',
      calls: 5,
      concurrency: 1,
      async run(client) {
        const read = async (): Promise<{ status: string; lastActionDateTime: string }> =>
          (await client.send<{ status: string; lastActionDateTime: string }>('GET /face/v1.0/persongroups/family/training')).body;
        await client.send('POST /face/v1.0/persongroups/family/train');
        while ((await read()).status !== 'succeeded') await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      },
    },
    {
      name: 'training: conversation project, few texts',
      calls: 3,
      concurrency: 1,
      async run(client, n) {
        const { location } = await client.send(
          'POST /language/authoring/analyze-conversations/projects/Greeter/:train?api-version=2023-04-01',
          {
            modelLabel: `scale-${n}-${Date.now()}`,
            trainingMode: 'standard',
            evaluationOptions: { kind: 'percentage', testingSplitPercentage: 20, trainingSplitPercentage: 80 },
          },
        );
        await client.wait(location);
      },
    },
  ];
}
