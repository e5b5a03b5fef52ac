/** The ranking loop of the account: rewards, events, playground and settings. */
import { t } from '../../i18n/messages.ts';
import { useActions } from '../../kit/actions.ts';
import { ConnectButton } from '../../kit/next-steps.tsx';
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
  { id: 'overview', title: t('Overview'), content: () => <Overview /> },
  { id: 'events', title: t('Events'), content: () => <Events /> },
  { id: 'playground', title: t('Playground'), content: () => <Playground /> },
  { id: 'features', title: t('Features'), content: () => <Features /> },
  { id: 'evaluations', title: t('Evaluations'), content: () => <Evaluations /> },
  { id: 'settings', title: t('Settings'), content: () => <SettingsTab /> },
  { id: 'model', title: t('Model'), content: () => <ModelTab /> },
];

export default function Ranking() {
  useActions(TABS.map(({ id, title }) => ({ title: t('Ranking: {title}', { title }), run: () => navigate(`/ranking?tab=${id}`) })));
  return (
    <>
      <PageHeader
        title={t('Ranking')}
        about={t('Learns which action to show from the rewards it gets.')}
        actions={<ConnectButton target={{ area: 'ranking' }} />}
      />
      <Tabs label={t('Ranking sections')} tabs={TABS} />
    </>
  );
}
