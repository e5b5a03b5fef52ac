/** How programs reach the account: the endpoint, the keys, and the vendor's unmodified clients. */
import type { JSX } from 'preact';
import type { Account } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';
import { SelectField } from '../../kit/form.tsx';
import { canUseArea, usePages } from '../../kit/page.ts';
import { Card, Code, CopyButton, Facts } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { vendorClients } from './clients.ts';

export function Connect({ account: { id, kind } }: { account: Account }): JSX.Element {
  const pages = usePages();
  const wanted = useRoute().query.get('client');
  const reached = vendorClients.filter(({ area }) => canUseArea(pages.find(({ path }) => path === area)!, kind));
  const { area, name, version, also = [], needs, argument = '', program } = reached.find((one) => one.area === wanted) ?? reached[0] ?? vendorClients[0]!;
  const key = async (): Promise<string> => (await manager.post<{ key1: string }>(`${id}/listKeys`)).key1;
  return <div class="stack">
    <Card title="Connect your client"><Facts rows={[
      ['Endpoint', <span class="row"><code>{location.origin}</code><CopyButton text={location.origin} label="Copy endpoint" /></span>],
      ['Key', <span class="row"><code>Ocp-Apim-Subscription-Key</code><CopyButton text={key} label="Copy key 1" /></span>],
    ]} /></Card>
    <Card title="Use the vendor's client"><div class="stack">
      <SelectField label="Client" value={area} onInput={(client) => setQuery({ client })} options={reached.map((one) => ({ value: one.area, label: `${pages.find(({ path }) => path === one.area)!.title}: ${one.name} ${one.version}` }))} />
      <p class="soft">{needs}</p>
      <Code label="how to run it" text={`npm install ${[`${name}@${version}`, ...also].join(' ')}\nENDPOINT=${location.origin} KEY=… node program.mjs${argument && ` ${argument}`}`} />
      <Code label="program.mjs" text={program} />
      <p class="soft small">Each of these programs is run by this project's tests. Clients of other versions and languages send the same calls; newer ones accept an http endpoint only if told to, or use https: <code>npm start -- --tls</code>.</p>
    </div></Card>
  </div>;
}
