import { useState } from 'react'
import { accessTests, type Source } from '#contracts/platform/access/permissions.access.ts'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { useSession } from '../../../kit/session/session.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import './permissions.css'

type Row = Record<string, unknown> & { id: string }

/** What a user sees of an entity and why, and whether they hold a right and through what. */
export default function AccessTest() {
  const t = useT('access')
  const [params, setParams] = useAddress()
  const [user, entity] = [params.get('user'), params.get('entity')]
  const empty = <Empty kind="nothing" title={t('none')} />

  const entities = useApi(accessTests.entities, {})
  const seen = useApi(
    accessTests.rows,
    { userId: user ?? '0', entity: entity ?? 'none' },
    { enabled: user !== null && entity !== null, staleTime: 0, keepPrevious: true },
  )

  const set = (key: string, value: unknown) =>
    setParams(
      (now) => {
        typeof value === 'string' && value ? now.set(key, value) : now.delete(key)
        return now
      },
      { replace: true },
    )
  const columns: Column<Row>[] = (seen.data?.columns ?? []).map(({ key, title }, at) => ({
    key,
    title,
    width: 150,
    ...(at === 0 ? { card: 'title' as const } : {}),
    render: (row) => String(row[`${key}_dictText`] || (row[key] ?? '')),
  }))
  const number = (n: number, capped: boolean) => `${n.toLocaleString()}${capped ? '+' : ''}`
  return (
    <div className="perm-access">
      <PageHeader title={t('title')} note={t('note')} />
      <div className="py-filters perm-ask">
        <div className="py-filter" data-input="ref">
          <label htmlFor="access-user">{t('user')}</label>
          <RefSelect
            id="access-user"
            of="users"
            value={user}
            onChange={(value) => set('user', value)}
          />
        </div>
        <div className="py-filter" data-input="ref">
          <label htmlFor="access-entity">{t('entity')}</label>
          <ChoiceInput
            id="access-entity"
            value={entity}
            onChange={(value) => set('entity', value)}
            options={(entities.data ?? []).map(({ value, text }) => ({ value, label: text }))}
          />
        </div>
      </div>
      {seen.error ? (
        <ErrorNote error={seen.error} retry={() => void seen.refetch()} />
      ) : (
        seen.data &&
        user &&
        entity && (
          <section className="perm-card" aria-label={t('rows')}>
            <p className="perm-figure">
              <strong>{number(seen.data.visible, seen.data.visibleCapped)}</strong>{' '}
              {t('of', { total: number(seen.data.total, seen.data.totalCapped) })}{' '}
              {!seen.data.mayList && <StatusTag tone="warning">{t('noList')}</StatusTag>}
            </p>
            <p className="perm-note">
              {seen.data.user.realname} ({seen.data.user.username})
              {seen.data.user.departName
                ? ` · ${t('depart', { name: seen.data.user.departName })}`
                : ''}
            </p>
            <h2>{t('why')}</h2>
            <ol className="perm-parts">
              {seen.data.parts.map((part, at) => (
                <li key={at}>
                  {part.text}
                  {part.sources.length > 0 && <Sources sources={part.sources} />}
                </li>
              ))}
            </ol>
            <h2>{t('first')}</h2>
            {seen.data.records === null ? (
              <p className="perm-note">{t('notYours')}</p>
            ) : (
              <DataTable<Row>
                label={t('first')}
                columns={columns}
                rows={seen.data.records as Row[]}
                empty={empty}
                keys={false}
              />
            )}
          </section>
        )
      )}
      <RightCheck user={user} />
    </div>
  )
}

function Sources({ sources }: { sources: readonly Source[] }) {
  const t = useT('access')
  return (
    <span className="perm-sources">
      {sources.map((one) => (
        <span key={one.kind + one.id}>{t(`from.${one.kind}`, { name: one.name })}</span>
      ))}
    </span>
  )
}

function RightCheck({ user }: { user: string | null }) {
  const t = useT('access')
  const { rights } = useSession()
  const [typed, setTyped] = useState('')
  const perms = useDebouncedValue(typed.trim())
  const answer = useApi(
    accessTests.permission,
    { userId: user ?? '0', perms },
    { enabled: user !== null && perms !== '', staleTime: 0, quiet: true },
  )
  const result = answer.data
  return (
    <section className="perm-card" aria-label={t('right')}>
      <h2>{t('right')}</h2>
      <div className="py-filter perm-code-ask">
        <label htmlFor="access-code">{t('code')}</label>
        <input
          id="access-code"
          className="py-input"
          list="access-codes"
          value={typed}
          placeholder="ship:b2c:add"
          onChange={(event) => setTyped(event.target.value)}
        />
        <datalist id="access-codes">
          {rights?.allAuth.map(({ action, describe }) => (
            <option key={action} value={action}>
              {describe}
            </option>
          ))}
        </datalist>
      </div>
      {user === null && perms !== '' && <p className="perm-note">{t('chooseUser')}</p>}
      {result && perms !== '' && user !== null && (
        <p aria-live="polite">
          {!result.known ? (
            <StatusTag tone="idle">{t('unknown')}</StatusTag>
          ) : result.holds ? (
            <StatusTag tone="done">{t('holds')}</StatusTag>
          ) : (
            <StatusTag tone="bad">{t('holdsNot')}</StatusTag>
          )}{' '}
          {result.name}
          {result.sources.length > 0 && <Sources sources={result.sources} />}
        </p>
      )}
    </section>
  )
}
