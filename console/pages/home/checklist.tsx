/** First steps: a one-click sample for each area, ticked off once the area was used. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { Button, ButtonLink, Card } from '../../kit/parts.tsx';
import { canUseArea, currentRoute, joinPath, navigate, usePages } from '../../kit/router.tsx';
import { samples } from '../../samples.ts';
import type { SampleEntry } from '../../samples.ts';

const POLL_MS = 5000;

/** Operations the account has used; undefined until loaded. */
export function useUsedOperations(): ReadonlySet<string> | undefined {
  const { account } = useAccount();
  return useLoad(
    async (signal) => {
      const { value } = await manager.get<{ value: { operation: string }[] }>(`${account.id}/usage`, { signal, quiet: true });
      return new Set(value.map(({ operation }) => operation));
    },
    [account],
    { everyMs: POLL_MS },
  ).value;
}

/** Nothing was tried yet. */
export function isUnused(used: ReadonlySet<string>): boolean {
  return !samples.some(({ usedOperation: sign }) => used.has(sign));
}

export function Checklist({ used }: { used: ReadonlySet<string> | undefined }): JSX.Element {
  const { account } = useAccount();
  const pages = usePages();
  const shown = samples.filter(({ area }) =>
    canUseArea(
      pages.find((page) => page.path === area)!,
      account.kind,
    ),
  );
  return (
    <Card title="First steps" actions={<span class="soft">in account {account.name}</span>}>
      <ol class="home-steps">
        {shown.map((entry) => (
          <Step key={entry.area} entry={entry} done={used?.has(entry.usedOperation) ?? false} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ entry: { area, title, about, load }, done }: { entry: SampleEntry; done: boolean }): JSX.Element {
  const working = useAccount();
  const [progress, setProgress] = useState<string>();
  const create = useAction(
    async () => {
      const sample = await load();
      const to = await sample.create({ ...working, onProgress: setProgress });
      // A user who has left the page meanwhile is not brought back.
      if (currentRoute().parts.length === 0) navigate(to);
    },
    { done: `${title}: created` },
  );
  const page = usePages().find((one) => one.path === area)!;
  return (
    <li>
      <span class={`mark ${done ? 'done' : ''}`}>
        {done && <Icon name="check" />}
        <span class="for-readers">{done ? 'Done' : 'To do'}</span>
      </span>
      <div>
        <strong>{page.title}</strong>: {title}
        <div class="soft small" role="status">
          {create.busy ? (progress ?? 'Starting') : about}
        </div>
      </div>
      <span class="row">
        {done && (
          <ButtonLink kind="quiet" to={joinPath(area)}>
            Open
          </ButtonLink>
        )}
        <Button icon="sample" busy={create.busy} label={`Create sample: ${title}`} onClick={() => void create.run()}>
          Create
        </Button>
      </span>
    </li>
  );
}
