/** Possible duplicates: faces of this visit are searched among all trained ones. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { Card, Confidence } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { Link } from '../../kit/router.tsx';
import { useLoad } from '../../kit/use.ts';
import { galleryPath, identify } from './calls.ts';
import type { Gallery, Person } from './calls.ts';
import { findSimilarPairs } from './alike.ts';
import { galleryUrl } from './gallery-address.ts';
import { comparableFaces } from './visit.ts';

const CANDIDATES = 5;

export function Duplicates({ gallery, trainedAt, persons }: { gallery: Gallery; trainedAt: string; persons: readonly Person[] }): JSX.Element {
  const { account, client } = useAccount();
  const faces = comparableFaces(account.id, galleryPath(gallery.kind, gallery.id));
  const pairs = useLoad(async (signal) => {
    const found = faces.length === 0 ? [] : await identify(client, gallery, faces.map(({ face }) => face.faceId), { maxNumOfCandidatesReturned: CANDIDATES }, { signal, quiet: true });
    return findSimilarPairs(new Map(faces.map(({ face, personId }) => [face.faceId, personId!])), found);
  }, [client, gallery, trainedAt, faces.map(({ persistedFaceId }) => persistedFaceId).join(' ')]);
  const nameOf = (id: string): string => persons.find(({ personId }) => personId === id)?.name ?? id;
  return <Card title="Possible duplicates"><Async of={pairs}>{(rows) => rows.length === 0
    ? <p class="soft">{faces.length === 0 ? 'Faces you add are compared with the others after training. Earlier faces have no image to compare.' : 'No face added in this visit is similar to another person.'}</p>
    : <ul class="faces-plain">{rows.map(({ one, other, confidence }) => <li class="spread"><span><Link to={galleryUrl(gallery, one)}>{nameOf(one)}</Link> and <Link to={galleryUrl(gallery, other)}>{nameOf(other)}</Link></span><Confidence value={confidence} label={`Similarity of ${nameOf(one)} and ${nameOf(other)}`} /></li>)}<li class="soft small">If they are the same person, add the images to the one you keep and delete the other.</li></ul>}</Async></Card>;
}
