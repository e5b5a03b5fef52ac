/** Queries a deployment with a document. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiCall } from '../../kit/api-call.tsx';
import type { Client } from '../../kit/api.ts';
import { CheckField, Form, TextArea } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Confidence, Empty } from '../../kit/parts.tsx';
import { BatchRun } from '../../shared/language/batch-test.tsx';
import { MarkedText } from '../../shared/language/prediction-view.tsx';
import { runJob, versioned } from '../../shared/projects/calls.ts';
import type { Job } from '../../shared/projects/calls.ts';
import { useProject } from '../../shared/projects/context.ts';
import { DeploymentField, useDeployment } from '../../shared/projects/deployments.tsx';
import { categoryNames, isExtraction, MULTI } from './assets.ts';
import type { Assets } from './assets.ts';
import { readDocuments } from './batch-documents.ts';

export function Playground(): JSX.Element {
  const {
    client,
    name,
    assets,
    metadata: { language, projectKind },
  } = useProject<Assets>();
  const deployment = useDeployment();
  const [text, setText] = useState('');
  const [log, setLog] = useState(false);
  const [answer, setAnswer] = useState<{ text: string; job: AnalysisResponse; document: DocumentResult | undefined }>();
  const query = { projectName: name, deploymentName: deployment, kind: projectKind, language, log };
  const ask = useAction(async () => {
    const {
      job,
      documents: [document],
    } = await queryDocuments(client, query, [text]);
    setAnswer({ text, job, document });
  });
  const document = answer?.document;
  return (
    <div class="columns projects-playground">
      <Card title="Query">
        <DeploymentField>
          <Form onSubmit={() => void (text.trim() !== '' && ask.run())}>
            <TextArea label="Text" rows={8} value={text} onInput={setText} placeholder="Where is my parcel?" />
            <CheckField label="Log for review" value={log} onInput={setLog} hint="It then appears under Review." />
            <div>
              <Button type="submit" kind="primary" icon="play" busy={ask.busy} disabled={text.trim() === ''}>
                Run
              </Button>
            </div>
            <ApiCall call={analysisCall(query, [text])} />
          </Form>
        </DeploymentField>
      </Card>
      <Card title="Result">
        {answer && document ? (
          <div class="stack" aria-live="polite">
            {document.class && <ClassResults of={document.class} />}
            {document.entities && (
              <EntityResults text={answer.text} of={document.entities} known={categoryNames(assets).map((one) => ({ name: one }))} />
            )}
            <JsonView value={answer.job} label="Raw response" height={260} />
          </div>
        ) : (
          <Empty icon="texts" title="No result yet">
            Enter or paste a document and run it.
          </Empty>
        )}
      </Card>
    </div>
  );
}

function ClassResults({ of: classes }: { of: NonNullable<DocumentResult['class']> }): JSX.Element {
  if (classes.length === 0) return <p class="soft">No class above the threshold.</p>;
  return (
    <table aria-label="Classes">
      <thead>
        <tr>
          <th>Class</th>
          <th>Confidence</th>
        </tr>
      </thead>
      <tbody>
        {classes.map(({ category, confidenceScore }, i) => (
          <tr>
            <td>{i === 0 ? <strong>{category}</strong> : category}</td>
            <td>
              <Confidence value={confidenceScore} label={`Confidence of ${category}`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EntityResults({
  text,
  of: entities,
  known,
}: {
  text: string;
  of: readonly FoundEntity[];
  known: readonly { name: string }[];
}): JSX.Element {
  return (
    <>
      <p class="language-answer">
        <MarkedText
          text={text}
          entities={known}
          labels={entities.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length }))}
        />
      </p>
      {entities.length === 0 ? (
        <p class="soft">No entities found.</p>
      ) : (
        <div class="language-scroll" tabIndex={0} role="region" aria-label="Entities in the text">
          <table aria-label="Entities">
            <thead>
              <tr>
                <th>Entity</th>
                <th>Text</th>
                <th>Confidence</th>
              </tr>
            </thead>
            <tbody>
              {entities.map(({ category, text: own, confidenceScore }) => (
                <tr>
                  <td>
                    <strong>{category}</strong>
                  </td>
                  <td>{own}</td>
                  <td>
                    <Confidence value={confidenceScore} label={`Confidence of ${own}`} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

export interface FoundEntity {
  text: string;
  category: string;
  offset: number;
  length: number;
  confidenceScore: number;
}
export interface DocumentResult {
  id: string;
  entities?: FoundEntity[];
  class?: { category: string; confidenceScore: number }[];
}
interface DocumentError {
  error: { message: string; innererror?: { message: string } };
}
export interface AnalysisResponse extends Job {
  tasks: { items: { results?: { documents: DocumentResult[]; errors: DocumentError[] } }[] };
}

export interface QueryOptions {
  projectName: string;
  deploymentName: string;
  kind: string;
  language: string;
  /** Log them for review. */ log?: boolean;
}

