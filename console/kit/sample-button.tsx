/** A button that creates the sample of an area and shows the progress. */
import { useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import type { SampleModule } from './sample.ts';
import { useAccount } from './accounts.ts';
import type { Role } from './api.ts';
import { useAction } from './hooks.ts';
import { Button } from './parts.tsx';

/** `onMade` gets the console path of the created sample. */
export function SampleButton({
  load,
  children = t('Create sample'),
  done = t('Sample created'),
  needs = 'manage',
  onMade,
}: {
  load: () => Promise<SampleModule>;
  children?: string;
  done?: string;
  /** Most samples are published, which needs Manage. */
  needs?: Role;
  onMade: (to: string) => void;
}) {
  const working = useAccount();
  const [progress, setProgress] = useState('');
  const create = useAction(
    async () => {
      const sample = await load();
      onMade(await sample.create({ ...working, onProgress: setProgress }));
    },
    { done },
  );
  return (
    <span class="row">
      <Button needs={needs} kind="primary" icon="sample" busy={create.busy} onClick={() => void create.run()} text={children} />
      <span class="soft" role="status">
        {create.busy ? progress : ''}
      </span>
    </span>
  );
}
