/** Accounts: the list, or the one named in the URL. */
import type { JSX } from 'preact';
import { accounts, shortName } from '../../kit/accounts.ts';
import { useCell } from '../../kit/cell.ts';
import { ButtonLink, Empty } from '../../kit/parts.tsx';
import type { PageProps } from '../../kit/page.ts';
import { AccountList } from './list.tsx';
import { AccountPage } from './one.tsx';

export default function Accounts({ parts }: PageProps): JSX.Element {
  const all = useCell(accounts);
  if (parts.length < 3) return <AccountList />;
  const account = all.find((one) => shortName(one).toLowerCase() === parts.slice(0, 3).join('/').toLowerCase());
  return account ? <AccountPage key={account.id} account={account} /> : <Empty icon="accounts" title="Account not found" actions={<ButtonLink to="/accounts">All accounts</ButtonLink>}>It may have been deleted.</Empty>;
}
