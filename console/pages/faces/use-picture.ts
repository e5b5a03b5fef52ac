/** A picture that somebody has dropped, looked at, and the face of it that is meant: the largest until another is chosen. */
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import type { Loaded } from '../../kit/use.ts';
import { useLoad } from '../../kit/use.ts';
import { look } from './look.ts';
import type { Seen, SeenFace } from './look.ts';

export interface TakenPicture { file: File | undefined; take: (file: File | undefined) => void; seen: Loaded<Seen | null>; chosen: number; choose: (at: number) => void; face: SeenFace | undefined }

/** It is looked at again when faces of another model are wanted. */
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
