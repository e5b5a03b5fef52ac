import { reply } from '../../../../kernel/operation.ts';
import { operation } from '../../services.ts';
import { projectFailure } from '../../projects/failures.ts';
import { listOf } from '../../projects/schemas.ts';
import { pageOf } from '../../projects/wire.ts';
import { isLanguage } from '../../projects/languages.ts';
import { prebuiltsIn } from './prebuilts.ts';
import { PrebuiltItem, PrebuiltQuery } from '../schemas.ts';

const PATH = '/projects/global/prebuilt-entities';

export const listPrebuiltEntities = operation({
  id: 'conversations.listPrebuiltEntities', summary: 'List the prebuilt entities that are recognised, in a language or in any', route: `GET ${PATH}`, needs: 'authoring',
  query: PrebuiltQuery,
  replies: { 200: listOf(PrebuiltItem) }, fails: ['LanguageUnknown'],
  run(call) {
    const { language, multilingual } = call.query;
    if (language !== undefined && !isLanguage(language)) throw projectFailure('LanguageUnknown', { language, target: 'language' });
    return reply(200, pageOf(call, PATH, prebuiltsIn(multilingual?.toLowerCase() === 'true' ? undefined : language)));
  },
});
