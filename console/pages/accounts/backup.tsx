/** Downloads all data of the server. */
import type { JSX } from 'preact';
import { manager, saveFile } from '../../kit/api.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { Button, Card } from '../../kit/parts.tsx';
import { useAction } from '../../kit/use.ts';

export function Backup(): JSX.Element {
  const download = useAction(async () => {
    const { body, headers } = await manager.call<Blob>('GET', '/backup', { bytes: true });
    saveFile(body, /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'perennial-backup.tar');
  }, { done: 'Backup downloaded' });
  return <Card title="Backup">
    <div class="stack">
      <p>A consistent snapshot of all accounts and data, taken while the server runs. It does not contain the master key and the admin secret: keep those elsewhere, or the keys in the backup cannot be decrypted.</p>
      <p class="soft">To restore: <code>tar xf FILE -C FOLDER</code>, then <code>npm run perennial -- restore FOLDER</code>. The command <code>npm run perennial -- backup</code> writes the same folder including the secrets; prefer it for large data.</p>
      <div><Button icon="download" busy={download.busy} onClick={() => void download.run()}>Download backup</Button></div>
      <ApiCall caller="manager" call={{ method: 'GET', path: '/backup' }} />
    </div>
  </Card>;
}
