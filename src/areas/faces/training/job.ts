/** Training packs the faces of a gallery for searches. Searches use the previous model until one commit replaces it. */
import type { Ports } from '../../../kernel/ports.ts';
import type { JobHandlers } from '../../../kernel/job-handler.ts';
import { Change } from '../../../kernel/change.ts';
import { GALLERY_KINDS } from '../model.ts';
import type { GalleryKind } from '../model.ts';
import { galleries, galleryKey, trained, trainings } from '../store.ts';
import { packFaces } from './pack.ts';
import { saveModel } from './search-model.ts';

export const TRAIN_JOB = 'faces.train';

/** Stored as job input. */
export interface TrainInput {
  path: GalleryKind['path'];
  id: string;
  uid: string;
}

/** Share of packing in the reported progress; the rest is encryption and writing. */
const PACKING_SHARE = 0.9;

export const trainJobs: JobHandlers<Ports> = {
  async [TRAIN_JOB]({ account, input }, { services, signal, progress }) {
    const { path, id, uid } = input as TrainInput;
    const { records, clock } = services;
    const kind = GALLERY_KINDS.find((candidate) => candidate.path === path)!;
    const title = kind.title.toLowerCase();
    const ofPersons = kind.holds === 'persons';
    const packed = await packFaces({ account, uid, ofPersons, signal, onProgress: (done) => progress(PACKING_SHARE * done) }, services);

    const gallery = await records.get(galleries, account, galleryKey(kind, id));
    const training = await records.get(trainings, account, uid);
    if (gallery?.value.uid !== uid || !training)
      return { state: 'failed', errors: [{ code: 'NotFound', message: `The ${title} was deleted.` }] };
    const at = clock.now();
    if (packed.roster.rows === 0) {
      const problem = ofPersons ? `There is no person with a face in the ${title}.` : `There is no face in the ${title}.`;
      return {
        state: 'failed',
        errors: [{ code: 'NothingToTrain', message: problem }],
        ifFailed: new Change().replace(trainings, account, training, { ...training.value, ended: { at, problem } }),
      };
    }
    const change = new Change()
      .expect(galleries, account, gallery)
      .replace(trainings, account, training, { ...training.value, lastSuccessAt: at, ended: { at } });
    await saveModel(change, { account, uid, packed, previous: await records.get(trained, account, uid), trainedAt: at }, services);
    return { state: 'succeeded', change };
  },
};
