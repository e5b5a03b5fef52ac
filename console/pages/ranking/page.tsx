/** The ranking loop of the account: rewards, events, playground and settings. */
import type { JSX } from 'preact';
import { useActions } from '../../kit/actions.ts';
import { PageHeader } from '../../kit/parts.tsx';
import { navigate } from '../../kit/router.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Evaluations } from './evaluations.tsx';
import { Events } from './events.tsx';
import { Features } from './features.tsx';
import { ModelTab } from './model.tsx';
import { Overview } from './overview.tsx';
import { Playground } from './playground.tsx';
import { SettingsTab } from './settings.tsx';

const TABS = [
  { id: 'overview', title: 'Overview', content: () => <Overview /> },
  { id: 'events', title: 'Events', content: () => <Events /> },
  { id: 'playground', title: 'Playground', content: () => <Playground /> },
  { id: 'features', title: 'Features', content: () => <Features /> },
  { id: 'evaluations', title: 'Evaluations', content: () => <Evaluations /> },
  { id: 'settings', title: 'Settings', content: () => <SettingsTab /> },
  { id: 'model', title: 'Model', content: () => <ModelTab /> },
];

export default function Ranking(): JSX.Element {
  useActions(TABS.map(({ id, title }) => ({ title: `Ranking: ${title}`, run: () => navigate(`/ranking?tab=${id}`) })));
  return (
    <>
      <PageHeader title="Ranking" about="Learns which action to show from the rewards it gets." />
      <Tabs label="Ranking sections" tabs={TABS} />
    </>
  );
}
