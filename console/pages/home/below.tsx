/** What is below the tasks of Home: what runs now, and how much is called. */
import { RunningJobs } from './running.tsx';
import { Activity } from './activity.tsx';
import { UsageCard } from './usage.tsx';
import { useServerRole } from '../../kit/roles.ts';

export default function Below() {
  return (
    <>
      <RunningJobs />
      <UsageCard />
      {useServerRole() !== 'none' && <Activity />}
    </>
  );
}
