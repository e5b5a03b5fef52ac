/** Components of the face pages: images with faces, thumbnails, hints, and the gallery picker. */
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { Async } from '../../kit/async.tsx';
import { BoxedImage } from '../../kit/boxed-image.tsx';
import type { Box } from '../../kit/boxes.ts';
import { takePhoto } from '../../kit/camera.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { SelectField } from '../../kit/form.tsx';
import { formatNumber, plural } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { Button, Card, Meter, Tag } from '../../kit/parts.tsx';
import { Link, setQuery, useRoute } from '../../kit/router.tsx';
import { galleryByName, galleryName, getGallery, listGalleries, type DetectedFace, type Gallery, type Kind } from './calls.ts';
import { initials, qualityHints } from './hints.ts';
import { ACCEPTED, type DetectedImage, type DroppedImage, type ImageFace } from './images.ts';

export interface ImageCardProps extends Pick<FaceImageProps, 'landmarks' | 'labelOf' | 'height'> {
  title: string;
  image: DroppedImage;
  label?: string;
  hint?: string;
  children?: ComponentChildren;
}

export function ImageCard({
  title,
  image: { file, drop, seen, selected, select },
  label = t('Drop an image here, or browse'),
  hint = t('JPEG, PNG, GIF or BMP, at most 6 MB. It is not stored.'),
  children,
  ...shown
}: ImageCardProps) {
  return (
    <Card title={title} actions={file && <Button icon="refresh" onClick={() => drop(undefined)} text={t('New image')} />}>
      <div class="stack">
        {file === undefined ? (
          <>
            <FileDrop label={label} accept={ACCEPTED} hint={hint} onFiles={([one]) => drop(one)} />
            <PhotoButton title={title} onPhoto={drop} />
          </>
        ) : (
          <Async of={seen} what={t('Detecting faces in {name}', { name: file.name })}>
            {(one) =>
              one && (
                <>
                  <FaceImage seen={one} selected={selected} onSelect={select} {...shown} />
                  <p role="status">
                    {one.faces.length === 0
                      ? t('No face found. Try an image in which the face is larger, upright and well lit.')
                      : t('{faces} found.', { faces: plural(one.faces.length, 'face') })}
                  </p>
                  {one.faces.length > 1 && (
                    <FacePicker faces={one.faces} selected={selected} onSelect={select} label={t('Faces in {name}', { name: file.name })} />
                  )}
                </>
              )
            }
          </Async>
        )}
        {children}
      </div>
    </Card>
  );
}

/** Takes a photo where there is a camera; else the dialog says why not. */
export function PhotoButton({ title, onPhoto }: { title: string; onPhoto: (photo: File) => void }) {
  const take = async (): Promise<void> => {
    const photo = await takePhoto({ title, facing: 'user' });
    if (photo) onPhoto(photo);
  };
  return (
    <div>
      <Button needs="label" icon="camera" onClick={() => void take()} text={t('Use the camera')} />
    </div>
  );
}

export interface FaceImageProps {
  seen: DetectedImage;
  selected: number | undefined;
  onSelect: (at: number) => void;
  landmarks?: boolean;
  height?: number;
  /** The label of a box. */ labelOf?: (face: ImageFace, at: number) => string;
}

const faceNumber = (_: ImageFace, at: number): string => t('Face {value}', { value: at + 1 });

/** An image with its faces marked, and the faces beside it: one is selected in either. */
export function FaceImage({
  seen: { file, image, width, height, faces },
  selected,
  onSelect,
  landmarks = false,
  height: shownHeight = 420,
  labelOf = faceNumber,
}: FaceImageProps) {
  const boxes = useMemo((): Box[] => {
    const marked = faces.map((face, at): Box => {
      const { left, top, width: wide, height: high } = face.faceRectangle;
      return { id: String(at), points: [left, top, left + wide, top + high], color: 1, label: labelOf(face, at), always: true };
    });
    const points = landmarks
      ? faces.flatMap(({ faceLandmarks, faceRectangle }, at) =>
          Object.entries(faceLandmarks).map(([name, { x, y }]): Box => {
            const half = Math.max(1, faceRectangle.width / 80);
            return { id: `${at} ${name}`, points: [x - half, y - half, x + half, y + half], color: 2, filled: true, label: name };
          }),
        )
      : [];
    return [...marked, ...points];
  }, [faces, landmarks, labelOf]);
  const selectedBoxes = useMemo(() => new Set(selected === undefined ? [] : [String(selected)]), [selected]);
  return (
    <BoxedImage
      label={t('{name} with {count} faces', { name: file.name, count: faces.length })}
      source={image}
      width={width}
      height={height}
      boxes={boxes}
      selected={selectedBoxes}
      shownHeight={shownHeight}
      onSelect={(box) => box && onSelect(Number.parseInt(box.id, 10))}
    />
  );
}

