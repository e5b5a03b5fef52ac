/** What is below the tasks of Home. */
import type { JSX } from 'preact';
import { RunningJobs } from './running.tsx';
import { ActivityCard, ServerCards } from './server.tsx';

export default function Below(): JSX.Element {
  return (
    <>
      <RunningJobs />
      <ActivityCard />
      <ServerCards />
    </>
  );
}
