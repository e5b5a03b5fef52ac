/** Changes of the management API: accounts created, changed and deleted, sign-ins. */
import type { JSX } from 'preact';
import { Card } from '../../kit/parts.tsx';
import { AuditLog } from './audit-rows.tsx';

export function ServerAudit(): JSX.Element {
  return <Card flush title="Server audit log"><AuditLog path="/audit" height={300} /></Card>;
}
