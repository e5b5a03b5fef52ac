/** A dropped image with its detected faces and the selected one: the largest by default. */
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import type { Loaded } from '../../kit/use.ts';
import { useLoad } from '../../kit/use.ts';
import { detectFaces } from './look.ts';
import type { DetectedImage, ImageFace } from './look.ts';

export interface DroppedImage { file: File | undefined; take: (file: File | undefined) => void; seen: Loaded<DetectedImage | null>; chosen: number; choose: (at: number) => void; face: ImageFace | undefined }

/** Detects again for another recognition model. */
export function useDroppedImage(model: string): DroppedImage {
  const { client } = useAccount();
  const [file, setFile] = useState<File>();
  const [chosen, choose] = useState(0);
  const seen = useLoad(async (signal) => file ? await detectFaces(client, file, model, signal) : null, [client, file, model]);
  const take = (next: File | undefined): void => {
    choose(0);
    setFile(next);
  };
  return { file, take, seen, chosen, choose, face: seen.value?.faces[chosen] };
}
