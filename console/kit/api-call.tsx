/** The HTTP call behind an action, to copy into a shell or a program. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { asCurl, asJavaScript, type Call, type Caller } from './call.ts';
import { Cell } from './cell.ts';
import { Code } from './parts.tsx';
import { TabBar } from './tabs.tsx';

export interface ApiCallProps {
  call: Call;
  /** Area calls are made by the account, management calls by the manager. */
  caller?: Caller;
}

/** What the page can send as it is now filled in; the panel of API calls lists it. */
export const offeredCalls = new Cell<readonly { current: ApiCallProps }[]>([]);

/** Offers a call in the panel of API calls: the page itself shows nothing. */
export function ApiCall(props: ApiCallProps): null {
  const offered = useRef(props);
  offered.current = props;
  useEffect(() => {
    offeredCalls.set([...offeredCalls.get(), offered]);
    return () => offeredCalls.set(offeredCalls.get().filter((one) => one !== offered));
  }, []);
  return null;
}

export function ApiCallCode({ call, caller = 'account' }: ApiCallProps) {
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
