/** What do you want to keep alive? One question, and the ways to bring it over or to start with a sample. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { accounts } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';
import { useCell } from '../../kit/cell.ts';
import { useAction, useLater, useLoad } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { Button, ButtonLink, Code, Loading } from '../../kit/parts.tsx';
import { currentRoute, joinPath, Link, navigate, usePages, useRoute } from '../../kit/router.tsx';
import { createSampleInAccount, finishSample, pathInAccount, sampleAccount, type SampleEntry } from '../../kit/sample-account.ts';
import { samples } from '../../samples.ts';
import { tasks, type Task, type Way } from './tasks.ts';

export function Tasks() {
  const wanted = useRoute().query.get('task');
  const task = tasks.find(({ id, area }) => id === wanted || area === wanted);
  const pages = usePages();
  return (
    <section class="home-tasks" aria-labelledby="home-question">
      <h2 id="home-question">{t('What do you want to keep alive?')}</h2>
      <ul>
        {tasks.map(({ id, title, area, icon, about }) => (
          <li key={id}>
            <Link to={id === task?.id ? '/' : `/?task=${id}`} class="home-task" aria-current={id === task?.id ? 'page' : undefined}>
              <Icon name={icon} />
              <strong>{title}</strong>
              <span class="soft small">{about}</span>
              <span class="home-area">{pages.find(({ path }) => path === area)!.title}</span>
            </Link>
          </li>
        ))}
      </ul>
      {task && <Panel key={task.id} task={task} />}
    </section>
  );
}

function Panel({ task: { title, area, ways, steps } }: { task: Task }) {
  const sample = samples.find((one) => one.area === area)!;
  const panel = useRef<HTMLElement>(null);
  // In a narrow window it is below all tiles.
  useEffect(() => panel.current!.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section class="home-panel" aria-label={title} ref={panel}>
      <div class="home-ways">
        <div>
          <h3>{t('Bring it over')}</h3>
          <ul>
            {ways.map((way, i) => (
              <WayItem key={way.title} way={way} isFirst={i === 0} />
            ))}
          </ul>
        </div>
        <div>
          <h3>{t('Or start with a sample')}</h3>
          <Sample entry={sample} />
        </div>
      </div>
      <ol class="home-way-on" aria-label={t('Next steps')}>
        {steps.map((step, i) => (
          <li key={step}>
            <span class="ordinal">{i + 1}</span> {step}
          </li>
        ))}
      </ol>
    </section>
  );
}

function WayItem({ way: { title, about, to, form, command }, isFirst }: { way: Way; isFirst: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <div class="home-way">
        <div>
          <strong>{title}</strong>
          <div class="soft small">{about}</div>
        </div>
        {to !== undefined ? (
          <ButtonLink kind={isFirst ? 'primary' : 'plain'} to={to} text={t('Continue')} />
        ) : (
          <Button expanded={open} onClick={() => setOpen(!open)} text={form ? t('Address and key') : t('Show command')} />
        )}
      </div>
      {open && (form ? <MigrationForm /> : <Code label={title} text={command!} />)}
    </li>
  );
}

function MigrationForm() {
  const Form = useLater('migrate apps', () => import('./migrate-apps.tsx'));
  return Form ? <Form /> : <Loading />;
}

/** Calls are counted each second. */
const COUNT_MS = 2000;

/** In an account of its own. Its tick says that the sample was created there; one that was interrupted can be finished. */
function Sample({ entry }: { entry: SampleEntry }) {
  const { title, about, area, lastOperation, lastCalls = 1 } = entry;
  const [progress, setProgress] = useState<string>();
  const account = sampleAccount(useCell(accounts), area);
  const created = useLoad(
    async (signal) => {
      if (!account) return false;
      const { value } = await manager.get<{ value: { operation: string; calls: number }[] }>(`${account.id}/usage`, {
        signal,
        quiet: true,
      });
      return value.filter(({ operation }) => operation === lastOperation).reduce((sum, { calls }) => sum + calls, 0) >= lastCalls;
    },
    [account?.id],
    { everyMs: COUNT_MS },
  );
  const create = useAction(
    async () => {
      const to = isUnfinished ? await finishSample(entry, account, setProgress) : await createSampleInAccount(entry, setProgress);
      // A user who has left the page meanwhile is not brought back.
      if (currentRoute().parts.length === 0) navigate(to);
    },
    { done: t('{title}: created', { title }) },
  );
  const isCreated = created.value === true && account !== undefined && !create.busy;
  const isUnfinished = created.value === false && account !== undefined;
  const action = isCreated ? t('Create another') : isUnfinished ? t('Finish sample') : t('Create sample');
  return (
    <div class="stack tight">
      <div>
        <strong>{title}</strong>
        <div class="soft small" role="status">
          {create.busy ? (progress ?? t('Starting')) : about}
        </div>
      </div>
      <p class="small faint">{t('It gets an account of its own, so your data does not change.')}</p>
      <div class="row">
        {isCreated && (
          <>
            <span class="tag good">
              <Icon name="check" />
              {t('Created')}
            </span>
            <ButtonLink to={pathInAccount(joinPath(area), account)}>{t('Open')}</ButtonLink>
          </>
        )}
        {isUnfinished && !create.busy && <span class="tag warn">{t('Not finished')}</span>}
        <Button needs="server" icon="sample" does={create} label={`${action}: ${title}`} text={action} />
      </div>
    </div>
  );
}
