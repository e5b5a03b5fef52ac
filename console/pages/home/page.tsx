/** The server at a glance: is it well, what is it doing, what to try first. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { PageHead } from '../../kit/parts.tsx';
import { ActivityCard } from './activity.tsx';
import { Checklist, isFresh, useUsed } from './checklist.tsx';
import { RunningJobs } from './jobs.tsx';
import { ServerCards } from './server.tsx';

export default function Home(): JSX.Element {
  const used = useUsed();
  const steps = <div class="columns home-columns"><Checklist used={used} /><RunningJobs /></div>;
  // Where nothing was tried yet, first steps come before a chart of nothing; they do not move while somebody takes them.
  const [fresh, setFresh] = useState<boolean>();
  useEffect(() => {
    if (used) setFresh((known) => known ?? isFresh(used));
  }, [used]);
  return <>
    <PageHead title="Home" about="What this server is, what it has been asked in the last hour, and what it is working on." />
    <ServerCards />
    {fresh && steps}
    <ActivityCard />
    {!fresh && steps}
  </>;
}
