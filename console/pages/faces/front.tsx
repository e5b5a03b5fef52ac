/** The front of faces: groups and lists, and what can be asked of pictures. */
import type { JSX } from 'preact';
import { PageHead } from '../../kit/parts.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Detect } from './detect.tsx';
import { Groups, Lists } from './galleries.tsx';
import { Identify } from './identify.tsx';
import { Similar } from './similar.tsx';
import { Verify } from './verify.tsx';

export function Front(): JSX.Element {
  return <>
    <PageHead title="Faces" about="Find the faces in a picture, keep those of people you know, and ask who somebody is." />
    <Tabs label="Faces" tabs={[
      { id: 'groups', title: 'Groups', content: () => <Groups /> },
      { id: 'lists', title: 'Lists', content: () => <Lists /> },
      { id: 'identify', title: 'Identify', content: () => <Identify /> },
      { id: 'verify', title: 'Verify', content: () => <Verify /> },
      { id: 'similar', title: 'Find similar', content: () => <Similar /> },
      { id: 'detect', title: 'Detect', content: () => <Detect /> },
    ]} />
  </>;
}
