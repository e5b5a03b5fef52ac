/** Creates a complete project for a sample: imports, trains, deploys. */
import type { Client } from '../kit/api.ts';
import { loadPages, runJob, projectPath, versioned } from './calls.ts';
import type { Metadata } from './calls.ts';
import type { ProjectFamily } from './family.ts';

export interface SampleProject { name: string; kind: string; description: string; assets: object }

const LABEL = 'model-1';
export const DEPLOYMENT = 'production';

/** Resolves to the project's name: the given one, with a number if it is taken. */
export async function createProject({ client, tell }: { client: Client; tell: (what: string) => void }, family: Pick<ProjectFamily, 'base'>, { name: wanted, kind, description, assets }: SampleProject): Promise<string> {
  tell('Importing the project');
  const taken = new Set((await loadPages<Metadata>(client, versioned(`${family.base}/projects`))).map(({ projectName }) => projectName));
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted} ${n}`;
  const metadata = { projectName: name, projectKind: kind, language: 'en', multilingual: false, description };
  await runJob(client, { method: 'POST', path: projectPath(family, name, '/:import'), json: { projectFileVersion: '2023-04-01', stringIndexType: 'Utf16CodeUnit', metadata, assets: { projectKind: kind, ...assets } } });
  tell('Training');
  await runJob(client, { method: 'POST', path: projectPath(family, name, '/:train'), json: { modelLabel: LABEL, evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 80, testingSplitPercentage: 20 } } });
  tell('Deploying');
  await runJob(client, { method: 'PUT', path: projectPath(family, name, `/deployments/${DEPLOYMENT}`), json: { trainedModelLabel: LABEL } });
  return name;
}
