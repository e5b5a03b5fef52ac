/** The server at a glance: is it well, what is it doing, what to try first. */
import type { JSX } from 'preact';
import { PageHead } from '../../kit/parts.tsx';
import { ActivityCard } from './activity.tsx';
import { Checklist } from './checklist.tsx';
import { RunningJobs } from './jobs.tsx';
import { ServerCards } from './server.tsx';

export default function Home(): JSX.Element {
  return <>
    <PageHead title="Home" about="What this server is, what it has been asked in the last hour, and what it is working on." />
    <ServerCards />
    <ActivityCard />
    <div class="columns home-columns"><Checklist /><RunningJobs /></div>
  </>;
}
