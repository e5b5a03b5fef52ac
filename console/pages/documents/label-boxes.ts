/** Boxes over the page of a form: words and selection marks in the colors of their fields, suggestions dashed, drawn regions. */
import { t } from '../../i18n/messages.ts';
import type { Box } from '../../kit/boxes.ts';
import { fieldColor } from './field-color.ts';
import { isCenterIn, type FormPage, type Label, type Labels } from './labels.ts';
import type { LabelField } from './training-files.ts';

export function labelBoxes({
  page,
  labels,
  suggestions,
  fields,
  region,
}: {
  page: FormPage;
  labels: Labels;
  suggestions: readonly Label[];
  fields: readonly LabelField[];
  region?: { page: number; corners: readonly number[] };
}): Box[] {
  const points = (corners: readonly number[]): number[] => corners.map((value, i) => value * (i % 2 === 0 ? page.width : page.height));
  const boxesOnPage = (all: Labels): { label: string; isRegion: boolean; corners: number[] }[] =>
    all.flatMap(({ label, labelType, value }) =>
      value
        .filter((one) => one.page === page.number)
        .flatMap(({ boundingBoxes }) =>
          boundingBoxes.map((corners) => ({ label, isRegion: labelType?.toLowerCase() === 'region', corners })),
        ),
    );
  const [own, proposed] = [boxesOnPage(labels), boxesOnPage(suggestions)];
  const regions = [...own, ...proposed]
    .filter(({ isRegion }) => isRegion)
    .map(({ label, corners }): Box => ({
      id: `region ${label}`,
      points: points(corners),
      color: fieldColor(fields, label),
      label,
      ...(labels.some((one) => one.label === label) ? { filled: true } : { dashed: true }),
    }));
  const drawn: Box[] =
    region?.page === page.number ? [{ id: 'region', points: points(region.corners), color: 6, filled: true, label: t('chosen') }] : [];
  const words = page.tokens.map((token): Box => {
    const label = own.find((one) => !one.isRegion && isCenterIn(token, one.corners))?.label;
    const proposal = label === undefined ? proposed.find((one) => !one.isRegion && isCenterIn(token, one.corners))?.label : undefined;
    const name = label ?? proposal;
    return {
      id: token.id,
      points: points(token.corners),
      color: name === undefined ? 3 : fieldColor(fields, name),
      filled: label !== undefined,
      dashed: proposal !== undefined,
      label: name === undefined ? token.text : `${name}: ${token.text}`,
    };
  });
  return [...words, ...regions, ...drawn];
}
