/** Differences between two versions, selected in the URL. */
import { useMemo } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { Async } from '../../kit/async.tsx';
import { SelectField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Card, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { versionPath, type AppFile } from './calls.ts';
import { compareVersions, type VersionDifference } from './content.ts';
import { useVersion } from './version.ts';

const KINDS = { added: 'good', removed: 'danger', changed: 'warn' } as const;

export function CompareVersions({ versions }: { versions: readonly string[] }) {
  const { query } = useRoute();
  const { name } = useVersion();
  const known = (requested: string | null): string | undefined => versions.find((version) => version === requested);
  const to = known(query.get('to')) ?? name;
  const from = known(query.get('from')) ?? versions.findLast((version) => version !== to);
  if (from === undefined) return null;
  return (
    <Card title={t('Compare')}>
      <div class="stack">
        <div class="row">
          <SelectField label={t('From version')} value={from} options={versions} onInput={(version) => setQuery({ from: version })} />
          <SelectField label={t('To version')} value={to} options={versions} onInput={(version) => setQuery({ to: version })} />
        </div>
        <Differences key={`${from} ${to}`} from={from} to={to} />
      </div>
    </Card>
  );
}

function Differences({ from, to }: { from: string; to: string }) {
  const { client, app, info } = useVersion();
  const files = useLoad(
    (signal) => Promise.all([from, to].map((version) => client.get<AppFile>(`${versionPath(app.id, version)}/export`, { signal }))),
    [client, from, to, info.value?.lastModifiedDateTime],
  );
  return <Async of={files}>{([before, after]) => <DifferenceTable before={before!} after={after!} />}</Async>;
}

function DifferenceTable({ before, after }: { before: AppFile; after: AppFile }) {
  const found = useMemo(() => compareVersions(before, after), [before, after]);
  if (found.length === 0) return <p class="soft">{t('No differences.')}</p>;
  return (
    <>
      <p class="soft" role="status">
        {plural(found.length, 'difference')}
      </p>
      <Table
        label={t('Differences')}
        rows={found}
        keyOf={({ what, name, change }) => `${what} ${name} ${change}`}
        columns={[
          { title: t('Change'), width: '90px', cell: ({ change }: VersionDifference) => <Tag kind={KINDS[change]}>{change}</Tag> },
          { title: t('Kind'), width: '110px', cell: ({ what }) => what },
          { title: t('Name'), width: 'minmax(140px, 2fr)', cell: ({ name }) => name },
          { title: t('Details'), width: 'minmax(140px, 2fr)', cell: ({ details }) => details },
        ]}
      />
    </>
  );
}
