import { EditOutlined } from '@ant-design/icons'
import { Button, Drawer, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import type { Crud } from '#contracts/kit/crud.ts'
import { isTwin, nameOf } from '#contracts/kit/names.ts'
import { whyClosed } from '#contracts/kit/when.ts'
import { CopyText, Moment } from '../platform/cells.tsx'
import { DetailList } from './detail-list.tsx'
import { ErrorNote } from '../platform/empty.tsx'
import { useLang, type T } from '../text/i18n.ts'
import { RowActs } from './row-acts.tsx'
import type { RowAction } from '../table/row-actions.tsx'
import { RowSteps, stepKeys } from '../table/row-steps.tsx'
import { useApi } from '../http/query.ts'
import { useNotify } from '../http/notify.tsx'
import { useRecent } from '../platform/history/recent.ts'
import { ownerOf, useFixedFields } from './own-rows.ts'
import { fieldContent } from './resource-cells.tsx'
import { isObject } from '../text/storage.ts'
import { useKeys } from '../platform/use-keys.ts'
import { useDelayedFlag } from '../platform/use-timing.ts'
import { nameOfAccount } from '../session/account-names.ts'

export interface DetailDrawerProps {
  of: Crud
  t: T
  id: string
  /** The column the row is called by, where that is not the entity's label. */
  heading?: string | undefined
  size?: number | undefined
  onClose: () => void
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onEdit: (() => void) | null
  /** In place of the fields, and below them. */
  body?: ((row: Record<string, unknown>) => ReactNode) | undefined
  aside?: ((row: Record<string, unknown>) => ReactNode) | undefined
  /** What can be done with the row. */
  actions?: ((row: Record<string, unknown>) => readonly RowAction[]) | undefined
  cells?: Readonly<Partial<Record<string, (row: Record<string, unknown>) => ReactNode>>>
}

const textIn = (row: Record<string, unknown>, key: string): string | null =>
  typeof row[key] === 'string' ? row[key] : null

/**
 * One row next to the list, with the rows before and after it: j/k or the arrows, `e` edits, Esc
 * closes.
 */
export default function DetailDrawer({
  of,
  t,
  id,
  heading,
  size = 640,
  onClose,
  onPrevious,
  onNext,
  onEdit,
  body,
  aside,
  actions,
  cells = {},
}: DetailDrawerProps) {
  const found = useApi(of.endpoints.queryById, { id }, { keepPrevious: true })
  const row = isObject(found.data) ? found.data : null
  const late = useDelayedFlag(!row)
  const closed = row && whyClosed(of, 'edit', row)
  const notify = useNotify()
  useKeys(
    {
      ...stepKeys({ onPrevious, onNext, onClose }),
      ...(onEdit ? { e: () => (closed ? notify.info(t(`blocked.${closed}`)) : onEdit()) } : {}),
    },
    { modal: true },
  )
  const lang = useLang()
  const name =
    row &&
    (heading
      ? (textIn(row, `${heading}_dictText`) ?? textIn(row, heading))
      : nameOf(row, lang, of.label))
  // Of what has its number later only, its texts have a word.
  const nameless = row && t.has('unnamed') ? 'unnamed' : 'detail.title'
  useRecent(row?.id === id && name ? name : null)
  return (
    <Drawer
      open
      size={size}
      onClose={onClose}
      keyboard={false}
      rootClassName="py-drawer"
      mask={{ enabled: false }}
      title={name ? <CopyText text={name}>{name}</CopyText> : t(nameless)}
      extra={
        <span className="py-actions">
          <RowSteps onPrevious={onPrevious} onNext={onNext} />
          {onEdit && (
            <Button
              icon={<EditOutlined />}
              disabled={Boolean(closed)}
              {...(closed ? { title: t(`blocked.${closed}`) } : {})}
              onClick={onEdit}
            >
              {t('action.edit')}
            </Button>
          )}
        </span>
      }
    >
      {found.isError && !row && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!row && !found.isError && late && <Skeleton active />}
      {row && (
        <div className={found.isPlaceholderData ? 'py-stale' : undefined}>
          {actions && <RowActs actions={actions(row)} />}
          {body ? body(row) : <FieldList of={of} t={t} row={row} cells={cells} />}
          {aside?.(row)}
          <MadeBy row={row} t={t} />
        </div>
      )}
    </Drawer>
  )
}

export function FieldList({
  of,
  t,
  row,
  cells,
}: {
  of: Crud
  t: T
  row: Record<string, unknown>
  cells: NonNullable<DetailDrawerProps['cells']>
}) {
  // In English a name and its twin would be the same.
  const english = useLang() === 'en_US'
  const own = useFixedFields(of, undefined)
  const shown = Object.entries(of.fields).filter(
    ([key, spec]) =>
      spec.show.includes('detail') &&
      !(english && isTwin(key, of.fields)) &&
      key !== ownerOf(own, undefined),
  )
  return (
    <DetailList
      items={shown.map(([key, spec]) => ({
        key,
        label: t(key),
        value: cells[key]?.(row) ?? fieldContent(row, key, spec, t, true),
        wide: spec.type === 'textarea',
      }))}
    />
  )
}

function MadeBy({ row, t }: { row: Record<string, unknown>; t: T }) {
  const line = (by: unknown, at: unknown, text: string) =>
    typeof at === 'string' &&
    at && (
      <p>
        {text} {nameOfAccount(by)} <Moment at={at} />
      </p>
    )
  return (
    <footer className="py-made">
      {line(row.createBy, row.createTime, t('detail.created'))}
      {line(row.updateBy, row.updateTime, t('detail.updated'))}
    </footer>
  )
}
