/** How well a version tells its intents apart: what training found out in cross-validation, utterance by utterance. */
import { evaluate } from '../../../engines/intents/evaluate.ts';
import type { HeldOut } from '../model.ts';
import { Evaluation } from '../schemas.ts';
import { trainings } from '../store.ts';
import { versionOperation } from './editing.ts';

const NEVER = { trainedDateTime: null, isCurrent: false, accuracy: null, intents: [], utterances: [] };

export const getEvaluation = versionOperation({
  id: 'understanding.getEvaluation',
  summary: 'Get what the last training of a version said of each utterance without having been shown it: cross-validation of intents',
  route: 'GET /evaluation',
  replies: { 200: Evaluation },
  async run({ owner, version }, _call, { records, blobs }) {
    const trained = (await records.get(trainings, owner, version.value.uid))?.value.trained;
    const bytes = trained?.evaluation === undefined ? undefined : await blobs.get(owner, trained.evaluation);
    if (!bytes) return { status: 200, body: NEVER };
    const utterances = JSON.parse(Buffer.from(bytes).toString()) as HeldOut[];
    const { classes, accuracy } = evaluate(utterances.map(({ intentLabel, predictedIntent }) => ({ expected: [intentLabel], predicted: [predictedIntent] })));
    const intents = [...classes].map(([name, { precision, recall, f1, truePositives, falseNegatives }]) => ({ name, utterances: truePositives + falseNegatives, precision, recall, f1 }));
    return { status: 200, body: { trainedDateTime: new Date(trained!.at).toISOString(), isCurrent: trained!.revision === version.value.revision, accuracy, intents, utterances } };
  },
});
