/**
 * What to do next with an app, project, model or loop, in its header: Train, Try, Publish, Connect. Steps that are done have a tick; the
 * first one that is not is highlighted, but not filled: that is for the action of the open tab.
 */
import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import type { ConnectTarget } from './connect/target.ts';
import { useAction } from './hooks.ts';
import { Icon } from './icons.tsx';
import { Button } from './parts.tsx';
import type { Need } from './roles.ts';
import { joinPath, Link, useRoute } from './router.tsx';

export interface NextStep {
  /** `t('Train')` */
  title: string;
  /** Omitted while it runs: then it is neither done nor the next thing to do. */
  done?: boolean | undefined;
  /** The tab of this page where it is done; empty for the first one. */
  tab?: string;
  /** Another path of the console, instead of a tab. */
  to?: string;
  /** Starts it directly, instead of leading somewhere. */
  run?: () => void;
  /** The role that starting it needs. */
  needs?: Need;
}

/** `connect` is what a program would call; without it, the last step is missing. */
export function NextSteps({ steps, connect }: { steps: readonly NextStep[]; connect?: ConnectTarget | undefined }) {
  const { parts } = useRoute();
  const next = steps.findIndex(({ done }) => done === false);
  return (
    <ol class="next-steps" aria-label={t('Next steps')}>
      {steps.map(({ title, done, tab, to, run, needs = 'view' }, i) => {
        const content = (
          <>
            {done ? <Icon name="check" /> : <span class="ordinal">{i + 1}</span>}
            {title}
            {done && <span class="for-readers">{t('done')}</span>}
          </>
        );
        const isDone = done ? 'done' : '';
        return (
          <li aria-current={i === next ? 'step' : undefined}>
            {run ? (
              <Button kind="quiet" class={isDone} needs={needs} onClick={run} text={content} />
            ) : (
              <Link class={`button quiet ${isDone}`} to={to ?? joinPath(...parts) + (tab ? `?tab=${tab}` : '')}>
                {content}
              </Link>
            )}
          </li>
        );
      })}
      {connect && (
        <li aria-current={next < 0 ? 'step' : undefined}>
          <ConnectButton target={connect} kind="quiet" />
        </li>
      )}
    </ol>
  );
}

type Shown = ComponentType<{ target: ConnectTarget; onClose: () => void }>;

/** Loads the programs when they are asked for. */
export function ConnectButton({ target, kind = 'plain' }: { target: ConnectTarget; kind?: 'plain' | 'quiet' }) {
  const [shown, setShown] = useState<{ Dialog: Shown }>();
  const open = useAction(async () => setShown({ Dialog: (await import('./connect/connect.tsx')).ConnectDialog }));
  return (
    <>
      <button type="button" class={`button ${kind}`} aria-busy={open.busy} onClick={() => void open.run()}>
        <Icon name="calls" />
        {t('Connect')}
      </button>
      {shown && <shown.Dialog target={target} onClose={() => setShown(undefined)} />}
    </>
  );
}
