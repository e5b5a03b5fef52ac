/** The HTTP call behind an action, to copy into a shell or a program. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { asCurl, asJavaScript } from './call.ts';
import type { Call, Caller } from './call.ts';
import { Code } from './parts.tsx';
import { TabBar } from './tabs.tsx';

export interface ApiCallProps {
  call: Call;
  /** Area calls are made by the account, management calls by the manager. */
  caller?: Caller;
}

/** Collapsed until opened. */
export function ApiCall(props: ApiCallProps): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details class="behind" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Show API call')}</summary>
      {open && <ApiCallCode {...props} />}
    </details>
  );
}

export function ApiCallCode({ call, caller = 'account' }: ApiCallProps): JSX.Element {
  const [tab, setTab] = useState('curl');
  const tabs = [
    { id: 'curl', title: t('curl') },
    { id: 'javascript', title: t('JavaScript') },
  ];
  const text = tab === 'curl' ? asCurl(call, caller, location.origin) : asJavaScript(call, caller, location.origin);
  return (
    <TabBar tabs={tabs} current={tab} onSelect={setTab} label={t('Format')}>
      <Code text={text} label={t('API call as {tab}', { tab })} />
    </TabBar>
  );
}
