/** What faces that are kept are recognised by. */
import type { Ports } from '../../../kernel/ports.ts';
import { MOST_FACES } from '../model.ts';
import { memberKey, persistedFaces } from '../store.ts';
import { openTemplate, placeOf, templateKey } from '../templates.ts';

/** The templates of a person's faces; none where there is no such person. */
export async function templatesOfPerson(account: string, uid: string, personId: string, { records, keyring }: Pick<Ports, 'records' | 'keyring'>): Promise<Float32Array[]> {
  const read = await records.page(persistedFaces, account, { prefix: memberKey(uid, personId, ''), limit: MOST_FACES });
  if (read.length === 0) return [];
  const key = await templateKey(account, { records, keyring });
  return read.map(({ key: place, value: { template } }) => openTemplate(key!, template, placeOf(persistedFaces, account, place)));
}
