/** Creates a complete project for a sample: imports, trains, deploys. */
import type { Client } from '../kit/api.ts';
import { allOf, done, projectPath, versioned } from './calls.ts';
import type { Metadata } from './calls.ts';
import type { Family } from './family.ts';

export interface Made { name: string; kind: string; description: string; assets: object }

const LABEL = 'model-1';
export const DEPLOYMENT = 'production';

/** Resolves to the project's name: the given one, with a number if it is taken. */
export async function makeProject({ client, tell }: { client: Client; tell: (what: string) => void }, family: Pick<Family, 'base'>, { name: wanted, kind, description, assets }: Made): Promise<string> {
  tell('Importing the project');
  const taken = new Set((await allOf<Metadata>(client, versioned(`${family.base}/projects`))).map(({ projectName }) => projectName));
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted} ${n}`;
  const metadata = { projectName: name, projectKind: kind, language: 'en', multilingual: false, description };
  await done(client, { method: 'POST', path: projectPath(family, name, '/:import'), json: { projectFileVersion: '2023-04-01', stringIndexType: 'Utf16CodeUnit', metadata, assets: { projectKind: kind, ...assets } } });
  tell('Training');
  await done(client, { method: 'POST', path: projectPath(family, name, '/:train'), json: { modelLabel: LABEL, evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 80, testingSplitPercentage: 20 } } });
  tell('Deploying');
  await done(client, { method: 'PUT', path: projectPath(family, name, `/deployments/${DEPLOYMENT}`), json: { trainedModelLabel: LABEL } });
  return name;
}
