/** Utterances of the target projects of an orchestration, which it is trained on. */
import type { Ports } from '../../../../kernel/ports.ts';
import { JobProblem } from '../../projects/family.ts';
import { loadAssets, projectKey, projects } from '../../projects/store.ts';
import { NONE } from '../model.ts';
import type { ConversationAssets, Intent, Utterance } from '../model.ts';

/** Intents without utterances whose target is a conversation project of the same account. */
export function linkedIntents({ intents, utterances }: ConversationAssets): Intent[] {
  const own = new Set(utterances.map(({ intent }) => intent));
  return intents.filter(({ category, orchestration }) => orchestration?.conversationOrchestration && !own.has(category));
}

export async function loadLinkedUtterances(assets: ConversationAssets, account: string, services: Ports): Promise<Utterance[]> {
  const linked: Utterance[] = [];
  for (const { category, orchestration } of linkedIntents(assets)) {
    const { projectName } = orchestration!.conversationOrchestration!;
    const project = await services.records.get(projects, account, projectKey('conversations', projectName));
    if (!project) {
      throw new JobProblem('notFound', `The intent ${category} has no utterances, and its target project ${projectName} does not exist.`);
    }
    const { utterances } = await loadAssets<ConversationAssets>(services, { owner: account, project });
    for (const { intent, text, language } of utterances) {
      if (intent !== NONE) linked.push({ text, ...(language !== undefined && { language }), intent: category, entities: [] });
    }
  }
  return linked;
}
