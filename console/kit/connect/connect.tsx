/** The code that calls one thing of the account, with its address and names, and with the real key on a click. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { keyOf, useAccount, type Account } from '../accounts.ts';
import { Dialog } from '../dialog.tsx';
import { useAction } from '../hooks.ts';
import { useCan } from '../roles.ts';
import { Button, Code, CopyButton, Copyable, Facts } from '../parts.tsx';
import { TabBar } from '../tabs.tsx';
import { CODE_LANGUAGES, connectCode, type CodeLanguage } from './code.ts';
import type { ConnectTarget } from './target.ts';

const STORAGE_KEY = 'perennial-code';

/** The language chosen last, in this browser. */
function storedLanguage(): CodeLanguage {
  const stored = localStorage.getItem(STORAGE_KEY);
  return CODE_LANGUAGES.find(({ id }) => id === stored)?.id ?? 'curl';
}

export function ConnectDialog({ target, onClose }: { target: ConnectTarget; onClose: () => void }) {
  return (
    <Dialog wide title={t('Connect your client')} onClose={onClose}>
      <div class="dialog-body">
        <ConnectCode target={target} />
        <div class="dialog-buttons">
          <Button onClick={onClose}>{t('Close')}</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Of the selected account, if no other is given. */
export function ConnectCode({ target, account: given }: { target: ConnectTarget; account?: Account }) {
  const { account: selected } = useAccount();
  const account = given ?? selected;
  const [language, setLanguage] = useState(storedLanguage);
  const [key, setKey] = useState<string>();
  const canManage = useCan('manage');
  const show = useAction(async () => setKey(await keyOf(account)));
  const { install, code, changed, isHttpsOnly } = connectCode(target, language, { endpoint: location.origin, key });
  return (
    <div class="stack">
      <Facts
        rows={[
          [t('Endpoint'), <Copyable text={location.origin} label={t('Copy endpoint')} />],
          [t('Key header'), <Copyable text="Ocp-Apim-Subscription-Key" label={t('Copy the name of the header')} />],
          [
            t('Key'),
            <span class="row">
              <code>{key ?? '••••••••••••'}</code>
              {canManage && <CopyButton text={() => keyOf(account)} label={t('Copy key 1')} />}
              <Button
                needs="manage"
                icon="key"
                busy={show.busy}
                pressed={key !== undefined}
                onClick={() => (key === undefined ? void show.run() : setKey(undefined))}
              >
                {key === undefined ? t('Show key') : t('Hide key')}
              </Button>
            </span>,
          ],
          ...idRows(target),
        ]}
      />
      <TabBar
        label={t('Programming language')}
        tabs={CODE_LANGUAGES}
        current={language}
        onSelect={(id) => {
          localStorage.setItem(STORAGE_KEY, id);
          setLanguage(id as CodeLanguage);
        }}
      >
        {language !== 'curl' && <p>{rich('A program for the vendor changes in one line: {line}', { line: <code>{changed}</code> })}</p>}
        {install !== undefined && <Code label={t('package to install')} text={install} />}
        <Code label={t('program')} text={code} />
        {isHttpsOnly && location.protocol === 'http:' && (
          <p class="note warn">{rich('This client accepts https only: start the server with {option}.', { option: <code>--tls</code> })}</p>
        )}
        {key === undefined && (
          <p class="soft small">{rich('The program reads the key from the environment variable {name}.', { name: <code>KEY</code> })}</p>
        )}
      </TabBar>
    </div>
  );
}

/** What clients call "app id", "project name" and so on. */
function idRows(target: ConnectTarget): (readonly [string, JSX.Element])[] {
  const row = (name: string, value: string): readonly [string, JSX.Element] => [
    name,
    <Copyable text={value} label={t('Copy {name}', { name })} />,
  ];
  switch (target.area) {
    case 'understanding':
      return [row(t('App id'), target.appId)];
    case 'conversations':
    case 'texts':
      return [row(t('Project'), target.project), row(t('Deployment'), target.deployment)];
    case 'documents':
      return [row(t('Model id'), target.modelId)];
    case 'faces':
      return target.group === undefined ? [] : [row(t('Group id'), target.group.id)];
    case 'ranking':
      return [];
  }
}
