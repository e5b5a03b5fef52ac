/** The same query asked of another model: what it predicts differently. */
import type { ComponentChildren } from 'preact';
import { t } from '../../i18n/messages.ts';
import { SelectField } from '../../kit/form.tsx';
import { Card, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';

export interface ModelOption {
  value: string;
  label: string;
}

/** The model to compare with, in the URL as `compare`; undefined if there is no other. */
export function useCompared(options: readonly ModelOption[], selected: string): ModelOption | undefined {
  const requested = useRoute().query.get('compare');
  return options.find(({ value }) => value === requested && value !== selected);
}

export function CompareField({ options, selected }: { options: readonly ModelOption[]; selected: string }) {
  const compared = useCompared(options, selected);
  const others = options.filter(({ value }) => value !== selected);
  if (others.length === 0) return null;
  return (
    <SelectField
      label={t('Compare with')}
      value={compared?.value ?? ''}
      options={[{ value: '', label: t('Nothing') }, ...others]}
      onInput={(compare) => setQuery({ compare })}
    />
  );
}

/** `differences` in sentences; the children show the other prediction in full. */
export function Comparison({
  title,
  differences,
  children,
}: {
  title: string;
  differences: readonly string[];
  children: ComponentChildren;
}) {
  return (
    <Card level={3} title={t('Compared with {title}', { title })}>
      <div class="stack">
        {differences.length === 0 ? (
          <p>
            <Tag kind="good">{t('Same result')}</Tag>
          </p>
        ) : (
          <ul aria-label={t('Differences')} class="language-differences">
            {differences.map((one) => (
              <li>
                <Tag kind="warn">{one}</Tag>
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </Card>
  );
}
