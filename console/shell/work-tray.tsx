/** Loads the tray of running work once the page is there: it is no part of the first load. */
import { loadMessages } from '../i18n/messages.ts';
import { accounts } from '../kit/accounts.ts';
import { useCell } from '../kit/cell.ts';
import { useLater } from '../kit/hooks.ts';

export function WorkTray() {
  const Tray = useLater('tray', async () => {
    await loadMessages('work');
    return await import('../pages/work/tray.tsx');
  });
  const hasAccount = useCell(accounts).length > 0;
  return Tray && hasAccount ? <Tray /> : null;
}
