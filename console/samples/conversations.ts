/** A garden helper: four intents, plants by labels and a list, dates by prebuilt; trained and deployed. */
import { joinPath } from '../kit/router.tsx';
import type { SampleModule } from '../kit/sample.ts';
import { parseInlineLabels } from '../shared/language/entities.ts';
import { createProject } from '../shared/projects/calls.ts';

const UTTERANCES: Readonly<Record<string, readonly string[]>> = {
  Water: [
    'water the {Plant=fern}',
    'please water my {Plant=mint} tonight',
    'give the {Plant=ficus} some water',
    'the {Plant=basil} is thirsty',
    'the {Plant=fern} looks thirsty, give it a drink',
    'my {Plant=tomatoes} are very thirsty',
    'pour a little water on the {Plant=orchid}',
    'pour half a can over the {Plant=beans}',
    'can you water the {Plant=roses} tomorrow',
    'sprinkle the {Plant=tomatoes}',
    'sprinkle some water on the {Plant=beans}',
    'the {Plant=palm} needs a drink',
    'please give the {Plant=lettuce} a drink',
    'the {Plant=mint} needs water today',
    'water everything in the greenhouse',
    'let the {Plant=ivy} have water every monday',
    'water my {Plant=orchid} every friday',
    'give the {Plant=palm} a bit of water',
    'the {Plant=roses} are thirsty today',
    'can you water the {Plant=lemon tree}',
    'turn on the sprinkler for the {Plant=strawberries}',
    'fill the watering can for the {Plant=ivy}',
  ],
  Check: [
    'how is the {Plant=ficus}',
    'does the {Plant=mint} look well',
    'is the soil of the {Plant=fern} dry',
    'check on my {Plant=orchid}',
    'how are the {Plant=roses} doing',
    'is there anything wrong with the {Plant=palm}',
    'have a look at the {Plant=basil} please',
    'are the {Plant=tomatoes} ripe yet',
    'tell me how the {Plant=ivy} is',
    'what do the leaves of the {Plant=lemon tree} look like',
    'how is my {Plant=lettuce} doing',
    'is the {Plant=ivy} well',
    'check the soil of the {Plant=basil}',
    'does the {Plant=palm} look healthy',
    'tell me how the {Plant=beans} are doing',
    'is anything wrong with the {Plant=cherries}',
    'are there yellow leaves on the {Plant=ficus}',
    'check whether the {Plant=strawberries} have lice',
    'how tall are the {Plant=beans} by now',
    'show me the state of the {Plant=orchid}',
  ],
  Harvest: [
    'pick the {Plant=tomatoes}',
    'harvest some {Plant=basil} for dinner',
    'bring in the {Plant=beans} on saturday',
    'cut a bunch of {Plant=mint}',
    'gather the {Plant=strawberries} tomorrow',
    'take the ripe {Plant=lemons} down',
    'collect a bowl of {Plant=cherries}',
    'bring the {Plant=lettuce} in for the salad',
    'pick some {Plant=cherries} for dinner',
    'harvest the {Plant=beans} tomorrow',
    'cut some {Plant=basil} for the salad',
    'gather a bowl of {Plant=tomatoes}',
    'collect the ripe {Plant=strawberries}',
    'bring in the {Plant=lemons}',
    'please pick a basket of {Plant=lettuce}',
    'harvest all {Plant=lemons} this weekend',
    'cut the ripe {Plant=lettuce} this evening',
    'pick the {Plant=mint} before it flowers',
  ],
  None: [
    'tell me a joke',
    'how old are you',
    'what is two plus two',
    'play some music',
    'who won the match',
    'call my sister',
    'what time is it',
    'open the news',
    'turn off the radio',
    'book a table for two',
    'set an alarm for seven',
    'how far is the moon',
    'send a mail to my boss',
    'read me the headlines',
  ],
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
