import { reply } from '../../../../kernel/operation.ts';
import { operation } from '../../services.ts';
import { projectFailure } from '../../projects/failures.ts';
import { listOf } from '../../projects/schemas.ts';
import { paginate } from '../../projects/paging.ts';
import { isSupportedLanguage } from '../../projects/languages.ts';
import { listPrebuilts } from './prebuilts.ts';
import { PrebuiltItem, PrebuiltQuery } from '../schemas.ts';

const PATH = '/projects/global/prebuilt-entities';

export const listPrebuiltEntities = operation({
  id: 'conversations.listPrebuiltEntities',
  summary: 'List the prebuilt entities, all or those of a language',
  route: `GET ${PATH}`,
  query: PrebuiltQuery,
  replies: { 200: listOf(PrebuiltItem) },
  fails: ['LanguageUnknown'],
  run(call) {
    const { language, multilingual } = call.query;
    if (language !== undefined && !isSupportedLanguage(language)) throw projectFailure('LanguageUnknown', { language, target: 'language' });
    return reply(200, paginate(call, PATH, listPrebuilts(multilingual?.toLowerCase() === 'true' ? undefined : language)));
  },
});
