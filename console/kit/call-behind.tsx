/** The HTTP call behind an action, to copy into a shell or a program. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { asCurl, asJavaScript } from './call.ts';
import type { Call, Caller } from './call.ts';
import { Code } from './parts.tsx';
import { TabBar } from './tabs.tsx';

export interface CallProps {
  call: Call;
  /** Area calls are made by the account, management calls by the manager. */
  caller?: Caller;
}

/** Collapsed until opened. */
export function CallBehind(props: CallProps): JSX.Element {
  const [open, setOpen] = useState(false);
  return <details class="behind" onToggle={(event) => setOpen(event.currentTarget.open)}><summary>Show API call</summary>{open && <CallText {...props} />}</details>;
}

export function CallText({ call, caller = 'account' }: CallProps): JSX.Element {
  const [tab, setTab] = useState('curl');
  const tabs = [{ id: 'curl', title: 'curl' }, { id: 'javascript', title: 'JavaScript' }];
  const text = tab === 'curl' ? asCurl(call, caller, location.origin) : asJavaScript(call, caller, location.origin);
  return <TabBar tabs={tabs} current={tab} onChoose={setTab} label="Format"><Code text={text} label={`API call as ${tab}`} /></TabBar>;
}
