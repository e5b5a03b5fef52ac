/** The models of the account, its own first. */
import type { Client } from '../../kit/api.ts';
import type { Option } from '../../kit/form.tsx';
import { useLoad } from '../../kit/use.ts';
import type { Loaded } from '../../kit/use.ts';
import { loadPages, isPrebuilt } from './calls.ts';
import type { Model } from './calls.ts';

export function useModels(client: Client): Loaded<Model[]> {
  return useLoad(async (signal) => {
    const models = await loadPages<Model>(client, '/documentModels', signal);
    return [...models.filter(({ modelId }) => !isPrebuilt(modelId)), ...models.filter(({ modelId }) => isPrebuilt(modelId))];
  }, [client]);
}

export function modelChoices(models: readonly Model[]): Option[] {
  return models.map(({ modelId }) => ({ value: modelId, label: isPrebuilt(modelId) ? modelId : `${modelId} (yours)` }));
}
