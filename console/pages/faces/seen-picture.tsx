/** An image with its faces marked, and the faces beside it: one is selected in either. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Box } from '../../kit/boxes.ts';
import { BoxedImage } from '../../kit/picture.tsx';
import type { DetectedImage, ImageFace } from './look.ts';

export interface FaceImageProps { seen: DetectedImage; chosen: number | undefined; onChoose: (at: number) => void; landmarks?: boolean; height?: number; /** The label of a box. */ labelOf?: (face: ImageFace, at: number) => string }

const faceNumber = (_: ImageFace, at: number): string => `Face ${at + 1}`;

export function FaceImage({ seen: { file, image, width, height, faces }, chosen, onChoose, landmarks = false, height: shownHeight = 420, labelOf = faceNumber }: FaceImageProps): JSX.Element {
  const boxes = useMemo((): Box[] => {
    const marked = faces.map((face, at): Box => {
      const { left, top, width: wide, height: high } = face.faceRectangle;
      return { id: String(at), points: [left, top, left + wide, top + high], color: 1, label: labelOf(face, at) };
    });
    const points = landmarks ? faces.flatMap(({ faceLandmarks, faceRectangle }, at) => Object.entries(faceLandmarks).map(([name, { x, y }]): Box => {
      const half = Math.max(1, faceRectangle.width / 80);
      return { id: `${at} ${name}`, points: [x - half, y - half, x + half, y + half], color: 2, filled: true, label: name };
    })) : [];
    return [...marked, ...points];
  }, [faces, landmarks, labelOf]);
  const selected = useMemo(() => new Set(chosen === undefined ? [] : [String(chosen)]), [chosen]);
  return <BoxedImage label={`${file.name} with ${faces.length} faces`} source={image} width={width} height={height} boxes={boxes} selected={selected} shownHeight={shownHeight} onSelect={(box) => box && onChoose(Number.parseInt(box.id, 10))} />;
}

/** The faces as buttons, as an alternative to boxes. */
export function FacePicker({ faces, chosen, onChoose, label }: { faces: readonly ImageFace[]; chosen: number | undefined; onChoose: (at: number) => void; label: string }): JSX.Element {
  return <div class="row" role="group" aria-label={label}>{faces.map(({ thumb }, at) =>
    <button type="button" class="faces-choice" aria-pressed={at === chosen} aria-label={`Face ${at + 1}`} onClick={() => onChoose(at)}><img src={thumb} alt="" /></button>)}</div>;
}
