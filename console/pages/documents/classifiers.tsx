/** Classifiers: the list, one of them, and building one from training sets. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { operationPath } from '../../kit/api.ts';
import { Async, JobProgress } from '../../kit/async.tsx';
import { confirmed, FormDialog } from '../../kit/dialog.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { CheckField, SelectField, TextField } from '../../kit/form.tsx';
import { formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { ListCard } from '../../kit/list-card.tsx';
import { Button, ButtonLink, Card, Empty, Facts, PageHeader, Tag } from '../../kit/parts.tsx';
import { joinPath, Link, navigate, setQuery, useRoute } from '../../kit/router.tsx';
import { ACCEPTED } from './analyze.tsx';
import { classifierPath, getOperationStatus, loadPages, startClassification, versioned, type RecordedError } from './calls.ts';
import { Classified } from './classified.tsx';
import { CopyDialog } from './model.tsx';
import { FailedOperation } from './parts.tsx';
import { isName, nameProblem } from './training-files.ts';
import type { SetSummary } from './training-set.ts';

export interface Classifier {
  classifierId: string;
  description?: string;
  createdDateTime: string;
  docTypes: Record<string, object>;
}

export function Classifiers() {
  const { client } = useAccount();
  const classifiers = useLoad((signal) => loadPages<Classifier>(client, '/documentClassifiers', signal, { quiet: true }), [client], {
    follows: ['documents.buildClassifier', 'documents.copy'],
  });
  // The operation stays in the URL, so that a long build can be reopened.
  const operation = useRoute().query.get('build') ?? undefined;
  const [failed, setFailed] = useState<RecordedError>();
  const [building, setBuilding] = useState(false);
  return (
    <>
      <ListCard
        title={t('Classifiers')}
        actions={<Button kind="primary" icon="add" onClick={() => setBuilding(true)} text={t('Build a classifier')} />}
        of={classifiers}
        keyOf={({ classifierId }) => classifierId}
        onOpen={({ classifierId }) => navigate(joinPath('documents', 'classifiers', classifierId))}
        empty={
          <Empty icon="documents" title={t('No classifiers yet')}>
            {t('A classifier finds the documents in a file and their types. It needs at least two types with five documents each.')}
          </Empty>
        }
        columns={[
          {
            title: t('Classifier'),
            cell: ({ classifierId }) => <Link to={joinPath('documents', 'classifiers', classifierId)}>{classifierId}</Link>,
          },
          { title: t('Types'), width: '2fr', cell: ({ docTypes }) => Object.keys(docTypes).join(', ') },
          { title: t('Created'), width: '150px', cell: ({ createdDateTime }) => formatTime(createdDateTime) },
        ]}
      />
      {operation !== undefined && (
        <Card title={t('Build')}>
          <JobProgress
            key={operation}
            title={t('Building')}
            done={t('Built')}
            kind="documents.buildClassifier"
            ask={async (signal) => {
              const { state, operation: now } = await getOperationStatus(client, operation, signal);
              if (state.status === 'failed') setFailed(now.error);
              if (state.status === 'succeeded') navigate(joinPath('documents', 'classifiers', now.result!.classifierId!));
              return state;
            }}
          />
          {failed && <FailedOperation title={t('Build failed')} error={failed} />}
        </Card>
      )}
      {building && (
        <BuildDialog
          onStart={(path) => {
            setBuilding(false);
            setFailed(undefined);
            setQuery({ build: path });
          }}
          onClose={() => setBuilding(false)}
        />
      )}
    </>
  );
}

const SPLITS = [
  { value: 'auto', label: t('Detect document boundaries') },
  { value: 'perPage', label: t('One document per page') },
  { value: 'none', label: t('One document per file') },
];

/** One classifier: its types, and a way to try it. */
export function ClassifierPage({ classifierId, resultId }: { classifierId: string; resultId: string | undefined }) {
  const { client } = useAccount();
  const base = classifierPath(classifierId);
  const classifier = useLoad((signal) => client.get<Classifier>(versioned(base), { signal }), [client, base]);
  const name = useRoute().query.get('name');
  const [split, setSplit] = useState('auto');
  const [copying, setCopying] = useState(false);
  const query = { split, keepDocument: 'true' };
  const ask = useAction(async (file: File) => {
    const result = await startClassification(client, classifierId, file, query);
    navigate(
      `${joinPath('documents', 'classifiers', classifierId, result)}?${new URLSearchParams({ kept: '1', name: file.name }).toString()}`,
    );
  });
  const remove = useAction(
    async () => {
      await confirmed({
        title: t('Delete classifier {classifierId}?', { classifierId }),
        text: t('Calls that use it will fail.'),
        typed: classifierId,
      });
      await client.delete(versioned(base));
      navigate('/documents?tab=classifiers');
    },
    { done: t('Classifier deleted') },
  );
  return (
    <>
      <PageHeader
        title={resultId === undefined ? classifierId : (name ?? t('A file'))}
        about={
          resultId === undefined ? (
            classifier.value?.description
          ) : (
            <span class="row">
              <Tag>{classifierId}</Tag>
            </span>
          )
        }
        actions={
          resultId === undefined && (
            <>
              <Button needs="manage" icon="copy" onClick={() => setCopying(true)} text={t('Copy to account')} />
              <Button needs="manage" kind="danger" icon="trash" does={remove} text={t('Delete')} />
            </>
          )
        }
      />
      {resultId !== undefined && <Classified key={resultId} classifierId={classifierId} resultId={resultId} />}
      <div class="split">
        <Card title={t('Details')}>
          <Async of={classifier}>
            {({ createdDateTime, docTypes }) => (
              <Facts
                rows={[
                  [t('Created'), formatTime(createdDateTime)],
                  [
                    t('Types'),
                    <span class="row">
                      {Object.keys(docTypes).map((name) => (
                        <Tag>{name}</Tag>
                      ))}
                    </span>,
                  ],
                ]}
              />
            )}
          </Async>
        </Card>
        <Card title={resultId === undefined ? t('Try it') : t('Try another file')}>
          <div class="stack">
            <SelectField label={t('Split mode')} value={split} onInput={setSplit} options={SPLITS} />
            <FileDrop
              label={ask.busy ? t('Uploading…') : t('Drop a file here, or browse')}
              accept={ACCEPTED}
              hint={t('It is stored with its result for a day, then deleted.')}
              onFiles={([file]) => void ask.run(file!)}
            />
            <ApiCall
              call={{
                method: 'POST',
                path: versioned(`${base}:analyze`, query),
                file: new File([], 'letters.pdf', { type: 'application/pdf' }),
              }}
            />
          </div>
        </Card>
      </div>
      {copying && <CopyDialog kind="classifier" id={classifierId} onClose={() => setCopying(false)} />}
    </>
  );
}

