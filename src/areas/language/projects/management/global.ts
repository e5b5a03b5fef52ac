/** Operations that do not depend on a project. */
import type { LanguageServices } from '../../services.ts';
import { Type } from '../../../../kernel/schema.ts';
import { reply } from '../../../../kernel/operation.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import type { FamilyInfo } from '../family.ts';
import { listLanguages } from '../languages.ts';
import { CONFIG_VERSION, NEVER } from '../model.ts';
import { ConfigVersionItem, LanguageItem, Paging, listOf } from '../schemas.ts';
import { paginate } from '../paging.ts';
import { familyOperation } from '../family-operation.ts';

const KindAndPaging = Type.Object({ ...Paging.properties, projectKind: Type.Optional(Type.String()) });

export function globalOperations(family: FamilyInfo): Operation<LanguageServices>[] {
  return [
    familyOperation(family, {
      ids: { conversations: 'conversations.getSupportedLanguages', texts: 'texts.getSupportedLanguages' },
      summary: 'List the supported languages',
      route: 'GET /projects/global/languages',
      query: KindAndPaging,
      replies: { 200: listOf(LanguageItem) },
      run: (call) => reply(200, paginate(call, '/projects/global/languages', listLanguages())),
    }),
    familyOperation(family, {
      ids: { conversations: 'conversations.listTrainingConfigVersions', texts: 'texts.listTrainingConfigVersions' },
      summary: 'List the training configuration versions; there is one',
      route: 'GET /projects/global/training-config-versions',
      query: KindAndPaging,
      replies: { 200: listOf(ConfigVersionItem) },
      run: (call) =>
        reply(
          200,
          paginate(call, '/projects/global/training-config-versions', [
            { trainingConfigVersion: CONFIG_VERSION, modelExpirationDate: NEVER },
          ]),
        ),
    }),
  ];
}
