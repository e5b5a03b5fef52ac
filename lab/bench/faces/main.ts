/**
 * The face bench: how many faces are found, how well persons are distinguished, what it costs, and looking for a face among many.
 * Options: --data FOLDER (or PERENNIAL_BENCH_DATA; the faces are in FOLDER/face) · --only cost|accuracy|attributes|search|directory ·
 * --weights FOLDER (other networks) · --images FOLDER (other images for the attributes, with labels.csv).
 * The images are a developers' set: constants of the engine were chosen while looking at them and at others, so expect up to a
 * point less elsewhere.
 */
import { parseArgs } from 'node:util';
import { accuracy } from './accuracy.ts';
import { attributes } from './attributes.ts';
import { cost } from './cost.ts';
import { HOME, faceData } from './data.ts';
import { directory } from './directory.ts';
import { search } from './search.ts';

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: process.env['PERENNIAL_BENCH_DATA'] ?? HOME },
      only: { type: 'string', default: '' },
      weights: { type: 'string' },
      images: { type: 'string' },
    },
  });
  const wants = (part: string): boolean => values.only === '' || values.only === part;
  const data = faceData(values.data);
  if (data === undefined) console.log(`No faces under ${values.data}/face; only the search is measured.`);
  // Cost comes first: memory is that of a process that has done nothing else.
  if (data !== undefined && wants('cost')) await cost(data, values.weights);
  if (data !== undefined && wants('accuracy')) await accuracy(data, values.weights);
  if ((data !== undefined || values.images !== undefined) && wants('attributes'))
    await attributes(values.data, values.images, values.weights);
  if (wants('search')) await search();
  if (wants('directory')) await directory();
}
