import { useAccount } from '../kit/accounts.ts';
import { isFor, usePages } from '../kit/page.ts';

/** Whether the account can use understanding apps. */
export function useReachesApps(): boolean {
  const { account: { kind } } = useAccount();
  return isFor(usePages().find((page) => page.path === 'understanding')!, kind);
}