/** Maximum number of documents per call. */
const MAX_DOCUMENTS = 25;

/** The call; documents are numbered from 1. */
function analysisCall(
  { projectName, deploymentName, kind, language, log = false }: QueryOptions,
  texts: readonly string[],
): { method: 'POST'; path: string; json: object } {
  const parameters = { projectName, deploymentName, stringIndexType: 'Utf16CodeUnit', ...(log && { loggingOptOut: false }) };
  return {
    method: 'POST',
    path: versioned('/language/analyze-text/jobs'),
    json: {
      analysisInput: { documents: texts.map((text, i) => ({ id: String(i + 1), text, language })) },
      tasks: [{ kind, parameters }],
    },
  };
}

/** Sends documents and waits for their results, in order. */
async function queryDocuments(
  client: Client,
  query: QueryOptions,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<{ job: AnalysisResponse; documents: DocumentResult[] }> {
  const job = await runJob<AnalysisResponse>(client, analysisCall(query, texts), signal);
  const results = job.tasks.items[0]?.results;
  // A job succeeds even if its only task fails.
  const invalid = results?.errors[0]?.error;
  const problem = job.errors?.[0]?.message ?? invalid?.innererror?.message ?? invalid?.message;
  if (problem !== undefined) throw new Error(problem);
  return { job, documents: [...results!.documents].sort((a, b) => Number(a.id) - Number(b.id)) };
}

const WORDS = { text: 'Document', texts: 'documents', class: 'Class', classes: 'Classes' };

/** Batch test of a deployment. */
export function BatchTab(): JSX.Element {
  const {
    client,
    name,
    assets,
    deployments,
    metadata: { language, projectKind: kind },
  } = useProject<Assets>();
  const deployment = useDeployment();
  const query = { projectName: name, deploymentName: deployment, kind, language };
  if (deployments.value?.length === 0) return <DeploymentField>{null}</DeploymentField>;
  return (
    <BatchRun
      read={(content) => readDocuments(content, kind)}
      size={MAX_DOCUMENTS}
      entities={isExtraction(assets) ? categoryNames(assets).map((one) => ({ name: one })) : []}
      words={WORDS}
      accept=".json,.txt,.tsv,.csv"
      hint={
        isExtraction(assets)
          ? 'JSON as in an exported project, or one document per line with entities as {Name=Ada}'
          : 'JSON as in an exported project, or a table of ' +
            `class${kind === MULTI ? 'es (separated by ;)' : ''} and text, separated by tabs or commas`
      }
      ask={async (texts, signal) =>
        (await queryDocuments(client, query, texts, signal)).documents.map(({ class: classes = [], entities = [] }) => ({
          classes: classes.map(({ category }) => category),
          entities: entities.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
        }))
      }
    >
      <DeploymentField>
        <ApiCall call={analysisCall(query, ['The parcel has not arrived yet.'])} />
      </DeploymentField>
    </BatchRun>
  );
}
