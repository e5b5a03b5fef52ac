/** Mail sorting: four classes of letters; trained and deployed. */
import { joinPath } from '../kit/router.tsx';
import type { SampleModule } from '../kit/sample.ts';
import { createProject } from '../shared/projects/calls.ts';

const LETTERS: Readonly<Record<string, readonly string[]>> = {
  Billing: [
    'The invoice for March shows a sum that I never agreed to. Please correct it.',
    'I was charged twice for the same order. I would like the second payment back.',
    'Could you send me the bill again? I cannot find it.',
    'My card was declined although there is enough money in the account.',
    'Why has the monthly price gone up without a word?',
    'Please note our new billing address from next month on.',
    'The discount that you promised is missing from the invoice.',
    'I paid by transfer last week and still get reminders to pay.',
  ],
  Delivery: [
    'The parcel was due on Monday and is still not here.',
    'Your courier left my box in the rain and everything inside is wet.',
    'Can I change the address before the order is shipped?',
    'The tracking page says delivered, but nothing has arrived.',
    'Two of the five packages are missing.',
    'Please leave the parcel with my neighbor if I am out.',
    'How long does shipping to the islands take?',
    'The driver could not find our door and went away.',
  ],
  Product: [
    'The kettle stopped working after three days.',
    'Does this lamp come with a longer cable?',
    'The screws in the kit do not fit the holes of the shelf.',
    'Which battery does the watch need?',
    'The color of the chair is not the one in the photo.',
    'The handle broke off when I first used it.',
    'Is there a manual for the coffee machine in French?',
    'The jacket is too small; do you have it in another size?',
  ],
  Praise: [
    'I just wanted to say how kind your people on the phone were.',
    'What a lovely shop, I will come back.',
    'Thank you for solving it so quickly!',
    'Best service I have had in years.',
    'My daughter loves her present, many thanks to all of you.',
    'You made my day, keep it up.',
    'Everything was perfect, from the first mail to the last.',
    'A big thank you to the team in the store.',
  ],
};

export const create: SampleModule['create'] = async (working) => {
  const name = await createProject(
    working,
    { base: '/language/authoring/analyze-text' },
    {
      name: 'Mail sample',
      kind: 'CustomSingleLabelClassification',
      description: 'Created by the console as a sample.',
      assets: {
        classes: Object.keys(LETTERS).map((category) => ({ category })),
        documents: Object.entries(LETTERS).flatMap(([category, texts]) =>
          texts.map((text, i) => ({ location: `${category.toLowerCase()}-${i + 1}`, text, language: 'en', class: { category } })),
        ),
      },
    },
  );
  return joinPath('texts', name);
};
