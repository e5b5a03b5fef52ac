/** What needs attention in the selected account: failed work, what has changed since its training, queries to review. */
import { t } from '../../i18n/messages.ts';
import { shortName, useAccount, type Account } from '../../kit/accounts.ts';
import { manager, toJobStatus, type Client } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { formatAge, plural } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Icon, type IconName } from '../../kit/icons.tsx';
import { Card } from '../../kit/parts.tsx';
import { canUseArea, joinPath, Link, usePages, type PageEntry } from '../../kit/router.tsx';
import { pathInAccount } from '../../kit/sample-account.ts';
import type { Work } from '../../kit/work.ts';
import { AUTHORING, type App } from '../../shared/language/apps.ts';
import { versioned, type Metadata } from '../../shared/projects/calls.ts';
import { kindOf, pageOf, titleOf } from '../work/kinds.ts';

interface Item {
  icon: IconName;
  title: string;
  about: string;
  to: string;
}

interface Asked {
  account: Account;
  client: Client;
  signal: AbortSignal;
}

const MAX_JOBS = 200;
/** Of each area, the ones changed last. */
const MAX_THINGS = 6;
const MAX_QUERIES = 50;
const MAX_ITEMS = 6;

/** Work that may fail, and what is trained; not what changes with every call of a loop or face. */
const FOLLOWS = 'projects conversations texts understanding documents faces.train ranking.evaluate ranking.featureImportance'.split(' ');

/** The last run of each kind on each thing has failed. */
async function failedWork({ account, signal }: Asked): Promise<Item[]> {
  const { value } = await manager.get<{ value: Work[] }>(`${account.id}/jobs`, { signal, quiet: true, query: { top: MAX_JOBS } });
  const seen = new Set<string>();
  return value.flatMap((job): Item[] => {
    const name = `${job.kind} ${job.subject?.id ?? job.jobId}`;
    if (!kindOf(job) || seen.has(name)) return [];
    seen.add(name);
    if (toJobStatus(job.status) !== 'failed') return [];
    const log = `${joinPath('accounts', ...shortName(account).split('/'))}?tab=jobs&job=${encodeURIComponent(job.jobId)}`;
    const when = formatAge(job.endedDateTime ?? job.lastUpdatedDateTime);
    return [
      { icon: 'warning', title: t('{work} failed', { work: titleOf(job) }), about: job.errors[0]?.message ?? when, to: pageOf(job) ?? log },
    ];
  });
}

function toTrain(title: string, path: string): Item {
  return { icon: 'play', title, about: t('Changed since the last training'), to: path };
}

/** `isAll` is false if there may be more. */
function toReview(title: string, path: string, count: number, isAll: boolean): Item[] {
  if (count === 0) return [];
  const queries = isAll ? plural(count, 'query', 'queries') : t('{count} queries or more', { count });
  return [{ icon: 'tag', title, about: t('{queries} to review', { queries }), to: `${path}?tab=review` }];
}

async function inProjects({ client, signal }: Asked, area: 'conversations' | 'texts'): Promise<Item[]> {
  const base = `/language/authoring/analyze-${area === 'texts' ? 'text' : 'conversations'}/projects`;
  const get = async <T,>(path: string, query: Record<string, string>): Promise<T> =>
    await client.get<T>(versioned(path, query), { signal, quiet: true });
  const { value } = await get<{ value: Metadata[] }>(base, {});
  const newest = value.toSorted((a, b) => (a.lastModifiedDateTime < b.lastModifiedDateTime ? 1 : -1)).slice(0, MAX_THINGS);
  const found = newest.map(async ({ projectName, lastModifiedDateTime, lastTrainedDateTime, lastDeployedDateTime }) => {
    const path = joinPath(area, projectName);
    const isStale = lastTrainedDateTime !== undefined && new Date(lastModifiedDateTime) > new Date(lastTrainedDateTime);
    const items = isStale ? [toTrain(projectName, `${path}?tab=training`)] : [];
    // Only what is deployed is asked, and logs.
    if (lastDeployedDateTime === undefined) return items;
    const queries = await get<{ value: unknown[]; nextLink?: string | null }>(`${base}/${encodeURIComponent(projectName)}/queries`, {
      maxpagesize: String(MAX_QUERIES),
    });
    return [...items, ...toReview(projectName, path, queries.value.length, !queries.nextLink)];
  });
  return (await Promise.all(found)).flat();
}

