import { resourceId } from '../../../accounts/model.ts';
import { fail } from '../../../contract/failures.ts';
import { operation, reply } from '../../../contract/operation.ts';
import { Change } from '../../../storage/change.ts';
import { documentFailure } from '../failures.ts';
import { COPY_AUTHORIZATION_MS, isPrebuilt, isReserved } from '../model.ts';
import { AuthorizeCopyRequest, CopyAuthorizationView } from '../schemas.ts';
import { copyAuthorizations, copyTokenKey, models, newCopyToken } from '../store.ts';

export const authorizeCopy = operation({
  id: 'documents.authorizeCopy',
  summary: 'Generate an authorization to copy a model to this account under the given modelId',
  route: 'POST /documentModels:authorizeCopy',
  needs: 'authoring',
  body: AuthorizeCopyRequest,
  replies: { 200: CopyAuthorizationView },
  fails: ['ModelExists'],
  example: { body: { modelId: 'copied-model', description: 'From the test resource', tags: { source: 'test' } } },
  run({ account, body: { modelId, description, tags = {} }, version, link }, { clock, ids, region }) {
    if (isPrebuilt(modelId)) throw documentFailure('ModelExists');
    if (isReserved(modelId)) throw fail('ParameterInvalid', { parameter: 'modelId', details: 'names that begin with prebuilt- are reserved.' });
    const now = clock.now();
    const accessToken = newCopyToken(now, ids.secret());
    const expiresAt = now + COPY_AUTHORIZATION_MS;
    const change = new Change()
      .expectAbsent(models, account.id, modelId, () => documentFailure('ModelExists'))
      .put(copyAuthorizations, account.id, copyTokenKey(accessToken), { modelId, description, tags, expiresAt });
    return reply(200, {
      targetResourceId: resourceId(account),
      targetResourceRegion: region,
      targetModelId: modelId,
      targetModelLocation: link('/documentModels/{modelId}', { modelId }, { versioned: version === '2022-01-30-preview' }),
      accessToken,
      expirationDateTime: new Date(expiresAt).toISOString(),
    }, { change });
  },
});
