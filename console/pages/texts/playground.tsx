/** Queries a deployment with a document. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { CheckField, Form, TextArea } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import type { BatchWords } from '../../shared/language/batch-results.tsx';
import { BatchRun } from '../../shared/language/batch-test.tsx';
import { comparePredictions } from '../../shared/language/compare-predictions.ts';
import type { ComparedPrediction } from '../../shared/language/compare-predictions.ts';
import { CompareField, Comparison, useCompared } from '../../shared/language/comparison.tsx';
import { HistoryCard, useQueryHistory } from '../../shared/language/query-history.tsx';
import { projectPath } from '../../shared/projects/calls.ts';
import { useProject } from '../../shared/projects/context.ts';
import { DeploymentField, useDeployment, useDeploymentOptions } from '../../shared/projects/deployments.tsx';
import { analysisCall, MAX_DOCUMENTS, queryDocuments } from './analysis.ts';
import type { AnalysisResponse, DocumentResult } from './analysis.ts';
import { addLabeled, categoryNames, isExtraction, MULTI } from './assets.ts';
import type { Assets } from './assets.ts';
import { readDocuments } from './batch-documents.ts';
import { Predicted } from './prediction.tsx';

export function Playground() {
  const { client, name, assets, edit, metadata } = useProject<Assets>();
  const { language, projectKind } = metadata;
  const { account } = useAccount();
  const deployment = useDeployment();
  const options = useDeploymentOptions();
  const compared = useCompared(options, deployment);
  const history = useQueryHistory(`${account.id} texts ${name}`);
  const [text, setText] = useState('');
  const [log, setLog] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const query = { projectName: name, deploymentName: deployment, kind: projectKind, language, log };
  const ask = useAction(async (asked: string) => {
    setText(asked);
    const [first, second] = await Promise.all([
      queryDocuments(client, query, [asked]),
      compared && queryDocuments(client, { ...query, deploymentName: compared.value, log: false }, [asked]),
    ]);
    const document = first.documents[0]!;
    setAnswer({
      text: asked,
      job: first.job,
      document,
      ...(second?.documents[0] && { other: { title: compared!.label, document: second.documents[0] } }),
    });
    history.add({ text: asked, result: describeDocument(document), model: deployment });
  });
  const add = (): void => {
    const { text: asked, document } = answer!;
    edit(
      addLabeled(assets, [
        {
          text: asked,
          expected: (document.class ?? []).map(({ category }) => category),
          labels: (document.entities ?? []).map(({ category, offset, length }) => ({
            entity: category,
            start: offset,
            end: offset + length,
          })),
        },
      ]),
    );
    setAnswer({ ...answer!, isAdded: true });
    toast(t('Added; Ctrl+Z to undo'));
  };
  return (
    <>
      <div class="columns projects-playground">
        <Card title={t('Query')}>
          <DeploymentField>
            <Form onSubmit={() => void (text.trim() !== '' && ask.run(text))}>
              <CompareField options={options} selected={deployment} />
              <TextArea
                needs="label"
                label={t('Text')}
                rows={8}
                value={text}
                onInput={setText}
                onEnter={() => void (text.trim() !== '' && ask.run(text))}
                placeholder={t('Where is my parcel?')}
              />
              <CheckField label={t('Log for review')} value={log} onInput={setLog} hint={t('It then appears under Review.')} />
              <div>
                <Button type="submit" kind="primary" icon="play" busy={ask.busy} disabled={text.trim() === ''} text={t('Run')} />
              </div>
              <ApiCall call={analysisCall(query, [text])} />
            </Form>
          </DeploymentField>
        </Card>
        <Card title={t('Result')}>
          {answer ? (
            <div class="stack" aria-live="polite">
              <Predicted text={answer.text} document={answer.document} assets={assets} />
              <div>
                <Button needs="label" icon="add" disabled={answer.isAdded} onClick={add} text={t('Add as document')} />
              </div>
              {answer.other && (
                <Comparison
                  title={answer.other.title}
                  differences={comparePredictions(answer.text, toCompared(answer.document), toCompared(answer.other.document))}
                >
                  <Predicted text={answer.text} document={answer.other.document} assets={assets} />
                </Comparison>
              )}
              <JsonView value={answer.job} label={t('Raw response')} height={260} />
            </div>
          ) : (
            <Empty icon="texts" title={t('No result yet')} text={t('Enter or paste a document and run it.')} />
          )}
        </Card>
      </div>
      <HistoryCard of={history} onRun={(asked) => void ask.run(asked)} />
    </>
  );
}

interface Answer {
  text: string;
  job: AnalysisResponse;
  document: DocumentResult;
  /** The same text to another deployment. */ other?: { title: string; document: DocumentResult };
  isAdded?: boolean;
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