/** The faces as buttons, as an alternative to boxes. */
export function FacePicker({
  faces,
  selected,
  onSelect,
  label,
}: {
  faces: readonly ImageFace[];
  selected: number | undefined;
  onSelect: (at: number) => void;
  label: string;
}) {
  return (
    <div class="row" role="group" aria-label={label}>
      {faces.map(({ thumb }, at) => (
        <button
          type="button"
          class="faces-choice"
          aria-pressed={at === selected}
          aria-label={t('Face {value}', { value: at + 1 })}
          onClick={() => onSelect(at)}
        >
          <img src={thumb} alt="" />
        </button>
      ))}
    </div>
  );
}

/** A face thumbnail if it was added in this visit, else initials or an outline. */
export function Avatar({ thumb, name, large = false }: { thumb?: string; name?: string; large?: boolean }) {
  const size = large ? 'faces-avatar large' : 'faces-avatar';
  if (thumb !== undefined) return <img class={size} src={thumb} alt="" />;
  return (
    <span class={size} aria-hidden="true">
      {name === undefined ? <Icon name="faces" /> : initials(name)}
    </span>
  );
}

/** Quality hints of a face, as tags. */
export function FaceHints({ face }: { face: DetectedFace }) {
  return (
    <span class="row">
      {qualityHints(face).map(({ text, kind, about }) => (
        <span title={about}>
          <Tag kind={kind}>{text}</Tag>
        </span>
      ))}
    </span>
  );
}

/** The same with advice. */
export function FaceAdvice({ face }: { face: DetectedFace }) {
  return (
    <ul class="faces-advice">
      {qualityHints(face).map(({ text, kind, about }) => (
        <li>
          <Tag kind={kind}>{text}</Tag> <span class="soft small">{about}</span>
        </li>
      ))}
    </ul>
  );
}

export interface GalleryPickerProps {
  kinds: readonly Kind[];
  name: string;
  label: string;
  /** An option that stands for none. */ none?: string;
  empty?: ComponentChildren;
  children: (gallery: Gallery | undefined, choice: JSX.Element) => ComponentChildren;
}

/** Selects a gallery of some kinds; the selection is part of the URL. */
export function GalleryPicker({ kinds, name, label, none, empty, children }: GalleryPickerProps) {
  const { client } = useAccount();
  const requested = galleryByName(useRoute().query.get(name));
  const requestedName = requested && galleryName(requested);
  const loaded = useLoad(
    async (signal) => {
      const listed = (await Promise.all(kinds.map((kind) => listGalleries(client, kind, '', signal)))).flat();
      // One beyond the first page of the list is fetched by itself.
      const isListed = requested === undefined || listed.length < 1000 || listed.some((one) => galleryName(one) === requestedName);
      return isListed ? listed : [...listed, await getGallery(client, requested.kind, requested.id, signal)];
    },
    [client, kinds, requestedName],
  );
  return (
    <Async of={loaded}>
      {(rows) => {
        if (rows.length === 0 && empty !== undefined) return empty;
        const selected = rows.find((one) => galleryName(one) === requestedName) ?? (none === undefined ? rows[0] : undefined);
        const options = [
          ...(none === undefined ? [] : [{ value: '', label: none }]),
          ...rows.map((one) => ({ value: galleryName(one), label: `${one.name} (${one.id})` })),
        ];
        return children(
          selected,
          <SelectField
            label={label}
            value={selected ? galleryName(selected) : ''}
            options={options}
            onInput={(value) => setQuery({ [name]: value })}
          />,
        );
      }}
    </Async>
  );
}

/** Someone whom a face may belong to. */
export function CandidateLink({ to, name, confidence }: { to: string; name: string; confidence: number }) {
  return (
    <div class="spread">
      <Link to={to}>{name}</Link>
      <Meter share={confidence} label={t('Confidence that it is {name}', { name })} text={formatNumber(confidence, 2)} />
    </div>
  );
}
