/** Batch test of a deployment. */
import type { JSX } from 'preact';
import { ApiCall } from '../../kit/call-behind.tsx';
import { BatchRun } from '../../language/batch-run.tsx';
import { useProject } from '../../projects/context.ts';
import { DeploymentField, useDeployment } from '../../projects/deployment-field.tsx';
import { queryDocuments, MAX_DOCUMENTS, analysisCall } from './answer.ts';
import { categoryNames, isExtraction, MULTI } from './assets.ts';
import type { Assets } from './assets.ts';
import { readDocuments } from './batch-documents.ts';

const WORDS = { text: 'Document', texts: 'documents', class: 'Class', classes: 'Classes' };

export function BatchTab(): JSX.Element {
  const { client, name, assets, deployments, metadata: { language, projectKind: kind } } = useProject<Assets>();
  const deployment = useDeployment();
  const asked = { projectName: name, deploymentName: deployment, kind, language };
  if (deployments.value?.length === 0) return <DeploymentField>{null}</DeploymentField>;
  return <BatchRun read={(content) => readDocuments(content, kind)} size={MAX_DOCUMENTS} entities={isExtraction(assets) ? categoryNames(assets).map((one) => ({ name: one })) : []} words={WORDS}
    accept=".json,.txt,.tsv,.csv" hint={isExtraction(assets) ? 'JSON as in an exported project, or one document per line with entities as {Name=Ada}' : `JSON as in an exported project, or a table of class${kind === MULTI ? 'es (separated by ;)' : ''} and text, separated by tabs or commas`}
    ask={async (texts, signal) => (await queryDocuments(client, asked, texts, signal)).documents.map(({ class: classes = [], entities = [] }) => ({
      classes: classes.map(({ category }) => category), entities: entities.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
    }))}>
    <DeploymentField><ApiCall call={analysisCall(asked, ['The parcel has not arrived yet.'])} /></DeploymentField>
  </BatchRun>;
}
