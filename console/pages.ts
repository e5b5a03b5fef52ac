/** The pages of the console, one line each. A page is loaded when it is first opened. */
import type { PageEntry } from './kit/router.tsx';

export const pages: readonly PageEntry[] = [
  { path: '', title: 'Home', icon: 'home', keys: 'g h', load: () => import('./pages/home/page.tsx') },
  { path: 'accounts', title: 'Accounts', icon: 'accounts', keys: 'g a', load: () => import('./pages/accounts/page.tsx') },
  {
    path: 'documents',
    title: 'Documents',
    icon: 'documents',
    keys: 'g d',
    words: { results: 'Results', sets: 'Label and build', models: 'Models', compare: 'Compare', classifiers: 'Classifiers' },
    kinds: ['DocumentAnalysis'],
    load: () => import('./pages/documents/page.tsx'),
  },
  {
    path: 'faces',
    title: 'Faces',
    icon: 'faces',
    keys: 'g f',
    words: { persongroups: 'Groups', largepersongroups: 'Large groups', facelists: 'Lists', largefacelists: 'Large lists' },
    kinds: ['Face'],
    load: () => import('./pages/faces/page.tsx'),
  },
  {
    path: 'conversations',
    title: 'Conversations',
    icon: 'conversations',
    keys: 'g c',
    kinds: ['Language'],
    load: () => import('./pages/conversations/page.tsx'),
  },
  {
    path: 'texts',
    title: 'Texts',
    icon: 'texts',
    keys: 'g t',
    kinds: ['Language'],
    load: () => import('./pages/texts/page.tsx'),
  },
  {
    path: 'understanding',
    title: 'Understanding',
    icon: 'understanding',
    keys: 'g u',
    kinds: ['Understanding.Authoring'],
    load: () => import('./pages/understanding/page.tsx'),
  },
  {
    path: 'ranking',
    title: 'Ranking',
    icon: 'ranking',
    keys: 'g r',
    kinds: ['Ranking'],
    load: () => import('./pages/ranking/page.tsx'),
  },
];
