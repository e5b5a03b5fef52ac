/** Training of galleries: asked for, and looked at. */
import type { FaceServices } from '../services.ts';
import type { Static } from 'typebox';
import { Type } from '../../../kernel/schema.ts';
import { reply } from '../../../kernel/operation.ts';
import { operation } from '../services.ts';
import type { Operation } from '../../../kernel/operation.ts';
import { Change } from '../../../kernel/change.ts';
import { faceFailure } from '../failures.ts';
import { galleryAt } from '../galleries/lookup.ts';
import type { GalleryKind } from '../model.ts';
import { galleries, trainings } from '../store.ts';
import { isUnderWay, standingOf } from './status.ts';
import type { TrainingStanding } from './status.ts';
import { TRAIN } from './job.ts';
import type { TrainInput } from './job.ts';
import { versionNamed } from '../versions.ts';
import { EXAMPLE_GALLERY, galleryFails, galleryPath } from '../galleries/operations.ts';

export const TrainingView = Type.Object({
  status: Type.String(), createdDateTime: Type.String(), lastActionDateTime: Type.String(),
  lastSuccessfulTrainingDateTime: Type.Optional(Type.String()), message: Type.Optional(Type.String()),
});

export const dateTime = (at: number): string => new Date(at).toISOString();

export function viewOf({ state, training, lastActionAt, message }: TrainingStanding, version: string): Static<typeof TrainingView> {
  return {
    status: state === 'notStarted' ? versionNamed(version).notStarted : state, createdDateTime: dateTime(training.createdAt), lastActionDateTime: dateTime(lastActionAt),
    lastSuccessfulTrainingDateTime: training.lastSuccessAt === undefined ? undefined : dateTime(training.lastSuccessAt), message,
  };
}

export function trainingOperations(kind: GalleryKind): Operation<FaceServices>[] {
  if (!kind.isTrained) return [];
  const { name, words, path, idField } = kind;
  const what = words.toLowerCase();
  const at = `/${path}/{${idField}}` as const;
  const statusPath = `${at}/training` as const;
  const params = { [idField]: EXAMPLE_GALLERY };

  return [
    operation({
      id: `faces.train${name}`, summary: `Train a ${what}, so that what was added to it is found`, route: `POST ${at}/train`, needs: 'authoring',
      params: galleryPath(kind), replies: { 202: null }, fails: [...galleryFails(kind), `${name}TrainingNotFinished`], example: { params },
      async run({ account, params: ids, version, link }, services) {
        const { records, jobs } = services;
        const gallery = await galleryAt(kind, account.id, ids[idField]!, records);
        const { uid } = gallery.value;
        const before = await records.get(trainings, account.id, uid);
        if (before && isUnderWay(await standingOf(before, account.id, services))) throw faceFailure(`${name}TrainingNotFinished`);
        const change = new Change().expect(galleries, account.id, gallery);
        const input: TrainInput = { path, id: ids[idField]!, uid };
        const { id: job, createdAt } = jobs.enqueue(change, { account: account.id, kind: TRAIN, input });
        if (before) change.replace(trainings, account.id, before, { job, createdAt, lastSuccessAt: before.value.lastSuccessAt });
        else change.create(trainings, account.id, uid, { job, createdAt });
        return reply(202, undefined, { change, headers: versionNamed(version).tellsOperation ? { 'operation-location': link(statusPath, ids) } : {} });
      },
    }),
    operation({
      id: `faces.get${name}TrainingStatus`, summary: `Get how the training of a ${what} stands`, route: `GET ${statusPath}`, needs: 'authoring',
      params: galleryPath(kind), replies: { 200: TrainingView }, fails: [...galleryFails(kind), `${name}NotTrained`], example: { params },
      async run({ account, params: ids, version }, services) {
        const { value: { uid } } = await galleryAt(kind, account.id, ids[idField]!, services.records);
        const read = await services.records.get(trainings, account.id, uid);
        if (!read) throw faceFailure(`${name}NotTrained`);
        return reply(200, viewOf(await standingOf(read, account.id, services), version));
      },
    }),
  ];
}
