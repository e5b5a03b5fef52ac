/** Order forms of a nursery: six are generated, analyzed and labelled, and a model is built from them. */
import { operationPath } from '../../kit/api.ts';
import type { Client } from '../../kit/api.ts';
import { getOperationStatus, modelPath, putFile, toJsonFile, versioned } from './calls.ts';
import { assignLabel, formPages } from './labels.ts';
import type { Labels, Token } from './labels.ts';
import { LABELS, toStoredField, writeFields } from './training-files.ts';
import { analyzeLayout } from './training-set.ts';
import type { SampleModule } from '../../samples.ts';

const FORMS = 6;
const POLL_MS = 500;
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
  const setId = await unusedName(client);
  await putFile(client, setId, 'fields.json', toJsonFile(writeFields(FIELDS)));
  for (let n = 0; n < FORMS; n++) {
    onProgress(`Analyzing and labelling form ${n + 1} of ${FORMS}`);
    const [name, values] = [`order-${n + 1}.pdf`, order(n)];
    const pdf = formPdf(
      'Green Valley Nursery',
      Object.entries(values).map(([field, value]) => [CAPTIONS[field]!, value]),
    );
    await putFile(client, setId, name, pdf);
    const tokens = formPages(await analyzeLayout(client, account, setId, name, pdf)).flatMap((page) => page.tokens);
    let labels: Labels = [];
    for (const [field, value] of Object.entries(values)) labels = assignLabel(labels, field, wordsFor(value, tokens), tokens);
    await putFile(client, setId, name + LABELS, toJsonFile({ document: name, labels }));
  }
  onProgress('Building a model');
  const modelId = `${setId}-1`;
  const { headers } = await client.call('POST', versioned(`${modelPath(modelId)}:buildFromTrainingSet`), {
    json: {
      trainingSetId: setId,
      buildMode: 'template',
      description: 'Created by the console as a sample.',
      tags: { trainingSet: setId },
    },
  });
  for (;;) {
    const { state } = await getOperationStatus(client, operationPath(headers));
    if (state.status === 'succeeded')
      return `/documents/sets/${encodeURIComponent(setId)}?build=${encodeURIComponent(operationPath(headers))}`;
    if (state.status === 'failed' || state.status === 'cancelled') throw new Error(state.message ?? 'The build failed.');
    onProgress(`Building a model: ${Math.round(100 * (state.progress ?? 0))} %`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

/** The words of a value, which are adjacent in the form. */
function wordsFor(value: string, tokens: readonly Token[]): Token[] {
  const words = value.split(' ');
  const first = tokens.findIndex((_, i) => words.every((word, j) => tokens[i + j]?.text === word));
  return first < 0 ? [] : tokens.slice(first, first + words.length);
}

async function unusedName(client: Client): Promise<string> {
  const { value } = await client.get<{ value: { setId: string }[] }>(versioned('/trainingSets'));
  const { value: models } = await client.get<{ value: { modelId: string }[] }>(versioned('/documentModels'));
  const existing = new Set([...value.map(({ setId }) => setId), ...models.map(({ modelId }) => modelId.replace(/-1$/, ''))]);
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'order-forms' : `order-forms-${n}`;
    if (!existing.has(name)) return name;
  }
}

/** A generated PDF page with a title and rows of captions and values, with embedded text, so that no OCR is needed. */
export function formPdf(title: string, rows: readonly (readonly [caption: string, value: string])[]): Blob {
  const text = (size: number, x: number, y: number, words: string): string =>
    `BT /F ${size} Tf ${x} ${y} Td (${words.replace(/[\\()]/g, '\\$&')}) Tj ET`;
  const content = [
    text(20, 72, 712, title),
    text(11, 72, 682, 'Order form for trees and shrubs'),
    ...rows.flatMap(([caption, value], n) => [
      text(11, 72, 612 - 46 * n, caption),
      text(11, 220, 612 - 46 * n, value),
      `0.7 G 216 ${606 - 46 * n} m 460 ${606 - 46 * n} l S`,
    ]),
    text(11, 72, 92, 'Thank you for planting with us'),
  ].join('\n');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const offset = file.length;
    file += `${n + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const table = [`0000000000 65535 f \n`, ...offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)].join('');
  return new Blob(
    [
      `${file}xref\n0 ${objects.length + 1}\n${table}trailer<</Root 1 0 R/Size ` +
        `${objects.length + 1}>>\nstartxref\n${file.length}\n%%EOF\n`,
    ],
    { type: 'application/pdf' },
  );
}
