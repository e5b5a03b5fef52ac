/** What is kept of people, for how long, and whose leave it takes. */
import type { JSX } from 'preact';
import { Card } from '../../kit/parts.tsx';

export function Consent(): JSX.Element {
  return <Card title="Consent and retention"><div class="stack tight">
    <p>Recognising people needs their consent, and in many places more than that. Whoever runs this server answers for it.</p>
    <p class="soft">No picture is kept: of a face only 128 numbers, sealed under a key of the account, until you erase them; of a face that was only looked at, for a day. The small pictures here are of this visit and are gone when the page is loaded again.</p>
    <p class="soft">What you erase goes with the call and is found no more at once. Backups keep what they hold.</p>
  </div></Card>;
}
