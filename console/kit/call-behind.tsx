/** The call behind an action, to be copied into a shell or a program. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { asCurl, asJavaScript } from './call.ts';
import type { Call, Caller } from './call.ts';
import { Code } from './parts.tsx';
import { TabBar } from './tabs.tsx';

export interface CallProps {
  call: Call;
  /** Area calls are made by the account, those of the management plane by the manager. */
  caller?: Caller;
}

/** Folded away until somebody wants to see it. */
export function CallBehind(props: CallProps): JSX.Element {
  const [open, setOpen] = useState(false);
  return <details class="behind" onToggle={(event) => setOpen(event.currentTarget.open)}><summary>Show the call</summary>{open && <CallText {...props} />}</details>;
}

export function CallText({ call, caller = 'account' }: CallProps): JSX.Element {
  const [tab, setTab] = useState('curl');
  const tabs = [{ id: 'curl', title: 'curl' }, { id: 'javascript', title: 'JavaScript' }];
  const text = tab === 'curl' ? asCurl(call, caller, location.origin) : asJavaScript(call, caller, location.origin);
  return <TabBar tabs={tabs} current={tab} onChoose={setTab} label="Form of the call"><Code text={text} label={`the call as ${tab}`} /></TabBar>;
}
