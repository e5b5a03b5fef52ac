/** Where to go on: what was opened last. */
import { t } from '../../i18n/messages.ts';
import { formatAge } from '../../kit/format.ts';
import { Icon } from '../../kit/icons.tsx';
import { Card } from '../../kit/parts.tsx';
import { Link, usePages } from '../../kit/router.tsx';
import type { Visit } from '../../kit/visits.ts';

export function Continue({ visits }: { visits: readonly Visit[] }) {
  const pages = usePages();
  return (
    <Card title={t('Continue')}>
      <ul class="home-list">
        {visits.map(({ to, title, area, account, at }) => {
          const page = pages.find(({ path }) => path === area)!;
          return (
            <li key={to}>
              <Icon name={page.icon} />
              <Link to={to} class="ellipsis">
                {title}
              </Link>
              <span class="soft small ellipsis">
                {page.title} · {account}
              </span>
              <span class="faint small">{formatAge(new Date(at).toISOString())}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
