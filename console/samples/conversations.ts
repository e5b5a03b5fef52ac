/** A garden helper: four intents, plants by labels and a list, dates by prebuilt; trained and deployed. */
import { joinPath } from '../kit/router.tsx';
import type { SampleModule } from '../kit/sample-account.ts';
import { parseInlineLabels } from '../shared/language/entities.ts';
import { createProject } from '../shared/projects/calls.ts';
import UTTERANCES from './conversations.json' with { type: 'json' };

export const create: SampleModule['create'] = async (working) => {
  const name = await createProject(
    working,
    { base: '/language/authoring/analyze-conversations' },
    {
      name: 'Garden sample',
      kind: 'Conversation',
      description: 'Created by the console as a sample.',
      assets: {
        intents: Object.keys(UTTERANCES).map((category) => ({ category })),
        entities: [
          {
            category: 'Plant',
            list: {
              sublists: [
                { listKey: 'Ficus', synonyms: [{ language: 'en', values: ['ficus', 'rubber plant'] }] },
                { listKey: 'Tomato', synonyms: [{ language: 'en', values: ['tomato', 'tomatoes'] }] },
              ],
            },
          },
          { category: 'When', prebuilts: [{ category: 'DateTime' }] },
        ],
        utterances: Object.entries(UTTERANCES).flatMap(([intent, lines]) =>
          lines.map((line) => {
            const { text, labels } = parseInlineLabels(line);
            return {
              text,
              intent,
              language: 'en',
              entities: labels.map(({ entity, start, end }) => ({ category: entity, offset: start, length: end - start })),
            };
          }),
        ),
      },
    },
  );
  return joinPath('conversations', name);
};
