/** Going through the pages of a document: buttons, keys, and a list that bears hundreds. */
import type { JSX } from 'preact';
import { useActions } from '../../kit/actions.ts';
import { List } from '../../kit/list.tsx';
import { Button } from '../../kit/parts.tsx';

export interface PagerProps { pages: readonly { number: number; note: string }[]; page: number; onPage: (page: number) => void }

export function PageButtons({ pages, page, onPage }: PagerProps): JSX.Element | null {
  const at = pages.findIndex(({ number }) => number === page);
  // Where only some pages were read, their numbers are not their places.
  const isWhole = pages.at(-1)?.number === pages.length;
  const to = (step: number): void => {
    const next = pages[at + step];
    if (next) onPage(next.number);
  };
  useActions([{ title: 'Next page', keys: ']', run: () => to(1) }, { title: 'Page before', keys: '[', run: () => to(-1) }]);
  return pages.length < 2 ? null : <span class="row"><Button kind="quiet" icon="left" label="Page before" keys="[" disabled={at <= 0} onClick={() => to(-1)} /><span>{isWhole ? `Page ${page} of ${pages.length}` : `Page ${page}: ${at + 1} of ${pages.length}`}</span><Button kind="quiet" icon="right" label="Next page" keys="]" disabled={at === pages.length - 1} onClick={() => to(1)} /></span>;
}

export function PageList({ pages, page, onPage, height }: PagerProps & { height: number }): JSX.Element | null {
  return pages.length < 2 ? null : <div class="documents-pages"><List label="Pages" rows={pages} keyOf={({ number }) => number} height={height} selected={({ number }) => number === page} onChoose={({ number }) => onPage(number)}
    render={({ number, note }) => <span class="spread"><span>Page {number}</span><span class="soft small">{note}</span></span>} /></div>;
}
