/** Overview of the server: health, activity, first steps. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { PageHeader } from '../../kit/parts.tsx';
import { ActivityCard } from './activity.tsx';
import { Checklist, isUnused, useUsedOperations } from './checklist.tsx';
import { RunningJobs } from './jobs.tsx';
import { ServerCards } from './server.tsx';

export default function Home(): JSX.Element {
  const used = useUsedOperations();
  const steps = <div class="columns home-columns"><Checklist used={used} /><RunningJobs /></div>;
  // If nothing was tried yet, first steps come before the empty chart; the order does not change while the page is open.
  const [fresh, setFresh] = useState<boolean>();
  useEffect(() => {
    if (used) setFresh((known) => known ?? isUnused(used));
  }, [used]);
  return <>
    <PageHeader title="Home" about="Server health, calls in the last hour, and running jobs." />
    <ServerCards />
    {fresh && steps}
    <ActivityCard />
    {!fresh && steps}
  </>;
}
