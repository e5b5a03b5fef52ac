/**
 * An operation of ours: how a gallery stands, in one call that no gallery is refused. How many are in it, how its last training went, and how
 * many of them searches compare with, which is what the line of identify follows from.
 */
import type { FaceServices } from '../services.ts';
import { Type } from '../../../kernel/schema.ts';
import { reply } from '../../../kernel/operation.ts';
import { operation } from '../services.ts';
import type { Operation } from '../../../kernel/operation.ts';
import { identifyThreshold, similarThreshold } from '../../../engines/faces/search/calibration.ts';
import { galleryAt } from './lookup.ts';
import type { GalleryKind, Trained } from '../model.ts';
import { trained, trainings } from '../store.ts';
import { talliesOf } from './limits.ts';
import { standingOf } from '../training/status.ts';
import { EXAMPLE_GALLERY, galleryFails, galleryPath, membersOf } from './operations.ts';
import { TrainingView, dateTime, viewOf } from '../training/operations.ts';

const Searched = Type.Object({ persons: Type.Optional(Type.Integer()), faces: Type.Integer(), trainedDateTime: Type.String(), defaultThreshold: Type.Number() });
const Overview = Type.Object({ members: Type.Integer(), training: Type.Optional(TrainingView), searched: Type.Optional(Searched) });

export function overviewOperations(kind: GalleryKind): Operation<FaceServices>[] {
  if (!kind.isTrained) return [];
  const { name, words, path, idField, holds } = kind;
  const searchedOf = ({ owners, rows, trainedAt }: Trained) => holds === 'persons'
    ? { persons: owners, faces: rows, trainedDateTime: dateTime(trainedAt), defaultThreshold: identifyThreshold({ persons: owners, faces: rows }) }
    : { faces: rows, trainedDateTime: dateTime(trainedAt), defaultThreshold: similarThreshold(rows) };

  return [operation({
    id: `faces.get${name}Overview`, summary: `Tell how many ${holds} a ${words.toLowerCase()} has, how its training stands and what searches compare with`, route: `GET /${path}/{${idField}}/overview`, needs: 'authoring',
    params: galleryPath(kind), replies: { 200: Overview }, fails: galleryFails(kind), example: { params: { [idField]: EXAMPLE_GALLERY } },
    async run({ account, params: ids, version }, services) {
      const { records } = services;
      const gallery = await galleryAt(kind, account.id, ids[idField]!, records);
      const { uid } = gallery.value;
      const [counts, training, model] = await Promise.all([talliesOf(membersOf(kind, account.id, gallery), records), records.get(trainings, account.id, uid), records.get(trained, account.id, uid)]);
      return reply(200, {
        members: counts.reduce((sum, { value }) => sum + value.count, 0),
        training: training && viewOf(await standingOf(training, account.id, services), version),
        searched: model && searchedOf(model.value),
      });
    },
  })];
}
