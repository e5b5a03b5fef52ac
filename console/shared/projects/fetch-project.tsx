/** Fetches the file of a project from a resource that still answers. The server calls the resource, not the browser. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Form, TextField } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import { Button } from '../../kit/parts.tsx';
import { useRoute } from '../../kit/router.tsx';
import { versioned } from './calls.ts';
import type { ProjectFamily } from './family.ts';

/** In the address of the page: `?import=resource` opens the form. */
const OPEN = 'resource';

export function FetchProject({ family, onFile }: { family: ProjectFamily; onFile: (file: File) => void }) {
  const { client } = useAccount();
  const { query } = useRoute();
  const [address, setAddress] = useState('');
  const [key, setKey] = useState('');
  const [name, setName] = useState('');
  const path = versioned(`${family.base}/:fetch-project`);
  const json = { resourceUrl: address.trim(), key: key.trim(), projectName: name.trim() };
  const isWhole = Object.values(json).every((text) => text !== '');
  const fetchFile = useAction(async () => {
    const { body } = await client.call<Blob>('POST', path, { json, bytes: true, quiet: true });
    onFile(new File([body], `${json.projectName}.json`, { type: 'application/json' }));
  });
  return (
    <details class="behind" open={query.get('import') === OPEN}>
      <summary>{t('Or fetch it from your Azure resource, while it is still up')}</summary>
      <Form onSubmit={() => void (isWhole && fetchFile.run())}>
        <div class="columns">
          <TextField
            label={t('Resource address')}
            value={address}
            onInput={setAddress}
            placeholder="https://NAME.cognitiveservices.azure.com"
          />
          <TextField label={t('Resource key')} type="password" value={key} onInput={setKey} />
          <TextField label={t('Project there')} value={name} onInput={setName} />
        </div>
        <div>
          <Button type="submit" needs="label" icon="download" busy={fetchFile.busy} disabled={!isWhole} text={t('Fetch the project')} />
        </div>
        <p class="soft small">{t('The key is sent to that resource alone and is not stored. Nothing is written until you confirm.')}</p>
        <ApiCall call={{ method: 'POST', path, json: { ...json, key: '…' } }} />
      </Form>
    </details>
  );
}
