/** Mail sorting: four classes of letters; trained and deployed. */
import { joinPath } from '../kit/router.tsx';
import type { SampleModule } from '../kit/sample-account.ts';
import { createProject } from '../shared/projects/calls.ts';
import LETTERS from './texts.json' with { type: 'json' };

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
