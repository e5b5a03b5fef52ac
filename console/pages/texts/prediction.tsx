/** The prediction of a document: its classes, or the entities in its text. */
import { t } from '../../i18n/messages.ts';
import { Confidence, PlainTable } from '../../kit/parts.tsx';
import { MarkedText } from '../../shared/language/prediction-view.tsx';
import type { DocumentResult, FoundEntity } from './analysis.ts';
import { categoryNames, type Assets } from './assets.ts';

export function Predicted({ text, document, assets }: { text: string; document: DocumentResult; assets: Assets }) {
  return (
    <>
      {document.class && <ClassResults of={document.class} />}
      {document.entities && (
        <EntityResults text={text} of={document.entities} known={categoryNames(assets).map((one) => ({ name: one }))} />
      )}
    </>
  );
}

function ClassResults({ of: classes }: { of: NonNullable<DocumentResult['class']> }) {
  if (classes.length === 0) return <p class="soft">{t('No class above the threshold.')}</p>;
  return (
    <PlainTable label={t('Classes')} head={[t('Class'), t('Confidence')]}>
      {classes.map(({ category, confidenceScore }, i) => (
        <tr>
          <td>{i === 0 ? <strong>{category}</strong> : category}</td>
          <td>
            <Confidence value={confidenceScore} label={t('Confidence of {category}', { category })} />
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

function EntityResults({ text, of: entities, known }: { text: string; of: readonly FoundEntity[]; known: readonly { name: string }[] }) {
  return (
    <>
      <p class="language-answer">
        <MarkedText
          text={text}
          entities={known}
          labels={entities.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length }))}
        />
      </p>
      {entities.length === 0 ? (
        <p class="soft">{t('No entities found.')}</p>
      ) : (
        <div class="language-scroll" tabIndex={0} role="region" aria-label={t('Entities in the text')}>
          <PlainTable label={t('Entities')} head={[t('Entity'), t('Text'), t('Confidence')]}>
            {entities.map(({ category, text: own, confidenceScore }) => (
              <tr>
                <td>
                  <strong>{category}</strong>
                </td>
                <td>{own}</td>
                <td>
                  <Confidence value={confidenceScore} label={t('Confidence of {own}', { own })} />
                </td>
              </tr>
            ))}
          </PlainTable>
        </div>
      )}
    </>
  );
}
