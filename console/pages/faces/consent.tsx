/** What is stored about people and for how long, and that consent is needed. */
import type { JSX } from 'preact';
import { Card } from '../../kit/parts.tsx';

export function Consent(): JSX.Element {
  return <Card title="Consent and retention"><div class="stack tight">
    <p>Recognising people requires their consent, and in many places more than that. Whoever runs this server is responsible for it.</p>
    <p class="soft">No images are stored. A face is stored as 128 numbers, encrypted with a key of the account, until you delete it; a detected face is stored for a day. Thumbnails exist only in this visit and are gone after a reload.</p>
    <p class="soft">Deleted faces can no longer be found immediately after the call. Backups keep what they contain.</p>
  </div></Card>;
}
