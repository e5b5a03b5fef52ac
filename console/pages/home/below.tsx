/** What is below the tasks of Home: what runs now, how much is called, and the machine last. */
import type { JSX } from 'preact';
import { RunningJobs } from './running.tsx';
import { Activity, ServerCards } from './server.tsx';
import { UsageCard } from './usage.tsx';

export default function Below(): JSX.Element {
  return (
    <>
      <RunningJobs />
      <UsageCard />
      <Activity />
      <ServerCards />
    </>
  );
}
