/** Targets of orchestration intents: as in files, and as text. */
import type { App, Endpoint } from '../../language/apps.ts';

export const ORCHESTRATION = 'Orchestration';

/** The field named by the kind is set. */
export interface Orchestration {
  targetProjectKind: string;
  conversationOrchestration?: { projectName: string; deploymentName: string };
  /** The slot if there is one, else the version. */
  luisOrchestration?: { appId: string; appVersion?: string; slotName?: string };
  questionAnsweringOrchestration?: { projectName: string };
}

export function projectTarget(projectName: string, deploymentName: string): Orchestration {
  return { targetProjectKind: 'Conversation', conversationOrchestration: { projectName, deploymentName } };
}

/** Which part of an app is called: `production`, `staging`, or a version. */
export function appTarget({ id, endpoints: { PRODUCTION, STAGING } }: App, place: string): Orchestration {
  const slots: Readonly<Record<string, Endpoint | undefined>> = { production: PRODUCTION, staging: STAGING };
  return { targetProjectKind: 'Luis', luisOrchestration: place in slots ? { appId: id, ...slots[place] && { appVersion: slots[place].versionId }, slotName: place } : { appId: id, appVersion: place } };
}

/** Callable parts of an app: published slots, and the active version. */
export function appSlots({ activeVersion, endpoints: { PRODUCTION, STAGING } }: App): { value: string; label: string }[] {
  return [...PRODUCTION ? [{ value: 'production', label: `production, version ${PRODUCTION.versionId}` }] : [], ...STAGING ? [{ value: 'staging', label: `staging, version ${STAGING.versionId}` }] : [], { value: activeVersion, label: `version ${activeVersion}, last trained` }];
}

/** `Garden, production`; an unknown or deleted app is shown by its id. */
export function describeTarget({ conversationOrchestration: project, luisOrchestration: app, questionAnsweringOrchestration: answers }: Orchestration, apps: readonly App[] = []): string {
  if (project) return `${project.projectName}, ${project.deploymentName}`;
  if (app) return `app ${apps.find(({ id }) => id === app.appId)?.name ?? app.appId}, ${app.slotName ?? app.appVersion ?? 'production'}`;
  return `question answering ${answers?.projectName ?? ''}`;
}

/** Parameters for target apps, so that they return everything they found. */
export function targetParameters(intents: readonly { category: string; orchestration?: Orchestration }[]): { targetProjectParameters?: object } {
  const apps = intents.filter(({ orchestration }) => orchestration?.luisOrchestration);
  return apps.length === 0 ? {} : { targetProjectParameters: Object.fromEntries(apps.map(({ category }) => [category, { targetProjectKind: 'Luis', callingOptions: { verbose: true, 'show-all-intents': true } }])) };
}
