/** The role that a request needs, as the server decides it: from the table of operations. */
import assert from 'node:assert/strict';
import { areas } from '../../src/areas.ts';
import { roleFor } from '../../src/accounts/roles.ts';
import type { Role } from '../../src/accounts/roles.ts';
import { pathIn } from '../../src/kernel/aliases.ts';
import { management } from './management.ts';

interface RoleOfRoute {
  method: string;
  pattern: RegExp;
  parameters: number;
  role: Role;
}

const ROUTES: readonly RoleOfRoute[] = [management, ...areas]
  .flatMap(({ mounts, operations }) =>
    operations.flatMap((operation) =>
      mounts.flatMap(({ base }) =>
        (['neutral', 'vendor'] as const).map((naming): RoleOfRoute => {
          const path = pathIn(naming, base + operation.path);
          const parts = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\/]/g, '\\$&'));
          const pattern = new RegExp(`^${parts.join('[^/]+?')}/?$`, 'i');
          return { method: operation.method, pattern, parameters: parts.length, role: roleFor(operation) };
        }),
      ),
    ),
  )
  .sort((a, b) => a.parameters - b.parameters);

export function roleForRequest(request: string): Role {
  const [method, url = ''] = request.split(' ');
  const path = url.split('?')[0]!;
  const route = ROUTES.find((one) => one.method === method && one.pattern.test(path));
  assert.ok(route, `${request} is not in the table of operations.`);
  return route.role;
}
