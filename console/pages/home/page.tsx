/** Home: where to go on and what needs attention, what can be brought over, what runs now, and the machine last. */
import { useState } from 'preact/hooks';
import { loadMessages, t } from '../../i18n/messages.ts';
import { pageActions } from '../../kit/actions.ts';
import { useCell } from '../../kit/cell.ts';
import { areDraftsRead } from '../../kit/drafts.ts';
import { useLater } from '../../kit/hooks.ts';
import { Button, Loading, PageHeader } from '../../kit/parts.tsx';
import { getVisits } from '../../kit/visits.ts';
import { Continue } from './continue.tsx';
import { Tasks } from './task-panel.tsx';

/** Kept in the browser once the tour was taken or declined. */
const STORAGE_KEY = 'perennial-tour';

/** Offers the tour once; later it is in the command palette. */
function TourOffer() {
  const [isOffered, setOffered] = useState(() => localStorage.getItem(STORAGE_KEY) === null);
  if (!isOffered) return null;
  const decide = (): void => {
    localStorage.setItem(STORAGE_KEY, '1');
    setOffered(false);
  };
  return (
    <>
      <Button
        icon="play"
        onClick={() => {
          decide();
          pageActions
            .get()
            .find(({ title }) => title === t('Take the tour'))
            ?.run();
        }}
        text={t('Two-minute tour')}
      />
      <Button kind="quiet" icon="close" label={t('Dismiss the tour')} onClick={decide} />
    </>
  );
}

export default function Home() {
  const Attention = useLater('attention', async () => {
    await loadMessages('work');
    return await import('./attention.tsx');
  });
  const isRead = useCell(areDraftsRead);
  const visits = getVisits();
  const Below = useLater('home', () => import('./below.tsx'));
  return (
    <>
      <PageHeader
        title={t('Home')}
        about={t('Your bots, forms and models keep answering at this address; clients change one line.')}
        actions={<TourOffer />}
      />
      {isRead && visits.length > 0 && (
        <div class="columns home-again">
          <Continue visits={visits} />
          {Attention ? <Attention /> : <Loading />}
        </div>
      )}
      {isRead ? <Tasks /> : <Loading />}
      {Below && <Below>{visits.length === 0 && Attention && <Attention />}</Below>}
    </>
  );
}
