/** What the examples of versions 2 of the document area need. */
import { writeArtifact } from '../../src/areas/documents/artifact.ts';
import { TARGET_HEADER, TOKEN_HEADER } from '../../src/areas/documents/copying/copy-target.ts';
import { packForm } from '../../src/areas/documents/v2/copying/package.ts';
import { readCopyToken } from '../../src/areas/documents/v2/copying/token.ts';
import type { FormModel } from '../../src/areas/documents/v2/model.ts';
import { formModels } from '../../src/areas/documents/v2/store.ts';
import { Change } from '../../src/kernel/change.ts';
import type { PreparedCall, TestAccount } from './prepared-call.ts';

type Preparation = (place: TestAccount) => Promise<Partial<PreparedCall>>;

const BASE = '/formanalysis/v2.1';
const MODEL_IDS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const PDF = { body: Buffer.from('%PDF-1.4'), headers: { 'content-type': 'application/pdf' } };

function modelOf(modelId: string): FormModel {
  return {
    modelId,
    version: 'v2.1',
    createdAt: 0,
    updatedAt: 0,
    modelName: 'orders',
    kind: 'labelled',
    results: [
      {
        averageModelAccuracy: 1,
        trainingDocuments: [{ documentName: 'one.pdf', pages: 1, status: 'succeeded', errors: [] }],
        fields: [{ fieldName: 'Name', accuracy: 1 }],
      },
    ],
    errors: [],
  };
}

const storeForms: Preparation = async ({ app, account }) => {
  const change = new Change();
  for (const modelId of MODEL_IDS) {
    const artefact = await app.blobs.put(account, writeArtifact([{ docType: modelId, learned: Buffer.from('learned') }]));
    change.put(formModels, account, modelId, { ...modelOf(modelId), artefact });
  }
  await app.store.commit(change);
  return { params: { modelId: MODEL_IDS[0] } };
};

const lastPart = (address: unknown): string => String(address).split('/').at(-1)!;

/** Starts an analysis and names its result. */
function startAnalysis(path: string): Preparation {
  return async (place) => {
    const { params = {} } = path.startsWith('/custom') ? await storeForms(place) : {};
    const { headers } = await place.app.call({ method: 'POST', url: `${BASE}${path}/analyze`, key: place.key, ...PDF });
    return { params: { ...params, resultId: lastPart(headers['operation-location']) } };
  };
}

const startCopy: Preparation = async (place) => {
  await storeForms(place);
  const { headers } = await place.app.call({
    method: 'POST',
    url: `${BASE}/custom/models/${MODEL_IDS[0]}/copy`,
    key: place.key,
    body: {
      targetResourceId: 'x',
      targetResourceRegion: 'local',
      copyAuthorization: { modelId: MODEL_IDS[1], accessToken: '0', expirationDateTimeTicks: 1 },
    },
  });
  return { params: { modelId: MODEL_IDS[0], resultId: lastPart(headers['operation-location']) } };
};

const authorizeUpload: Preparation = async ({ app, key }) => {
  const { modelId, accessToken } = (await app.call({ method: 'POST', url: `${BASE}/custom/models/copyAuthorization`, key })).json<{
    modelId: string;
    accessToken: string;
  }>();
  const url = '/documentanalysis/documentModels:authorizeCopy?api-version=2024-11-30';
  const { targetResourceId } = (await app.call({ method: 'POST', url, key, body: { modelId: 'other' } })).json<{
    targetResourceId: string;
  }>();
  return {
    params: { modelId },
    body: Buffer.from(packForm(modelOf(modelId), Buffer.from('learned'))),
    headers: {
      [TOKEN_HEADER]: readCopyToken(accessToken)!.secret,
      [TARGET_HEADER]: targetResourceId,
      'content-type': 'application/octet-stream',
    },
  };
};

const PREBUILT = ['Receipt', 'BusinessCard', 'IdDocument', 'Invoice'];
const sendPdf: Preparation = () => Promise.resolve(PDF);

export const FORM_PREPARATIONS: Readonly<Record<string, Preparation>> = {
  'documentsV2.analyzeLayout': sendPdf,
  'documentsV2.getAnalyzeLayoutResult': startAnalysis('/layout'),
  ...Object.fromEntries(
    PREBUILT.flatMap((name) => [
      [`documentsV2.analyze${name}`, sendPdf],
      [`documentsV2.getAnalyze${name}Result`, startAnalysis(`/prebuilt/${name[0]!.toLowerCase()}${name.slice(1)}`)],
    ]),
  ),
  'documentsV2.analyzeForm': async (place) => ({ ...(await storeForms(place)), ...PDF }),
  'documentsV2.getAnalyzeFormResult': startAnalysis(`/custom/models/${MODEL_IDS[0]}`),
  'documentsV2.listForms': storeForms,
  'documentsV2.getForm': storeForms,
  'documentsV2.deleteForm': storeForms,
  'documentsV2.composeForms': async (place) => {
    await storeForms(place);
    return {};
  },
  'documentsV2.copyForm': async (place) => {
    await storeForms(place);
    return {};
  },
  'documentsV2.getFormCopyResult': startCopy,
  'documentsV2.receiveForm': authorizeUpload,
};
