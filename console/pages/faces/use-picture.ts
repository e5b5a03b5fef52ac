/** A dropped image with its detected faces and the selected one: the largest by default. */
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import type { Loaded } from '../../kit/use.ts';
import { useLoad } from '../../kit/use.ts';
import { look } from './look.ts';
import type { Seen, SeenFace } from './look.ts';

export interface TakenPicture { file: File | undefined; take: (file: File | undefined) => void; seen: Loaded<Seen | null>; chosen: number; choose: (at: number) => void; face: SeenFace | undefined }

/** Detects again for another recognition model. */
export function usePicture(model: string): TakenPicture {
  const { client } = useAccount();
  const [file, setFile] = useState<File>();
  const [chosen, choose] = useState(0);
  const seen = useLoad(async (signal) => file ? await look(client, file, model, signal) : null, [client, file, model]);
  const take = (next: File | undefined): void => {
    choose(0);
    setFile(next);
  };
  return { file, take, seen, chosen, choose, face: seen.value?.faces[chosen] };
}
