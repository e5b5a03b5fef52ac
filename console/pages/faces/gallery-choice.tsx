/** Selects a gallery of some kinds; the selection is part of the URL. */
import type { ComponentChildren, JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { SelectField } from '../../kit/form.tsx';
import { Async } from '../../kit/problem.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { useLoad } from '../../kit/use.ts';
import { getGallery, listGalleries } from './calls.ts';
import type { Gallery, Kind } from './calls.ts';
import { galleryName, galleryByName } from './gallery-address.ts';

export interface GalleryPickerProps { kinds: readonly Kind[]; name: string; label: string; /** An option that stands for none. */ none?: string; empty?: ComponentChildren; children: (gallery: Gallery | undefined, choice: JSX.Element) => ComponentChildren }

export function GalleryPicker({ kinds, name, label, none, empty, children }: GalleryPickerProps): JSX.Element {
  const { client } = useAccount();
  const wanted = galleryByName(useRoute().query.get(name));
  const wantedName = wanted && galleryName(wanted);
  const loaded = useLoad(async (signal) => {
    const listed = (await Promise.all(kinds.map((kind) => listGalleries(client, kind, '', signal)))).flat();
    // One beyond the first page of the list is fetched by itself.
    const isListed = wanted === undefined || listed.length < 1000 || listed.some((one) => galleryName(one) === wantedName);
    return isListed ? listed : [...listed, await getGallery(client, wanted.kind, wanted.id, signal)];
  }, [client, kinds, wantedName]);
  return <Async of={loaded}>{(rows) => {
    if (rows.length === 0 && empty !== undefined) return empty;
    const chosen = rows.find((one) => galleryName(one) === wantedName) ?? (none === undefined ? rows[0] : undefined);
    const options = [...none === undefined ? [] : [{ value: '', label: none }], ...rows.map((one) => ({ value: galleryName(one), label: `${one.name} (${one.id})` }))];
    return children(chosen, <SelectField label={label} value={chosen ? galleryName(chosen) : ''} options={options} onInput={(value) => setQuery({ [name]: value })} />);
  }}</Async>;
}
