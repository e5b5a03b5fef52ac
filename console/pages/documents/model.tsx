/** One model: its fields, their accuracy, and actions. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { accounts, clientOf, shortName, useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { operationPath } from '../../kit/api.ts';
import { Async, JobProgress } from '../../kit/async.tsx';
import { useCell } from '../../kit/cell.ts';
import { confirmed, Dialog } from '../../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../../kit/form.tsx';
import { formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { NextSteps } from '../../kit/next-steps.tsx';
import { Button, ButtonLink, Card, Confidence, Empty, Facts, PageHeader, Tag } from '../../kit/parts.tsx';
import { joinPath, Link, navigate } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { useTried } from '../../kit/visits.ts';
import { classifierPath, getOperationStatus, isPrebuilt, loadPages, modelPath, versioned } from './calls.ts';
import type { DocType, FieldSchema, Model } from './calls.ts';
import { isName, nameProblem } from './training-files.ts';
import type { SetSummary } from './training-set.ts';

/** The tag of a model that names its training set. */
const SET_TAG = 'trainingSet';

export function ModelPage({ modelId }: { modelId: string }) {
  const { account, client } = useAccount();
  const isTried = useTried(`${account.id} documents ${modelId}`);
  const own = !isPrebuilt(modelId);
  const model = useLoad((signal) => client.get<Model>(versioned(modelPath(modelId)), { signal }), [client, modelId]);
  const [copying, setCopying] = useState(false);
  const remove = useAction(
    async () => {
      await confirmed({
        title: t('Delete model {modelId}?', { modelId }),
        text: t('Calls that use it will fail. Models composed of it are not affected.'),
        action: t('Delete model'),
        typed: modelId,
      });
      await client.delete(versioned(modelPath(modelId)));
      navigate('/documents?tab=models');
    },
    { done: t('Model deleted') },
  );
  return (
    <>
      <PageHeader
        title={modelId}
        about={model.value?.description}
        actions={
          <>
            <ButtonLink to={`/documents?tab=compare&one=${encodeURIComponent(modelId)}`}>{t('Compare')}</ButtonLink>
            {own && (
              <>
                <Button needs="manage" icon="copy" onClick={() => setCopying(true)} text={t('Copy to account')} />
                <Button needs="manage" kind="danger" icon="trash" does={remove} text={t('Delete')} />
              </>
            )}
          </>
        }
        steps={
          <NextSteps
            steps={[{ title: t('Try'), done: isTried, to: `/documents?model=${encodeURIComponent(modelId)}` }]}
            connect={{ area: 'documents', modelId }}
          />
        }
      />
      <Async of={model}>
        {({ docTypes = {}, createdDateTime, apiVersion, buildMode, tags = {} }) => (
          <>
            {own && (
              <Card>
                <Facts
                  rows={[
                    [t('Created'), formatTime(createdDateTime)],
                    buildMode !== undefined && [t('Build mode'), buildMode],
                    [t('API version'), apiVersion],
                    ...Object.entries(tags).map(([name, value]) =>
                      name === SET_TAG ? ([t('Training set'), <TrainingSetLink setId={value} />] as const) : ([name, value] as const),
                    ),
                  ]}
                />
              </Card>
            )}
            {Object.keys(docTypes).length === 0 ? (
              <Card>
                <Empty icon="documents" title={t('No fields')} text={t('It extracts text and layout: lines, tables, selection marks.')} />
              </Card>
            ) : (
              Object.entries(docTypes).map(([name, docType]) => <DocTypeCard name={name} docType={docType} />)
            )}
          </>
        )}
      </Async>
      <ApiCall call={{ method: 'GET', path: versioned(modelPath(modelId)) }} />
      {copying && <CopyDialog kind="model" id={modelId} onClose={() => setCopying(false)} />}
    </>
  );
}

/** Links to the set if it exists: a copied model has the tag, but not the set. */
function TrainingSetLink({ setId }: { setId: string }) {
  const { client } = useAccount();
  const sets = useLoad((signal) => loadPages<SetSummary>(client, '/trainingSets', signal), [client]);
  return sets.value?.some((one) => one.setId === setId) ? <Link to={joinPath('documents', 'sets', setId)}>{setId}</Link> : <>{setId}</>;
}

/** Fields of a document type; for built models with their cross-validated accuracy. */
export function DocTypeCard({
  name,
  docType: { fieldSchema, fieldConfidence = {}, buildMode, description },
}: {
  name: string;
  docType: DocType;
}) {
  const rows = flatSchema(fieldSchema);
  const hasAccuracy = buildMode !== undefined || Object.keys(fieldConfidence).length > 0;
  return (
    <Card
      flush
      title={name}
      actions={
        <>
          {description !== undefined && <span class="soft">{description}</span>}
          {hasAccuracy && <Tag>{t('accuracy on unseen forms')}</Tag>}
        </>
      }
    >
      <Table
        label={t('Fields of {name}', { name })}
        rows={rows}
        keyOf={({ path }) => path}
        empty={<Empty title={t('No fields')} />}
        columns={[
          { title: t('Field'), cell: ({ label, depth }) => <span style={{ paddingLeft: `${depth * 14}px` }}>{label}</span> },
          { title: t('Type'), width: '110px', cell: ({ type }) => <code>{type}</code> },
          ...(hasAccuracy
            ? [
                {
                  title: t('Accuracy'),
                  width: 'minmax(110px, 190px)',
                  cell: ({ label, depth, type }: FlatSchema) =>
                    depth > 0 ? (
                      ''
                    ) : fieldConfidence[label] === undefined ? (
                      <NotMeasured type={type} />
                    ) : (
                      <Confidence value={fieldConfidence[label]} label={t('Accuracy of {label}', { label })} />
                    ),
                },
              ]
            : []),
        ]}
      />
      {hasAccuracy && Object.keys(fieldSchema).some((field) => fieldConfidence[field] === undefined) && (
        <p class="soft small documents-note">
          {t(
            'Fields labeled on fewer than two forms are not measured: label them on five and build again. Signatures are found, but not measured.',
          )}
        </p>
      )}
    </Card>
  );
}

