/** Order forms of a nursery: six are generated, analyzed and labeled, and a model is built from them. */
import { operationPath } from '../../kit/api.ts';
import { askUntil } from '../../kit/changes.ts';
import { getOperationStatus, modelPath, putFile, toJsonFile, versioned } from './calls.ts';
import { assignLabel, findWords, formPages, type Labels } from './labels.ts';
import { drawPdf, line, text } from './draw-pdf.ts';
import { LABELS, toStoredField, writeFields } from './training-files.ts';
import { analyzeLayout } from './training-set.ts';
import type { SampleModule } from '../../kit/sample-account.ts';

const SET_ID = 'order-forms';
const FORMS = 6;
const PEOPLE = ['Ada Moss', 'Ben Field', 'Cora Brook', 'Dan Hill', 'Eve Stone', 'Finn Marsh'];
const PLANTS = ['Maple', 'Rowan', 'Willow', 'Alder', 'Hazel', 'Juniper'];

const FIELDS = [
  toStoredField('Customer', 'string'),
  toStoredField('OrderDate', 'date'),
  toStoredField('Plant', 'string'),
  toStoredField('Total', 'currency'),
];
const CAPTIONS: Readonly<Record<string, string>> = {
  Customer: 'Customer name',
  OrderDate: 'Date of order',
  Plant: 'Plant wanted',
  Total: 'Sum to pay',
};

function order(n: number): Record<string, string> {
  return {
    Customer: PEOPLE[n % PEOPLE.length]!,
    OrderDate: `0${1 + n}/1${n}/2026`,
    Plant: PLANTS[(3 * n + 1) % PLANTS.length]!,
    Total: `$${120 + 37 * n}.50`,
  };
}

export const create: SampleModule['create'] = async ({ account, client, onProgress }) => {
  await putFile(client, SET_ID, 'fields.json', toJsonFile(writeFields(FIELDS)));
  for (let n = 0; n < FORMS; n++) {
    onProgress(`Analyzing and labeling form ${n + 1} of ${FORMS}`);
    const [name, values] = [`order-${n + 1}.pdf`, order(n)];
    const pdf = formPdf(
      'Green Valley Nursery',
      Object.entries(values).map(([field, value]) => [CAPTIONS[field]!, value]),
    );
    await putFile(client, SET_ID, name, pdf);
    const tokens = formPages(await analyzeLayout(client, account, SET_ID, name, pdf)).flatMap((page) => page.tokens);
    let labels: Labels = [];
    for (const [field, value] of Object.entries(values)) labels = assignLabel(labels, field, findWords(tokens, value), tokens);
    await putFile(client, SET_ID, name + LABELS, toJsonFile({ document: name, labels }));
  }
  onProgress('Building a model');
  const modelId = `${SET_ID}-1`;
  const { headers } = await client.call('POST', versioned(`${modelPath(modelId)}:buildFromTrainingSet`), {
    json: {
      trainingSetId: SET_ID,
      buildMode: 'template',
      description: 'Created by the console as a sample.',
      tags: { trainingSet: SET_ID },
    },
  });
  return await askUntil(['documents.build'], async () => {
    const { state } = await getOperationStatus(client, operationPath(headers));
    if (state.status === 'succeeded')
      return `/documents/sets/${encodeURIComponent(SET_ID)}?build=${encodeURIComponent(operationPath(headers))}`;
    if (state.status === 'failed' || state.status === 'cancelled') throw new Error(state.message ?? 'The build failed.');
    onProgress(`Building a model: ${Math.round(100 * (state.progress ?? 0))} %`);
    return undefined;
  });
};

/** A generated page with a title and rows of captions and values. */
export function formPdf(title: string, rows: readonly (readonly [caption: string, value: string])[]): Blob {
  return drawPdf({ width: 612, height: 792 }, [
    text(20, 72, 712, title),
    text(11, 72, 682, 'Order form for trees and shrubs'),
    ...rows.flatMap(([caption, value], n) => [
      text(11, 72, 612 - 46 * n, caption),
      text(11, 220, 612 - 46 * n, value),
      line(216, 606 - 46 * n, 460),
    ]),
    text(11, 72, 92, 'Thank you for planting with us'),
  ]);
}
