import { Change } from '../../../../kernel/change.ts';
import { reply } from '../../../../kernel/operation.ts';
import { MAX_ARTIFACT_BYTES, UnknownArtifact, readArtifact, writeArtifact } from '../../artifact.ts';
import type { ModelPart } from '../../artifact.ts';
import { RETRY_AFTER } from '../../replies.ts';
import { operation } from '../../services.ts';
import type { DocumentServices } from '../../services.ts';
import { CUSTOM_INPUT, formFailure } from '../failures.ts';
import { MAX_COMPONENTS } from '../model.ts';
import type { FormModel } from '../model.ts';
import { ComposeFormsRequest } from '../schemas.ts';
import { formModels } from '../store.ts';
import { LATER_FORM_VERSIONS } from '../versions.ts';
import { checkModelLimit } from './lookup.ts';
import { MODEL_PATH } from './operations.ts';

/** Models that were trained with labels, or composed of such. */
async function getComponent({ records }: DocumentServices, account: string, modelId: string): Promise<FormModel> {
  const model = (await records.get(formModels, account, modelId))?.value;
  if (model?.artefact === undefined || model.kind === 'unlabelled') throw formFailure('FormModelNotReady', { modelId });
  return model;
}

/** The trained data of a model; its own part has its id, the parts of a composed one those of their models. */
async function partsOf({ modelId, kind, artefact }: FormModel, account: string, { blobs }: DocumentServices): Promise<ModelPart[]> {
  const bytes = await blobs.get(account, artefact!);
  if (!bytes) throw formFailure('FormModelNotReady', { modelId });
  try {
    const parts = readArtifact(bytes);
    return kind === 'composed' ? parts : parts.map(({ learned }) => ({ docType: modelId, learned }));
  } catch (problem) {
    if (!(problem instanceof UnknownArtifact)) throw problem;
    throw formFailure('FormComposeError', { details: `the file of ${modelId} cannot be used: ${problem.message}.` });
  }
}

const composeForms = operation({
  id: 'documentsV2.composeForms',
  summary: 'Compose models into one; each form is analyzed with the component whose forms it is most similar to',
  route: 'POST /custom/models/compose',
  versions: LATER_FORM_VERSIONS,
  inThread: 'largeBody',
  body: ComposeFormsRequest,
  replies: { 201: null },
  fails: ['FormModelIdsInvalid', 'FormModelNotReady', 'FormModelLimit', 'FormComposeError'],
  badInput: CUSTOM_INPUT,
  example: { body: { modelIds: ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'], modelName: 'both' } },
  async run({ account, body: { modelIds, modelName }, version, link }, services) {
    const names = [...new Set(modelIds.map((id) => id.toLowerCase()))];
    if (names.length < 2) throw formFailure('FormModelIdsInvalid');
    if (names.length > MAX_COMPONENTS) throw formFailure('FormComposeError', { details: `it may have ${MAX_COMPONENTS} models.` });
    const components = await Promise.all(names.map((name) => getComponent(services, account.id, name)));
    await checkModelLimit(services, account.id);
    const parts = (await Promise.all(components.map((component) => partsOf(component, account.id, services)))).flat();
    const unique = [...new Map(parts.map((part) => [part.docType, part])).values()];
    if (unique.length > MAX_COMPONENTS) throw formFailure('FormComposeError', { details: `it may have ${MAX_COMPONENTS} models.` });
    const artifact = writeArtifact(unique);
    if (artifact.length > MAX_ARTIFACT_BYTES) throw formFailure('FormComposeError', { details: 'the composed model is too large.' });
    const [modelId, at] = [services.ids.uuid(), services.clock.now()];
    const results = components.flatMap((component) =>
      component.kind === 'composed' ? component.results : component.results.map((result) => ({ ...result, modelId: component.modelId })),
    );
    const model: FormModel = {
      modelId,
      version,
      createdAt: at,
      updatedAt: at,
      ...(modelName !== undefined && { modelName }),
      kind: 'composed',
      results: [...new Map(results.map((result) => [result.modelId, result])).values()],
      errors: [],
      artefact: await services.blobs.put(account.id, artifact),
    };
    const change = new Change().create(formModels, account.id, modelId, model);
    return reply(201, undefined, { headers: { location: link(MODEL_PATH, { modelId }), ...RETRY_AFTER }, change });
  },
});

export const formCompositionOperations = [composeForms];
