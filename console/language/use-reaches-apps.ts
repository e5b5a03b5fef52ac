import { useAccount } from '../kit/accounts.ts';
import { canUseArea, usePages } from '../kit/page.ts';

/** Whether the account can use understanding apps. */
export function useCanUseApps(): boolean {
  const { account: { kind } } = useAccount();
  return canUseArea(usePages().find((page) => page.path === 'understanding')!, kind);
}
