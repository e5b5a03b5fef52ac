/** Selects the account. It is part of the URL, so that links lead to the same data. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { accounts, chosen, isDefault, shortName } from '../kit/accounts.ts';
import { useCell } from '../kit/cell.ts';
import { setQuery, useRoute } from '../kit/router.tsx';

export function AccountPicker(): JSX.Element | null {
  const id = useId();
  const all = useCell(accounts);
  const account = chosen(all, useRoute().query.get('account'));
  if (!account) return null;
  const names = Map.groupBy(all, ({ name }) => name);
  return <div class={`account ${all.length === 1 ? 'alone' : ''}`}>
    <label for={id} class="for-readers">Account</label>
    <select id={id} class="input" value={shortName(account)} onInput={(event) => {
      const next = all.find((one) => shortName(one) === event.currentTarget.value)!;
      setQuery({ account: isDefault(next) ? undefined : shortName(next) }, { replace: false });
    }}>
      {all.map((one) => <option value={shortName(one)}>{names.get(one.name)!.length > 1 ? shortName(one) : one.name}</option>)}
    </select>
  </div>;
}
