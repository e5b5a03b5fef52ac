/** Queries a deployment with a document. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Button } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import type { BatchWords } from '../../shared/language/batch-results.tsx';
import { BatchRun } from '../../shared/language/batch-test.tsx';
import type { ComparedPrediction } from '../../shared/language/compare-predictions.ts';
import { Playground } from '../../shared/language/playground.tsx';
import { projectPath } from '../../shared/projects/calls.ts';
import { useProject } from '../../shared/projects/context.ts';
import { DeploymentField, useDeployment, useDeploymentOptions } from '../../shared/projects/deployments.tsx';
import { analysisCall, MAX_DOCUMENTS, queryDocuments, type DocumentResult } from './analysis.ts';
import { addLabeled, categoryNames, isExtraction, MULTI, type Assets } from './assets.ts';
import { readDocuments } from './batch-documents.ts';
import { Predicted } from './prediction.tsx';

export function QueryTab() {
  const { client, name, assets, edit, metadata } = useProject<Assets>();
  const { account } = useAccount();
  const deployment = useDeployment();
  const query = { projectName: name, deploymentName: deployment, kind: metadata.projectKind, language: metadata.language };
  return (
    <Playground
      isLong
      icon="texts"
      scope={`${account.id} texts ${name}`}
      model={deployment}
      options={useDeploymentOptions()}
      isReady={deployment !== ''}
      placeholder={t('Where is my parcel?')}
      logHint={t('It then appears under Review.')}
      frame={(form) => <DeploymentField>{form}</DeploymentField>}
      call={(text, log) => analysisCall({ ...query, log }, [text])}
      ask={async (text, deploymentName, log) => {
        const { job, documents } = await queryDocuments(client, { ...query, deploymentName, log }, [text]);
        return { job, document: documents[0]! };
      }}
      summary={({ document }) => describeDocument(document)}
      toCompared={({ document }) => toCompared(document)}
      draw={(text, { document }) => <Predicted text={text} document={document} assets={assets} />}
      actions={(text, { document }) => <AddDocument add={() => edit(addLabeled(assets, [toLabeled(text, document)]))} />}
      raw={({ job }) => job}
    />
  );
}

function AddDocument({ add }: { add: () => void }) {
  const [isAdded, setAdded] = useState(false);
  return (
    <div>
      <Button
        needs="label"
        icon="add"
        disabled={isAdded}
        onClick={() => {
          add();
          setAdded(true);
          toast(t('Added; Ctrl+Z to undo'));
        }}
        text={t('Add as document')}
      />
    </div>
  );
}

function toLabeled(text: string, { class: classes = [], entities = [] }: DocumentResult): Parameters<typeof addLabeled>[1][number] {
  return { text, expected: classes.map(({ category }) => category), labels: toCompared({ entities } as DocumentResult).entities };
}

function describeDocument({ class: classes = [], entities = [] }: DocumentResult): string {
  return [...classes.map(({ category }) => category), ...entities.map(({ category, text }) => `${category}: ${text}`)].join(', ');
}

function toCompared({ class: classes = [], entities = [] }: DocumentResult): ComparedPrediction {
  return {
    intents: classes.map(({ category, confidenceScore }) => ({ intent: category, score: confidenceScore })),
    entities: entities.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
  };
}

const WORDS: BatchWords = {
  text: t('Document'),
  class: t('Class'),
  classes: t('Classes'),
  texts: t('documents'),
  correct: t('classes correct'),
  wrong: t('wrong class'),
  metrics: t('Metrics by class'),
  tested: t('Tested documents'),
};

/** Batch test of a deployment. */
export function BatchTab() {
  const { client, family, name, assets, deployments, metadata } = useProject<Assets>();
  const { language, projectKind: kind } = metadata;
  const { account } = useAccount();
  const deployment = useDeployment();
  const query = { projectName: name, deploymentName: deployment, kind, language };
  if (deployments.value?.length === 0) return <DeploymentField>{null}</DeploymentField>;
  return (
    <BatchRun
      place={{ path: projectPath(family, name, '/test-sets'), formerScope: `${account.id} texts ${name}` }}
      model={deployment}
      read={(content) => readDocuments(content, kind)}
      size={MAX_DOCUMENTS}
      entities={isExtraction(assets) ? categoryNames(assets).map((one) => ({ name: one })) : []}
      words={WORDS}
      accept=".json,.txt,.tsv,.csv"
      hint={
        isExtraction(assets)
          ? t('JSON as in an exported project, or one document per line with entities as {Name=Ada}')
          : kind === MULTI
            ? t('JSON as in an exported project, or a table of classes (separated by ;) and text, separated by tabs or commas')
            : t('JSON as in an exported project, or a table of class and text, separated by tabs or commas')
      }
      ask={async (texts, signal) =>
        (await queryDocuments(client, query, texts, signal)).documents.map(({ class: classes = [], entities = [] }) => ({
          classes: classes.map(({ category }) => category),
          entities: entities.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
        }))
      }
    >
      <DeploymentField>
        <ApiCall call={analysisCall(query, [t('The parcel has not arrived yet.')])} />
      </DeploymentField>
    </BatchRun>
  );
}
