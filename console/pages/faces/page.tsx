/** Faces: the start page, or what the URL names: a group, a person, a list. */
import type { JSX } from 'preact';
import { Redirect } from '../../kit/elsewhere.tsx';
import type { PageProps } from '../../kit/page.ts';
import { ButtonLink, Empty } from '../../kit/parts.tsx';
import { FacesHome } from './front.tsx';
import { kindByName } from './gallery-address.ts';
import { GroupPage } from './group.tsx';
import { FaceListPage } from './list.tsx';
import { PersonPage } from './person.tsx';

export default function Faces({ parts }: PageProps): JSX.Element {
  const [view, id, personId] = parts;
  if (view === undefined) return <FacesHome />;
  const kind = kindByName(view);
  if (!kind) return <Empty icon="faces" title="Page not found" actions={<ButtonLink to="/faces">Faces</ButtonLink>}>There is no page at this URL.</Empty>;
  if (id === undefined) return <Redirect to={kind.holds === 'persons' ? '/faces' : '/faces?tab=lists'} />;
  if (kind.holds === 'faces') return <FaceListPage key={parts.join('/')} kind={kind} id={id} />;
  return personId === undefined ? <GroupPage key={parts.join('/')} kind={kind} id={id} /> : <PersonPage key={parts.join('/')} kind={kind} id={id} personId={personId} />;
}
