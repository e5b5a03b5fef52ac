/** Loads the tray of running work once the page is there: it is no part of the first load. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadMessages } from '../i18n/messages.ts';
import { accounts } from '../kit/accounts.ts';
import { useCell } from '../kit/cell.ts';

let loaded: ComponentType | undefined;

export function WorkTray(): JSX.Element | null {
  const [Tray, setTray] = useState(() => loaded);
  const hasAccount = useCell(accounts).length > 0;
  useEffect(() => {
    if (loaded) return;
    // Without the tray, pages work as before.
    const load = async (): Promise<void> => {
      await loadMessages('work');
      loaded = (await import('../pages/work/tray.tsx')).default;
      setTray(() => loaded);
    };
    load().catch(() => undefined);
  }, []);
  return Tray && hasAccount ? <Tray /> : null;
}