async function inApps({ client, signal }: Asked): Promise<Item[]> {
  const get = async <T,>(path: string, take: number): Promise<T> =>
    await client.get<T>(AUTHORING + path, { signal, quiet: true, query: { take } });
  const apps = await get<App[]>('/apps', MAX_THINGS);
  const found = apps.map(async ({ id, name, activeVersion, endpointHitsCount }) => {
    const versions = await get<{ version: string; trainingStatus: string; lastTrainedDateTime?: string | null }[]>(
      `/apps/${id}/versions`,
      100,
    );
    const active = versions.find(({ version }) => version === activeVersion);
    if (active?.lastTrainedDateTime == null) return [];
    const path = joinPath('understanding', id);
    const items = active.trainingStatus === 'NeedsTraining' ? [toTrain(name, path)] : [];
    if (endpointHitsCount === 0) return items;
    const queries = await get<unknown[]>(`/apps/${id}/versions/${activeVersion}/suggest`, MAX_QUERIES);
    return [...items, ...toReview(name, path, queries.length, queries.length < MAX_QUERIES)];
  });
  return (await Promise.all(found)).flat();
}

/** Training sets whose files were changed after their newest model was built. */
async function inSets({ client, signal }: Asked): Promise<Item[]> {
  const get = async <T,>(path: string): Promise<T[]> =>
    (await client.get<{ value: T[] }>(`/documentanalysis${path}?api-version=2024-11-30`, { signal, quiet: true })).value;
  const [sets, models] = await Promise.all([
    get<{ setId: string; lastUpdatedDateTime: string }>('/trainingSets'),
    get<{ createdDateTime: string; tags?: Record<string, string> }>('/documentModels'),
  ]);
  return sets.flatMap(({ setId, lastUpdatedDateTime }) => {
    const built = models.filter(({ tags }) => tags?.trainingSet === setId).map(({ createdDateTime }) => createdDateTime);
    const isStale = built.length > 0 && built.every((at) => at < lastUpdatedDateTime);
    return isStale ? [toTrain(setId, joinPath('documents', 'sets', setId))] : [];
  });
}

async function findItems(asked: Asked, pages: readonly PageEntry[]): Promise<Item[]> {
  const canUse = (area: string): boolean =>
    canUseArea(
      pages.find(({ path }) => path === area)!,
      asked.account.kind,
    );
  const found = await Promise.all([
    failedWork(asked),
    canUse('documents') ? inSets(asked) : [],
    canUse('understanding') ? inApps(asked) : [],
    canUse('conversations') ? inProjects(asked, 'conversations') : [],
    canUse('texts') ? inProjects(asked, 'texts') : [],
  ]);
  return found.flat().map((item) => ({ ...item, to: pathInAccount(item.to, asked.account) }));
}

export default function Attention() {
  const { account, client } = useAccount();
  const pages = usePages();
  const items = useLoad((signal) => findItems({ account, client, signal }, pages), [account.id], {
    follows: FOLLOWS,
  });
  return (
    <Card title={t('Needs attention')} actions={<span class="soft small">{account.name}</span>}>
      <Async of={items}>
        {(all) =>
          all.length === 0 ? (
            <p class="soft">{t('Nothing. Failed work, models that need training and queries to review are listed here.')}</p>
          ) : (
            <ul class="home-list">
              {all.slice(0, MAX_ITEMS).map(({ icon, title, about, to }) => (
                <li key={`${to} ${title} ${about}`}>
                  <Icon name={icon} />
                  <Link to={to} class="ellipsis">
                    {title}
                  </Link>
                  <span class="soft small ellipsis">{about}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Async>
      {(items.value?.length ?? 0) > MAX_ITEMS && (
        <p class="soft small">{t('and {count} more', { count: items.value!.length - MAX_ITEMS })}</p>
      )}
    </Card>
  );
}