const MIN_TYPES = 2;

/** Builds a classifier from training sets, one per document type. `onStart` gets the path of the operation. */
function BuildDialog({ onStart, onClose }: { onStart: (path: string) => void; onClose: () => void }) {
  const { client } = useAccount();
  const sets = useLoad((signal) => loadPages<SetSummary>(client, '/trainingSets', signal), [client]);
  const [classifierId, setName] = useState('');
  const [selected, setSelected] = useState<readonly string[]>([]);
  const json = {
    classifierId: classifierId || 'my-sorter',
    docTypes: Object.fromEntries(selected.map((setId) => [setId, { trainingSetSource: { trainingSetId: setId } }])),
  };
  const isFine = isName(classifierId) && selected.length >= MIN_TYPES;
  const build = useAction(async () => {
    const { headers } = await client.call('POST', versioned('/documentClassifiers:build'), { json });
    onStart(operationPath(headers));
  });
  return (
    <FormDialog title={t('Build a classifier')} onClose={onClose} icon="play" action={t('Build')} submit={build} may={isFine}>
      <TextField label={t('Classifier name')} required autoFocus value={classifierId} onInput={setName} error={nameProblem(classifierId)} />
      <Async of={sets}>
        {(rows) =>
          rows.length < MIN_TYPES ? (
            <Empty
              icon="tag"
              title={t('At least two training sets are needed')}
              actions={<ButtonLink to="/documents?tab=sets">{t('Training sets')}</ButtonLink>}
            >
              {t('Put at least five documents of one type into each; labels are not needed.')}
            </Empty>
          ) : (
            <fieldset class="documents-features">
              <legend>{t('Types, one training set each')}</legend>
              {rows.map(({ setId }) => (
                <CheckField
                  label={setId}
                  value={selected.includes(setId)}
                  onInput={(on) => setSelected(on ? [...selected, setId] : selected.filter((one) => one !== setId))}
                />
              ))}
            </fieldset>
          )
        }
      </Async>
    </FormDialog>
  );
}
