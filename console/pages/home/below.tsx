/** What is below the tasks of Home: what runs now, and how much is called. */
import type { ComponentChildren } from 'preact';
import { RunningJobs } from './running.tsx';
import { Activity } from './activity.tsx';
import { UsageCard } from './usage.tsx';
import { useServerRole } from '../../kit/roles.ts';

/** `children` are beside what runs. */
export default function Below({ children }: { children?: ComponentChildren }) {
  return (
    <>
      <div class="columns home-again">
        {children}
        <RunningJobs />
      </div>
      <UsageCard />
      {useServerRole() !== 'none' && <Activity />}
    </>
  );
}
