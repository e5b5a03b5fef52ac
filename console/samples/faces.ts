/** A group for the user's own people: the repository has no faces, so the images are dropped on the page that opens. */
import type { SampleModule } from '../kit/sample-account.ts';

const BASE = '/face/v1.0/persongroups';
const ID = 'sample-people';

export const create: SampleModule['create'] = async ({ client, onProgress }) => {
  onProgress('Creating a group');
  const groups = await client.get<{ personGroupId: string }[]>(BASE, { query: { start: ID.slice(0, -1), top: 1000 } });
  if (!groups.some(({ personGroupId }) => personGroupId === ID))
    await client.put(`${BASE}/${ID}`, {
      name: 'Sample people',
      recognitionModel: 'recognition_04',
      userData: 'Created by the console as a sample.',
    });
  return `/faces/persongroups/${ID}`;
};
