/**
 * The language bench: intents, entities, the whole engine, many languages, conversation projects over HTTP, classification of texts,
 * names and summaries on public sets, compared with other libraries in the same run.
 * Options: --data FOLDER (or PERENNIAL_BENCH_DATA; the sets are in FOLDER/nlu and FOLDER/corpora, a recorded app in
 * FOLDER/luis-recordings) ·
 * --only intents|few|active|self-training|entities|whole|multilingual|conversations|texts|marked-documents|names|recognizers|summaries|
 * personal-data|recorded ·
 * --languages de,ja limits multilingual · --verbose lists mistakes in personal data and recognizers, and differences from the recorded app
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { active } from './active.ts';
import { conversations } from './conversations.ts';
import { entities } from './entities.ts';
import { few } from './few.ts';
import { intents } from './intents.ts';
import { markedDocuments } from './marked-documents.ts';
import { multilingual } from './multilingual.ts';
import { names } from './names.ts';
import { personalData } from './personal-data/personal-data.ts';
import { selfTraining } from './self-training.ts';
import { recorded } from './recorded/recorded.ts';
import { recognizers } from './recognizers/recognizers.ts';
import { summaries } from './summaries/summaries.ts';
import { texts } from './texts.ts';
import { whole } from './whole.ts';

const HOME = fileURLToPath(new URL('../../../../shared/data', import.meta.url));

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: process.env['PERENNIAL_BENCH_DATA'] ?? HOME },
      only: { type: 'string', default: '' },
      languages: { type: 'string', default: '' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const isSelected = (part: string): boolean => values.only === '' || values.only === part;
  if (isSelected('intents')) await intents(values.data);
  if (isSelected('few')) await few(values.data);
  if (isSelected('active')) await active(values.data);
  if (isSelected('self-training')) await selfTraining(values.data);
  if (isSelected('entities')) await entities(values.data);
  if (isSelected('whole')) await whole(values.data);
  if (isSelected('multilingual')) await multilingual(values.data, values.languages === '' ? [] : values.languages.split(','));
  if (isSelected('conversations')) await conversations(values.data);
  if (isSelected('texts')) await texts(values.data);
  if (isSelected('marked-documents')) await markedDocuments(values.data);
  if (isSelected('names')) names(values.data);
  if (isSelected('recognizers')) recognizers(values.data, { isVerbose: values.verbose });
  if (isSelected('summaries')) summaries(values.data);
  if (isSelected('personal-data')) personalData(values.verbose);
  if (isSelected('recorded')) await recorded(values.data, values.verbose);
}
