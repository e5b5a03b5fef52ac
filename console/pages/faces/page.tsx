/** Faces: the start page, or what the URL names: a group, a person, a list. */
import type { JSX } from 'preact';
import { Redirect } from '../../kit/elsewhere.tsx';
import type { PageProps } from '../../kit/page.ts';
import { ButtonLink, Empty } from '../../kit/parts.tsx';
import { Front } from './front.tsx';
import { kindNamed } from './gallery-address.ts';
import { OneGroup } from './group.tsx';
import { OneList } from './list.tsx';
import { OnePerson } from './person.tsx';

export default function Faces({ parts }: PageProps): JSX.Element {
  const [view, id, personId] = parts;
  if (view === undefined) return <Front />;
  const kind = kindNamed(view);
  if (!kind) return <Empty icon="faces" title="Page not found" actions={<ButtonLink to="/faces">Faces</ButtonLink>}>There is no page at this URL.</Empty>;
  if (id === undefined) return <Redirect to={kind.holds === 'persons' ? '/faces' : '/faces?tab=lists'} />;
  if (kind.holds === 'faces') return <OneList key={parts.join('/')} kind={kind} id={id} />;
  return personId === undefined ? <OneGroup key={parts.join('/')} kind={kind} id={id} /> : <OnePerson key={parts.join('/')} kind={kind} id={id} personId={personId} />;
}
