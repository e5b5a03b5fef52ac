/** Training packs the faces of a gallery for searches. Searches go on with what was packed before until the new is whole; then the record changes hands in one commit. */
import type { Ports } from '../../../kernel/ports.ts';
import type { JobHandlers } from '../../../kernel/job.ts';
import { Change } from '../../../kernel/change.ts';
import { GALLERY_KINDS } from '../model.ts';
import type { GalleryKind } from '../model.ts';
import { galleries, galleryKey, trained, trainings } from '../store.ts';
import { keepPacked } from './save-model.ts';
import { packFaces } from './pack.ts';

export const TRAIN = 'faces.train';

export interface TrainInput { path: GalleryKind['path']; id: string; uid: string }

/** Of the work: packing comes before sealing and writing. */
const PACKING = 0.9;

export const trainJobs: JobHandlers<Ports> = {
  async [TRAIN]({ account, input }, { services, signal, progress }) {
    const { path, id, uid } = input as TrainInput;
    const { records, clock } = services;
    const kind = GALLERY_KINDS.find((one) => one.path === path)!;
    const ofPersons = kind.holds === 'persons';
    const packed = await packFaces({ account, uid, ofPersons, signal, onProgress: (done) => progress(PACKING * done) }, services);

    const gallery = await records.get(galleries, account, galleryKey(kind, id));
    const training = await records.get(trainings, account, uid);
    if (gallery?.value.uid !== uid || !training) return { state: 'failed', errors: [{ code: 'NotFound', message: `The ${kind.words.toLowerCase()} was deleted.` }] };
    const at = clock.now();
    if (packed.roster.rows === 0) {
      const problem = ofPersons ? `There is no person with a face in the ${kind.words.toLowerCase()}.` : `There is no face in the ${kind.words.toLowerCase()}.`;
      return {
        state: 'failed', errors: [{ code: 'NothingToTrain', message: problem }],
        ifFailed: new Change().replace(trainings, account, training, { ...training.value, ended: { at, problem } }),
      };
    }
    const change = new Change().expect(galleries, account, gallery).replace(trainings, account, training, { ...training.value, lastSuccessAt: at, ended: { at } });
    await keepPacked(change, { account, uid, packed, before: await records.get(trained, account, uid), trainedAt: at }, services);
    return { state: 'succeeded', change };
  },
};
