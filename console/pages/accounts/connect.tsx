/** How programs reach the account: the endpoint, the keys, and the vendor's unmodified clients for what the account has. */
import { rich, t } from '../../i18n/messages.ts';
import { clientOf, type Account } from '../../kit/accounts.ts';
import type { Client } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { ConnectCode } from '../../kit/connect/connect.tsx';
import type { ConnectTarget } from '../../kit/connect/target.ts';
import { SelectField } from '../../kit/form.tsx';
import { useLoad } from '../../kit/hooks.ts';
import { Card } from '../../kit/parts.tsx';
import { canUseArea, setQuery, usePages, useRoute } from '../../kit/router.tsx';

type Area = ConnectTarget['area'];

const AREAS: readonly Area[] = ['documents', 'faces', 'conversations', 'texts', 'understanding', 'ranking'];

/** The first thing of the area that the account has; names to replace if it has none. */
async function findTarget(client: Client, area: Area, signal: AbortSignal): Promise<ConnectTarget> {
  const get = async <T,>(path: string): Promise<T> => await client.get<T>(path, { signal, quiet: true });
  switch (area) {
    case 'understanding': {
      const [app] = await get<{ id: string }[]>('/luis/authoring/v3.0-preview/apps?take=1');
      return { area, appId: app?.id ?? 'APP-ID' };
    }
    case 'conversations':
    case 'texts': {
      const base = `/language/authoring/analyze-${area === 'texts' ? 'text' : 'conversations'}/projects`;
      const version = 'api-version=2023-04-01';
      const [project] = (await get<{ value: { projectName: string; projectKind: string }[] }>(`${base}?${version}&top=1`)).value;
      const kind = project?.projectKind ?? 'CustomSingleLabelClassification';
      if (!project) return { area, project: 'PROJECT', deployment: 'production', kind };
      const name = encodeURIComponent(project.projectName);
      const [deployment] = (await get<{ value: { deploymentName: string }[] }>(`${base}/${name}/deployments?${version}`)).value;
      return { area, project: project.projectName, deployment: deployment?.deploymentName ?? 'production', kind };
    }
    case 'documents':
      return { area, modelId: 'prebuilt-layout' };
    case 'faces':
    case 'ranking':
      return { area };
  }
}

export function Connect({ account }: { account: Account }) {
  const pages = usePages();
  const requested = useRoute().query.get('client');
  const titleOf = (area: Area): string => {
    const { title, vendor } = pages.find(({ path }) => path === area)!;
    return vendor === undefined ? title : `${title} (${vendor})`;
  };
  const reached = AREAS.filter((area) =>
    canUseArea(
      pages.find(({ path }) => path === area)!,
      account.kind,
    ),
  );
  const area = reached.find((one) => one === requested) ?? reached[0] ?? 'understanding';
  const target = useLoad((signal) => findTarget(clientOf(account), area, signal), [account.id, area]);
  return (
    <Card title={t('Connect your client')}>
      <div class="stack">
        <SelectField
          label={t('Client')}
          value={area}
          onInput={(client) => setQuery({ client })}
          options={reached.map((value) => ({ value, label: titleOf(value) }))}
        />
        <Async of={target}>{(found) => <ConnectCode key={area} account={account} target={found} />}</Async>
        <p class="soft small">
          {rich(
            'Clients of other versions and languages send the same calls; newer ones accept an http endpoint only if configured to, or use https: {command}.',
            { command: <code>npx perennial serve --tls</code> },
          )}
        </p>
      </div>
    </Card>
  );
}