/** Why there is no figure. */
function NotMeasured({ type }: { type: string }) {
  return type === 'signature' ? (
    <span class="soft" title={t('Accuracy is measured on the words of the forms, which do not include signatures')}>
      {t('not measured: signature')}
    </span>
  ) : (
    <span class="soft" title={t('Accuracy is cross-validated: a field must be labeled on at least two forms, better on five')}>
      {t('not measured: too few labels')}
    </span>
  );
}

interface FlatSchema {
  path: string;
  label: string;
  depth: number;
  type: string;
}

function flatSchema(schema: Readonly<Record<string, FieldSchema>>, depth = 0, parent = ''): FlatSchema[] {
  return Object.entries(schema).flatMap(([label, { type, items, properties }]) => [
    { path: `${parent}/${label}`, label, depth, type },
    ...flatSchema(properties ?? items?.properties ?? {}, depth + 1, `${parent}/${label}`),
  ]);
}

/** Account kinds that can use documents. */
const ACCOUNT_KINDS = ['MultiService', 'DocumentAnalysis'];

export interface CopyResult {
  kind: 'model' | 'classifier';
  id: string;
}

/** Path and URL segments, and the field with the name of the copy. */
const COPY_KINDS = {
  model: { noun: 'documentModels', page: 'models', field: 'modelId', pathOf: modelPath },
  classifier: { noun: 'documentClassifiers', page: 'classifiers', field: 'classifierId', pathOf: classifierPath },
} as const;

/** Copies a model or classifier to another account: the authorization is requested there and used here. */
export function CopyDialog({ kind, id, onClose }: CopyResult & { onClose: () => void }) {
  const { noun, page, field, pathOf } = COPY_KINDS[kind];
  const { account, client } = useAccount();
  const others = useCell(accounts).filter((one) => one.id !== account.id && ACCOUNT_KINDS.includes(one.kind) && !one.properties.blocked);
  const [target, setTarget] = useState(others[0] ? shortName(others[0]) : '');
  const [name, setName] = useState(id);
  const [work, setWork] = useState<string>();
  const [ended, setEnded] = useState<boolean>();
  const copy = useAction(async () => {
    const targetClient = clientOf(others.find((one) => shortName(one) === target)!);
    const authorization = await targetClient.post<object>(versioned(`/${noun}:authorizeCopy`), { [field]: name });
    const { headers } = await client.call('POST', versioned(`${pathOf(id)}:copyTo`), { json: authorization });
    setWork(operationPath(headers));
  });
  if (others.length === 0)
    return (
      <Dialog title={t('Copy {id}', { id })} onClose={onClose}>
        <div class="dialog-body">
          <Empty icon="accounts" title={t('No other account')} actions={<ButtonLink to="/accounts">{t('Accounts')}</ButtonLink>}>
            {t(
              'Create one of the kind All areas or Documents. To copy to another server, request an authorization there and send it to copyTo.',
            )}
          </Empty>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={t('Copy {id}', { id })} onClose={onClose}>
      <Form class="" onSubmit={() => void (isName(name) && copy.run())}>
        <SelectField
          label={t('Target account')}
          value={target}
          onInput={setTarget}
          options={others.map((one) => ({ value: shortName(one), label: `${one.name} (${shortName(one)})` }))}
          disabled={work !== undefined}
        />
        <TextField label={t('New name')} required value={name} onInput={setName} error={nameProblem(name)} disabled={work !== undefined} />
        {work !== undefined && (
          <JobProgress
            title={t('Copying')}
            kind="documents.copy"
            ask={async (signal) => (await getOperationStatus(client, work, signal)).state}
            onEnd={({ status }) => setEnded(status === 'succeeded')}
          />
        )}
        <div class="dialog-buttons">
          <Button onClick={onClose}>{ended === undefined ? t('Cancel') : t('Close')}</Button>
          {ended ? (
            <ButtonLink kind="primary" to={`${joinPath('documents', page, name)}?account=${encodeURIComponent(target)}`}>
              {t('Open copy')}
            </ButtonLink>
          ) : (
            <Button
              needs="manage"
              type="submit"
              kind="primary"
              busy={copy.busy || (work !== undefined && ended === undefined)}
              disabled={!isName(name)}
              text={t('Copy')}
            />
          )}
        </div>
      </Form>
    </Dialog>
  );
}
