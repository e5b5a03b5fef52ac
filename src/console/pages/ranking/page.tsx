/** The loop of the account and how it is set. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Card, PageHead } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { useLoad } from '../../kit/use.ts';

export default function Ranking(): JSX.Element {
  const { client } = useAccount();
  const settings = useLoad((signal) => client.get<object>('/ranking/v1.1-preview.3/configurations/service', { signal }), [client]);
  return <>
    <PageHead title="Ranking" about="Which of a few things to show, learned from how well it went." />
    <Card title="Settings"><Show of={settings}>{(value) => <JsonView value={value} label="settings" />}</Show></Card>
  </>;
}
