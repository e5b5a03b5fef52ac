/** People as a list that can be searched, and one of them with the faces. */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { TextField } from '../../kit/form.tsx';
import { formatCount } from '../../kit/format.ts';
import { ListCard } from '../../kit/list-card.tsx';
import { Card, Empty } from '../../kit/parts.tsx';
import { Link, navigate } from '../../kit/router.tsx';
import type { Column } from '../../kit/table.tsx';
import type { Paged } from './calls.ts';
import { Avatar } from './face-parts.tsx';
import { AddFaces, FaceTable, type AddFacesProps } from './face-table.tsx';
import { Consent } from './gallery-parts.tsx';

interface Named {
  personId: string;
  name: string;
}

export interface PeopleCardProps<P extends Named> {
  people: Paged<P>;
  /** If not all are loaded. */ total?: number;
  urlOf: (personId: string) => string;
  thumbOf?: (person: P) => string | undefined;
  /** What to do first. */ invitation: string;
  actions?: ComponentChildren;
  columns: readonly Column<P>[];
  children?: ComponentChildren;
}

export function PeopleCard<P extends Named>({ people, urlOf, columns, ...rest }: PeopleCardProps<P>) {
  const { first, rows, isWhole, onEnd } = people;
  const [search, setSearch] = useState('');
  const shown = useMemo(() => rows.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase())), [rows, search]);
  const count = formatCount(rows.length);
  return (
    <ListCard
      title={t('People')}
      actions={
        <>
          {rows.length > 0 && (
            <TextField
              bare
              type="search"
              label={isWhole ? t('Search people') : t('Search the first {count} people', { count })}
              placeholder={isWhole ? t('Search') : t('Search the first {count}', { count })}
              value={search}
              onInput={setSearch}
            />
          )}
          {rest.actions}
        </>
      }
      of={first}
      rows={shown}
      keyOf={({ personId }) => personId}
      rowHeight={44}
      onOpen={({ personId }) => navigate(urlOf(personId))}
      onEnd={onEnd}
      total={search === '' ? rest.total : undefined}
      empty={
        <Empty icon="faces" title={rows.length === 0 ? t('No people yet') : t('No results')} text={rows.length === 0 && rest.invitation} />
      }
      columns={[
        {
          title: t('Name'),
          width: 'minmax(170px, 2fr)',
          cell: (person) => (
            <span class="row faces-named">
              <Avatar name={person.name} thumb={rest.thumbOf?.(person)} />
              <Link to={urlOf(person.personId)}>{person.name}</Link>
            </span>
          ),
        },
        ...columns,
      ]}
    >
      {rest.children}
    </ListCard>
  );
}

export interface PersonFacesProps extends Pick<AddFacesProps, 'gallery' | 'at' | 'placeFor'> {
  name: string;
  path: string;
  faceIds: readonly string[];
  onChanged: () => void;
  /** Below the faces. */ below?: ComponentChildren;
  /** Beside the title of the card that adds faces. */ limit?: ComponentChildren;
  children: ComponentChildren;
}

/** The faces of a person, and adding more. */
export function PersonFaces({ name, path, faceIds, onChanged, below, limit, children, ...adding }: PersonFacesProps) {
  const faces = useMemo(() => faceIds.map((persistedFaceId) => ({ persistedFaceId })), [faceIds]);
  return (
    <div class="columns faces-columns">
      <div class="stack">
        <FaceTable
          path={path}
          faces={faces}
          onChanged={onChanged}
          empty={
            <Empty icon="faces" title={t('No faces yet')}>
              {t('Two or three good ones in different light are better than many similar ones.')}
            </Empty>
          }
        />
        {below}
      </div>
      <div class="stack">
        <Card title={t('Add faces')} actions={limit}>
          <AddFaces
            {...adding}
            example={path}
            onAdded={onChanged}
            label={t('Drop images here, or browse')}
            camera={t('Photo of {name}', { name })}
            hint={t('Of {name}. If an image has several faces, you select one.', { name })}
          />
        </Card>
        {children}
        <Consent />
      </div>
    </div>
  );
}
