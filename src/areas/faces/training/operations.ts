/** Training of galleries: start, get the status. */
import { inGroup, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import { Change } from '../../../kernel/change.ts';
import { faceFailure } from '../failures.ts';
import { EXAMPLE_GALLERY, findGallery, galleryFailures } from '../lookup.ts';
import { LARGE_FACE_LIST, LARGE_PERSON_GROUP, PERSON_GROUP } from '../model.ts';
import type { TrainedGalleryKind } from '../model.ts';
import { operation } from '../services.ts';
import type { FaceServices } from '../services.ts';
import { galleries, idFromKey, trainings } from '../store.ts';
import { getVersion } from '../versions.ts';
import { TRAIN_JOB } from './job.ts';
import type { TrainInput } from './job.ts';
import { TrainingView, isInProgress, readTrainingStatus, trainingView } from './status.ts';

function trainGallery(id: string, kind: TrainedGalleryKind): Operation<FaceServices> {
  const { name, title, path, idField } = kind;
  return operation({
    id,
    summary: `Train a ${title.toLowerCase()}, so that searches find what was added to it`,
    route: `POST /${path}/{${idField}}/train`,
    replies: { 202: null },
    fails: [...galleryFailures(kind), `${name}TrainingNotFinished`],
    example: { params: { [idField]: EXAMPLE_GALLERY } },
    async run({ account, params, version, link }, services) {
      const { records, jobs } = services;
      const gallery = await findGallery(kind, account.id, params, records);
      const { uid } = gallery.value;
      const previous = await records.get(trainings, account.id, uid);
      if (previous && isInProgress(await readTrainingStatus(previous, account.id, services)))
        throw faceFailure(`${name}TrainingNotFinished`);
      const change = new Change().expect(galleries, account.id, gallery);
      const input: TrainInput = { path, id: idFromKey(gallery.key), uid };
      const { id: job, createdAt } = jobs.enqueue(change, {
        account: account.id,
        kind: TRAIN_JOB,
        input,
        subject: { id: `${path}/${input.id}`, name: gallery.value.name },
      });
      if (previous) change.replace(trainings, account.id, previous, { job, createdAt, lastSuccessAt: previous.value.lastSuccessAt });
      else change.create(trainings, account.id, uid, { job, createdAt });
      const headers = { 'operation-location': link(`/${path}/{${idField}}/training`, params) };
      return reply(202, undefined, { change, ...(getVersion(version).sendsOperationLocation && { headers }) });
    },
  });
}

function getTrainingStatus(id: string, kind: TrainedGalleryKind): Operation<FaceServices> {
  const { name, title, path, idField } = kind;
  return operation({
    id,
    summary: `Get the training status of a ${title.toLowerCase()}`,
    route: `GET /${path}/{${idField}}/training`,
    replies: { 200: TrainingView },
    fails: [...galleryFailures(kind), `${name}NotTrained`],
    example: { params: { [idField]: EXAMPLE_GALLERY } },
    async run({ account, params, version }, services) {
      const { uid } = (await findGallery(kind, account.id, params, services.records)).value;
      const training = await services.records.get(trainings, account.id, uid);
      if (!training) throw faceFailure(`${name}NotTrained`);
      return reply(200, trainingView(await readTrainingStatus(training, account.id, services), version));
    },
  });
}

export const trainingOperations: Operation<FaceServices>[] = [
  ...inGroup('Person groups', [
    trainGallery('faces.trainPersonGroup', PERSON_GROUP),
    getTrainingStatus('faces.getPersonGroupTrainingStatus', PERSON_GROUP),
  ]),
  ...inGroup('Large person groups', [
    trainGallery('faces.trainLargePersonGroup', LARGE_PERSON_GROUP),
    getTrainingStatus('faces.getLargePersonGroupTrainingStatus', LARGE_PERSON_GROUP),
  ]),
  ...inGroup('Large face lists', [
    trainGallery('faces.trainLargeFaceList', LARGE_FACE_LIST),
    getTrainingStatus('faces.getLargeFaceListTrainingStatus', LARGE_FACE_LIST),
  ]),
];
