/** Shows the proof of an erasure until it is complete. */
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { Async } from '../../kit/async.tsx';
import { saveFile } from '../../kit/api.ts';
import { Dialog, openDialog } from '../../kit/dialog.tsx';
import { formatTime, plural } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Button, Facts, Tag } from '../../kit/parts.tsx';
import { isErased, proveErasure, type ErasedThing, type ErasureProof } from './erasure.ts';

const AGAIN_MS = 1000;

export interface Erasure {
  /** What was deleted, as in the title. */
  what: string;
  things: readonly ErasedThing[];
  request: string | undefined;
}

export function showErasure(erasure: Erasure): Promise<void> {
  return openDialog<void>((answer) => <ErasureReport erasure={erasure} onEnd={() => answer()} />);
}

function ErasureReport({ erasure, onEnd }: { erasure: Erasure; onEnd: () => void }) {
  const at = useAccount();
  const proof = useLoad(
    async (signal) => {
      let found = await proveErasure(at, erasure, signal);
      for (let tries = 0; !isErased(found) && tries < 30; tries++) {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        found = await proveErasure(at, erasure, signal);
      }
      return found;
    },
    [at.client, erasure],
  );
  return (
    <Dialog title={t('Erased: {what}', { what: erasure.what })} onClose={onEnd}>
      <div class="stack">
        <Async of={proof} what={t('Checking that it is gone')}>
          {(found) => <Proof proof={found} />}
        </Async>
        <div class="dialog-buttons">
          <Button icon="download" disabled={!proof.value} onClick={() => save(proof.value!)} text={t('Save report')} />
          <Button needs="view" kind="primary" onClick={onEnd} text={t('Close')} />
        </div>
      </div>
    </Dialog>
  );
}

function save(proof: ErasureProof): void {
  saveFile(new Blob([`${JSON.stringify(proof, undefined, 2)}\n`], { type: 'application/json' }), 'erasure.json');
}

function Proof({ proof: { checks, jobsLeft, audit, checkedAt } }: { proof: ErasureProof }) {
  const left = checks.filter(({ status }) => status !== 404);
  return (
    <>
      <Facts
        rows={[
          [
            t('Records'),
            left.length === 0 ? (
              <>
                <Tag kind="good">{t('gone')}</Tag>{' '}
                {t('The server was asked for {things} and has none of them (404).', { things: plural(checks.length, 'thing') })}
              </>
            ) : (
              <>
                <Tag kind="danger">{t('still there')}</Tag> {left.map(({ title }) => title).join(', ')}
              </>
            ),
          ],
          [
            t('Searches'),
            jobsLeft === 0 ? (
              <>
                <Tag kind="good">{t('gone')}</Tag> {t('No search model contains the deleted faces.')}
              </>
            ) : (
              <>
                <Tag kind="warn">{t('in progress')}</Tag> {t('Searches skip the deleted faces; their model is being built again.')}
              </>
            ),
          ],
          [
            t('Audit entry'),
            audit
              ? rich('No. {sequence}, {operation}, {time}, hash {hash}', {
                  sequence: audit.sequence,
                  operation: <code>{audit.entry.operation}</code>,
                  time: formatTime(audit.entry.at),
                  hash: <code>{audit.hash.slice(0, 16)}</code>,
                })
              : t('Not among the newest entries of the audit log.'),
          ],
          [t('Checked'), formatTime(checkedAt)],
        ]}
      />
      <p class="soft small">
        {t('Backups keep what they contain until they are deleted. The audit entry names ids, no names and no faces.')}
      </p>
    </>
  );
}
