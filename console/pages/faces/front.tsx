/** Start page of faces: groups, lists and recognition. */
import type { JSX } from 'preact';
import { PageHeader } from '../../kit/parts.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Detect } from './detect.tsx';
import { Groups, Lists } from './galleries.tsx';
import { Identify } from './identify.tsx';
import { Similar } from './similar.tsx';
import { Verify } from './verify.tsx';

export function FacesHome(): JSX.Element {
  return <>
    <PageHeader title="Faces" about="Detect faces, store those of people you know, and identify them in other images." />
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
