/** Changes of the management plane itself: accounts made, changed and deleted, people signed in. */
import type { JSX } from 'preact';
import { Card } from '../../kit/parts.tsx';
import { AuditRows } from './audit-rows.tsx';

export function ServerAudit(): JSX.Element {
  return <Card flush title="Audit of the server"><AuditRows path="/audit" height={300} /></Card>;
}
