/** Components of gallery and person pages: edit, delete, consent and training. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { useActions } from '../../kit/actions.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { toJobStatus } from '../../kit/api.ts';
import { Async, JobProgress, JobTag } from '../../kit/async.tsx';
import { confirmed, FormDialog } from '../../kit/dialog.tsx';
import { TextArea, TextField } from '../../kit/form.tsx';
import { formatAge, formatCount, plural } from '../../kit/format.ts';
import { useAction, type Loaded } from '../../kit/hooks.ts';
import { Button, Card, Facts, PageHeader } from '../../kit/parts.tsx';
import type { Need } from '../../kit/roles.ts';
import { navigate } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { galleryPath, getTrainingStatus, type Gallery, type Overview } from './calls.ts';
import { erase } from './erasure.ts';
import { showErasure } from './erasure-report.tsx';
import { forgetFaces, type AddedFace } from './images.ts';

const MAX_USER_DATA = 16_384;

function EditButton({
  title,
  path,
  name: nameNow,
  userData: dataNow = '',
  onSaved,
}: {
  title: string;
  path: string;
  name: string;
  userData?: string;
  onSaved: () => void;
}) {
  const { client } = useAccount();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [userData, setUserData] = useState('');
  const begin = (): void => {
    setName(nameNow);
    setUserData(dataNow);
    setOpen(true);
  };
  const save = useAction(
    async () => {
      await client.patch(path, { name, userData });
      setOpen(false);
      onSaved();
    },
    { done: t('Saved') },
  );
  const may = name !== '' && userData.length <= MAX_USER_DATA;
  return (
    <>
      <Button needs="label" onClick={begin} text={t('Edit')} />
      {open && (
        <FormDialog title={title} onClose={() => setOpen(false)} action={t('Save')} submit={save} may={may}>
          <TextField
            label={t('Name')}
            value={name}
            onInput={setName}
            maxLength={128}
            autoFocus
            error={name === '' ? t('Required.') : undefined}
          />
          <TextArea
            label={t('User data')}
            value={userData}
            onInput={setUserData}
            hint={t('Any data for your application.')}
            error={userData.length > MAX_USER_DATA ? t('At most {MAX_USER_DATA} characters.', { MAX_USER_DATA }) : undefined}
          />
        </FormDialog>
      )}
    </>
  );
}

/** Deletes a gallery or person after the name was typed in. */
function DeleteButton({
  what,
  typed,
  path,
  text,
  after,
  faces = [],
  facePath = (parent, face) => `${parent}/persistedfaces/${face}`,
  ofIt,
  needs,
}: {
  what: string;
  typed: string;
  path: string;
  text: string;
  after: string;
  /** Ids of faces that go with it, where they are known. */
  faces?: readonly string[];
  /** The path of one of them. */
  facePath?: (path: string, face: string) => string;
  ofIt: (one: Omit<AddedFace, 'face'>) => boolean;
  /** Whole galleries need Manage. */
  needs?: Need;
}) {
  const { account, client } = useAccount();
  const remove = useAction(async () => {
    await confirmed({ title: t('Delete {typed}?', { typed }), text, action: t('Delete {what}', { what }), typed });
    const request = await erase(client, path);
    forgetFaces((one) => one.account === account.id && ofIt(one));
    navigate(after);
    const things = [
      { title: typed, path },
      ...faces.map((face) => ({ title: t('face {id}', { id: face.slice(0, 8) }), path: facePath(path, face) })),
    ];
    await showErasure({ what: typed, things, request });
  });
  return <Button kind="danger" needs={needs} icon="trash" does={remove} text={t('Delete')} />;
}

export interface ThingHeaderProps extends Omit<Parameters<typeof DeleteButton>[0], 'children'> {
  name: string;
  userData?: string;
  about: ComponentChildren;
  onSaved: () => void;
  children: ComponentChildren;
}

/** The head of the page of a gallery or person: it can be edited and deleted. */
export function ThingHeader({ name, userData, about, onSaved, children, ...deletion }: ThingHeaderProps) {
  return (
    <PageHeader
      title={name}
      about={
        <>
          {about} {userData}
        </>
      }
      actions={
        <>
          <DeleteButton {...deletion} />
          <EditButton title={t('Details')} path={deletion.path} name={name} userData={userData} onSaved={onSaved} />
          {children}
        </>
      }
    />
  );
}

/** What is stored about people and for how long, and that consent is needed. */
export function Consent() {
  return (
    <Card title={t('Consent and retention')}>
      <div class="stack tight">
        <p>{t('Recognizing people requires their consent, and often more. You, as the operator, are responsible.')}</p>
        <p class="soft">
          {t(
            'No images are stored. A face is stored as 128 numbers, encrypted with a key of the account, until you delete it; a detected face is stored for a day. Thumbnails exist only in this visit and are gone after a reload.',
          )}
        </p>
        <p class="soft">{t('Deleted faces can no longer be found immediately after the call. Backups keep what they contain.')}</p>
      </div>
    </Card>
  );
}

/** `changed`: faces were added since the last known training. */
export function TrainCard({
  gallery: { kind, id },
  overview,
  changed,
}: {
  gallery: Gallery;
  overview: Loaded<Overview>;
  changed: boolean;
}) {
  const { account, client } = useAccount();
  const path = galleryPath(kind, id);
  const [isStarted, setStarted] = useState(false);
  const { members = 0, training, searched } = overview.value ?? {};
  const isRunning = isStarted || (training !== undefined && ['waiting', 'running'].includes(toJobStatus(training.status)));
  const train = useAction(async () => {
    await client.post(`${path}/train`);
    setStarted(true);
  });
  useActions([{ title: t('Train {id}', { id }), needs: 'label', keys: 't', run: () => void (!isRunning && train.run()) }]);
  const needsTraining = changed || (overview.value !== undefined && searched === undefined);
  return (
    <Card
      title={t('Training')}
      actions={
        <Button
          needs="label"
          kind={needsTraining ? 'primary' : 'plain'}
          icon="play"
          keys="t"
          busy={train.busy || isRunning}
          disabled={members === 0}
          onClick={() => void train.run()}
          text={t('Train')}
        />
      }
    >
      <Async of={overview}>
        {() => (
          <div class="stack">
            {isRunning ? (
              <JobProgress
                title={t('Training')}
                kind="faces.train"
                ask={(signal) => getTrainingStatus(client, account, path, signal)}
                onEnd={({ status }) => {
                  setStarted(false);
                  overview.reload();
                  if (status === 'succeeded') toast(t('Training finished'));
                }}
              />
            ) : (
              <Facts
                rows={[
                  [kind.holds === 'persons' ? t('People') : t('Faces'), formatCount(members)],
                  [
                    t('Searchable'),
                    searched
                      ? searched.persons === undefined
                        ? plural(searched.faces, 'face')
                        : `${plural(searched.persons, 'person', 'people')}, ${plural(searched.faces, 'face')}`
                      : t('none until trained'),
                  ],
                  training && [
                    t('Last training'),
                    <span class="row">
                      <JobTag status={toJobStatus(training.status)} />
                      <span>{formatAge(training.lastActionDateTime)}</span>
                    </span>,
                  ],
                  training?.message !== undefined && [t('Message'), training.message],
                ]}
              />
            )}
            {!isRunning && needsTraining && members > 0 && <p class="note">{t('New faces are found after the next training.')}</p>}
            <ApiCall call={{ method: 'POST', path: `${path}/train` }} />
          </div>
        )}
      </Async>
    </Card>
  );
}
