/** Classes or entities of the project. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Card } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import { NameDialog } from '../../projects/name-dialog.tsx';
import { useProject } from '../../projects/context.ts';
import { TreeSection } from '../../projects/tree.tsx';
import { categoryNames, isExtraction, labelNames, renameCategory, addCategory } from './assets.ts';
import type { Assets } from './assets.ts';
import { setFilter, useFilter } from './filter.ts';

export function TextTree(): JSX.Element {
  const { assets, edit } = useProject<Assets>();
  const { category: chosen } = useFilter();
  const [open, setOpen] = useState<{ name?: string }>();
  const finds = isExtraction(assets);
  const word = finds ? 'entity' : 'class';
  const names = categoryNames(assets);
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const document of assets.documents) for (const name of labelNames(document)) found.set(name, (found.get(name) ?? 0) + 1);
    return found;
  }, [assets.documents]);
  return <Card>
    <TreeSection title={finds ? 'Entities' : 'Classes'} one={finds ? 'entity' : 'class'} items={names.map((name) => ({ name, count: counts.get(name) ?? 0 }))} chosen={chosen} empty={finds ? 'What to extract: names, amounts, dates.' : 'What documents are about.'}
      onChoose={(category) => setFilter({ category })} onOpen={(name) => setOpen({ name })} onAdd={() => setOpen({})} />
    {open && <NameDialog title={open.name ?? `Add ${finds ? 'entity' : 'class'}`} label={`${word[0]!.toUpperCase()}${word.slice(1)} name`} first={open.name} taken={names} onClose={() => setOpen(undefined)}
      onDone={(name) => {
        if (open.name === undefined) edit(addCategory(assets, name));
        else if (name !== open.name) edit(renameCategory(assets, open.name, name));
      }} onDelete={open.name === undefined ? undefined : () => {
        edit(renameCategory(assets, open.name!, undefined));
        setFilter({ category: '' });
        toast(`${open.name} deleted with its labels; Ctrl+Z to undo`);
      }} />}
  </Card>;
}
