/** Quality hints of a face, as tags. */
import type { JSX } from 'preact';
import { Tag } from '../../kit/parts.tsx';
import type { DetectedFace } from './calls.ts';
import { qualityHints } from './hints.ts';

export function FaceHints({ face }: { face: DetectedFace }): JSX.Element {
  return <span class="row">{qualityHints(face).map(({ text, kind, about }) => <span title={about}><Tag kind={kind}>{text}</Tag></span>)}</span>;
}

/** The same with advice. */
export function FaceAdvice({ face }: { face: DetectedFace }): JSX.Element {
  return <ul class="faces-advice">{qualityHints(face).map(({ text, kind, about }) => <li><Tag kind={kind}>{text}</Tag> <span class="soft small">{about}</span></li>)}</ul>;
}
