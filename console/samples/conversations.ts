/** A garden helper: four intents, plants by labels and a list, dates by prebuilt; trained and deployed. */
import { joinPath } from '../kit/router.tsx';
import type { SampleModule } from '../samples.ts';
import { parseInlineLabels } from '../shared/language/entities.ts';
import { createProject } from '../shared/projects/calls.ts';

const UTTERANCES: Readonly<Record<string, readonly string[]>> = {
  Water: [
    'water the {Plant=fern}',
    'please water my {Plant=mint} tonight',
    'give the {Plant=ficus} some water',
    'the {Plant=basil} is thirsty',
    'pour a little on the {Plant=orchid}',
    'can you water the {Plant=roses} tomorrow',
    'sprinkle the {Plant=tomatoes}',
    'the {Plant=palm} needs a drink',
    'water everything in the greenhouse',
    'let the {Plant=ivy} have water every monday',
  ],
  Check: [
    'how is the {Plant=ficus}',
    'does the {Plant=mint} look well',
    'is the soil of the {Plant=fern} dry',
    'check on my {Plant=orchid}',
    'how are the {Plant=roses} doing',
    'is there anything wrong with the {Plant=palm}',
    'look after the {Plant=basil} please',
    'are the {Plant=tomatoes} ripe yet',
    'tell me how the {Plant=ivy} is',
    'what do the leaves of the {Plant=lemon tree} look like',
  ],
  Harvest: [
    'pick the {Plant=tomatoes}',
    'harvest some {Plant=basil} for dinner',
    'bring in the {Plant=beans} on saturday',
    'cut a bunch of {Plant=mint}',
    'gather the {Plant=strawberries} tomorrow',
    'take the ripe {Plant=lemons} down',
    'collect a bowl of {Plant=cherries}',
    'the {Plant=lettuce} can come in',
  ],
  None: ['tell me a joke', 'how old are you', 'what is two plus two', 'play some music', 'who won the match', 'call my sister'],
};

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
