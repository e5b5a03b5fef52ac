/** Page navigation and failed operations. */
import type { ComponentChildren } from 'preact';
import { t } from '../../i18n/messages.ts';
import { useActions } from '../../kit/actions.ts';
import { SelectField } from '../../kit/form.tsx';
import { useLoad } from '../../kit/hooks.ts';
import { Button } from '../../kit/parts.tsx';
import { List } from '../../kit/table.tsx';
import { explainError, type RecordedError } from './calls.ts';

/** With more pages there is a list instead of single steps. */
const MAX_STEPPED_PAGES = 8;

export interface PagerProps {
  pages: readonly { number: number; note: string }[];
  page: number;
  onPage: (page: number) => void;
}

export function PageButtons({ pages, page, onPage }: PagerProps) {
  const at = pages.findIndex(({ number }) => number === page);
  // If only some pages were analyzed, page numbers are not indexes.
  const isWhole = pages.at(-1)?.number === pages.length;
  const to = (step: number): void => {
    const next = pages[at + step];
    if (next) onPage(next.number);
  };
  useActions([
    { title: t('Next page'), keys: ']', run: () => to(1) },
    { title: t('Previous page'), keys: '[', run: () => to(-1) },
  ]);
  if (pages.length < 2) return null;
  const isLong = pages.length > MAX_STEPPED_PAGES;
  return (
    <span class="row">
      <Button kind="quiet" icon="left" label={t('Previous page')} keys="[" disabled={at <= 0} onClick={() => to(-1)} />
      {isLong && (
        <SelectField
          bare
          label={t('Go to page')}
          value={String(page)}
          options={pages.map(({ number }) => String(number))}
          onInput={(value) => onPage(Number(value))}
        />
      )}
      <span>
        {!isWhole
          ? t('Page {page}: {value} of {count}', { page, value: at + 1, count: pages.length })
          : isLong
            ? t('of {count}', { count: pages.length })
            : t('Page {page} of {count}', { page, count: pages.length })}
      </span>
      <Button kind="quiet" icon="right" label={t('Next page')} keys="]" disabled={at === pages.length - 1} onClick={() => to(1)} />
    </span>
  );
}

export function PageList({ pages, page, onPage, height }: PagerProps & { height: number }) {
  return pages.length < 2 ? null : (
    <div class="documents-pages">
      <List
        label={t('Pages')}
        rows={pages}
        keyOf={({ number }) => number}
        height={height}
        selected={({ number }) => number === page}
        onSelect={({ number }) => onPage(number)}
        render={({ number, note }) => (
          <span class="spread">
            <span>{t('Page {number}', { number })}</span>
            <span class="soft small">{note}</span>
          </span>
        )}
      />
    </div>
  );
}

/** A failed operation: its message and remedy. */
export function FailedOperation({
  title,
  error,
  children,
}: {
  title: string;
  error: RecordedError | undefined;
  children?: ComponentChildren;
}) {
  const { value } = useLoad(() => explainError(error), [error]);
  return (
    <div class="problem" role="alert">
      <h3>{title}</h3>
      <p>{value?.message}</p>
      {value?.remedy !== undefined && (
        <p>
          <strong>{t('How to fix:')}</strong> {value.remedy}
        </p>
      )}
      {children}
    </div>
  );
}
