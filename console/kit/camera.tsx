/** Takes a photo with the camera of the device, as a file. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { Dialog, openDialog } from './dialog.tsx';
import { Button, Loading } from './parts.tsx';

export interface CameraOptions {
  title: string;
  /** Which camera of a phone: toward the user, or away. */
  facing?: 'user' | 'environment';
}

/** Resolves to a JPEG file, or to undefined if none was taken. */
export function takePhoto(options: CameraOptions): Promise<File | undefined> {
  return openDialog<File | undefined>((answer) => <CameraDialog {...options} onEnd={answer} />);
}

const JPEG_QUALITY = 0.92;

function CameraDialog({ title, facing = 'environment', onEnd }: CameraOptions & { onEnd: (file?: File) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let closed = false;
    let opened: MediaStream | undefined;
    const stop = (): void => opened?.getTracks().forEach((track) => track.stop());
    openCamera(facing).then(
      (found) => {
        opened = found;
        if (closed) stop();
        else setStream(found);
      },
      (error: unknown) => !closed && setProblem(explainCamera(error)),
    );
    return () => {
      closed = true;
      stop();
    };
  }, []);
  useEffect(() => {
    if (video.current && stream) video.current.srcObject = stream;
  }, [stream]);
  const take = (): void => {
    const { current } = video;
    if (!current || current.videoWidth === 0) return;
    const canvas = document.createElement('canvas');
    canvas.width = current.videoWidth;
    canvas.height = current.videoHeight;
    canvas.getContext('2d')!.drawImage(current, 0, 0);
    canvas.toBlob((blob) => onEnd(blob ? new File([blob], photoName(), { type: 'image/jpeg' }) : undefined), 'image/jpeg', JPEG_QUALITY);
  };
  return (
    <Dialog title={title} onClose={() => onEnd()} wide>
      <div class="dialog-body">
        {problem !== undefined ? (
          <p class="note" role="alert">
            {problem}
          </p>
        ) : stream ? (
          <video class="camera" ref={video} autoplay playsinline muted aria-label={t('Camera')} />
        ) : (
          <Loading what={t('Opening the camera')} />
        )}
        <div class="dialog-buttons">
          <Button onClick={() => onEnd()}>{problem === undefined ? t('Cancel') : t('Close')}</Button>
          {problem === undefined && <Button kind="primary" icon="camera" disabled={!stream} onClick={take} text={t('Take photo')} />}
        </div>
      </div>
    </Dialog>
  );
}

async function openCamera(facing: 'user' | 'environment'): Promise<MediaStream> {
  // Not there on pages that are served over plain http from another machine.
  if (!navigator.mediaDevices) throw new DOMException('', 'SecurityError');
  return await navigator.mediaDevices.getUserMedia({
    video: { facingMode: facing, width: { ideal: 1920 }, height: { ideal: 1440 } },
    audio: false,
  });
}

/** By the names that browsers give these errors. */
function explainCamera(error: unknown): string {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
      return t('The browser does not allow this page to use the camera. Allow it in the address bar, or choose a file instead.');
    case 'NotFoundError':
    case 'OverconstrainedError':
      return t('This device has no camera. Choose a file instead.');
    case 'SecurityError':
      return t('Browsers allow the camera only over https or on the same machine. Choose a file instead.');
    default:
      return t('The camera cannot be used, perhaps because another program uses it. Choose a file instead.');
  }
}

function photoName(): string {
  return `photo-${new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}.jpg`;
}
