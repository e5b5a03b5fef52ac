/**
 * The pages of a file that have labels. Files often have more: instructions, or copies of the form with the same values.
 * A model learns from the labeled pages only, so that files with and without the others are forms of one print.
 */
import type { LabeledForm } from './labeled-form.ts';

/** First and last page with a label. */
function labeledSpan({ form, labels }: LabeledForm): { from: number; to: number } {
  const pages = labels.flatMap(({ tokens, boxes }) => [
    ...tokens.map((token) => form.tokens[token]!.page),
    ...boxes.map(({ page }) => page),
  ]);
  return {
    from: pages.reduce((first, page) => Math.min(first, page), form.pages.length),
    to: pages.reduce((last, page) => Math.max(last, page), 0),
  };
}

/** Number of adjacent pages that contain all labels of any of the forms. */
export const countLabeledPages = (forms: readonly LabeledForm[]): number =>
  Math.max(
    1,
    ...forms.map((labeled) => {
      const { from, to } = labeledSpan(labeled);
      return to - from + 1;
    }),
  );

/** A form with that many pages, from its first labeled page on if the file is long enough. */
export function keepLabeledPages(labeled: LabeledForm, count: number): LabeledForm {
  const { form, labels, unknown } = labeled;
  if (form.pages.length <= count) return labeled;
  const first = Math.min(labeledSpan(labeled).from, form.pages.length - count);
  const isKept = (page: number): boolean => page >= first && page < first + count;
  const indexes = new Map<number, number>();
  const tokens = form.tokens.flatMap((token, i) => {
    if (!isKept(token.page)) return [];
    indexes.set(i, indexes.size);
    return [{ ...token, page: token.page - first }];
  });
  return {
    form: { pages: form.pages.slice(first, first + count), tokens },
    labels: labels.map((label) => ({
      ...label,
      tokens: label.tokens.map((token) => indexes.get(token)!),
      boxes: label.boxes.map(({ page, box }) => ({ page: page - first, box })),
    })),
    unknown,
  };
}
