/** One account: keys, limits, usage, jobs, audit log and settings. */
import type { JSX } from 'preact';
import { shortName } from '../../kit/accounts.ts';
import type { Account } from '../../kit/accounts.ts';
import { formatTime } from '../../kit/format.ts';
import { ButtonLink, CopyButton, PageHeader, Tag } from '../../kit/parts.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Audit } from './audit.tsx';
import { Connect } from './connect.tsx';
import { Jobs } from './jobs.tsx';
import { KeysCard } from './keys.tsx';
import { Limits } from './limits.tsx';
import { Settings } from './settings.tsx';
import { Usage } from './usage.tsx';

export function AccountPage({ account }: { account: Account }): JSX.Element {
  const { id, name, kind, location, properties } = account;
  return <>
    <PageHeader title={name} about={<span class="row"><Tag>{kind}</Tag><Tag>{location}</Tag>{properties.blocked && <Tag kind="danger">blocked</Tag>}<span class="soft">created {formatTime(properties.createdDateTime)}</span><code>{id}</code><CopyButton text={id} label="Copy id" /></span>}
      actions={<ButtonLink to={`/?account=${encodeURIComponent(shortName(account))}`}>Use this account</ButtonLink>} />
    <Tabs label={`Account ${name}`} tabs={[
      { id: 'keys', title: 'Keys and limits', content: () => <div class="columns"><KeysCard account={account} /><Limits account={account} /></div> },
      { id: 'connect', title: 'Connect', content: () => <Connect account={account} /> },
      { id: 'usage', title: 'Usage', content: () => <Usage account={account} /> },
      { id: 'jobs', title: 'Jobs', content: () => <Jobs account={account} /> },
      { id: 'audit', title: 'Audit log', content: () => <Audit account={account} /> },
      { id: 'settings', title: 'Settings', content: () => <Settings account={account} /> },
    ]} />
  </>;
}
