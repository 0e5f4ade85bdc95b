import { DeleteOutlined, DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import type { Crud, Verb } from '#contracts/kit/crud.ts'
import { writable, type RowOf } from '#contracts/kit/entity.ts'
import { whyClosed } from '#contracts/kit/when.ts'
import { BulkBar } from '../table/bulk-bar.tsx'
import { DataTable } from '../table/data-table.tsx'
import { Empty, ErrorNote } from '../platform/empty.tsx'
import { FilterBar, filterItems } from '../list/filters/filter-bar.tsx'
import { useT } from '../text/i18n.ts'
import { filtersOf } from '../list/list-state.ts'
import { PageHeader } from '../platform/page-header.tsx'
import { Pager } from '../table/pager.tsx'
import { useHiddenColumns, useRightsCheck } from '../session/permissions.tsx'
import { useSession } from '../session/session.ts'
import { ownerOf, unowned, useFixedFields } from './own-rows.ts'
import type { DetailDrawerProps } from './resource-detail.tsx'
import { builtInActions } from './built-in-actions.tsx'
import { resourceColumns } from './resource-cells.tsx'
import { RowActions } from '../table/row-actions.tsx'
import { useKeys } from '../platform/use-keys.ts'
import { useRowNavigation } from '../table/use-row-navigation.ts'
import { useList } from '../list/use-list.ts'
import { useOpen } from '../list/use-open.ts'
import { useSelection } from '../list/use-selection.ts'
import { useStableCallback } from '../platform/use-stable-callback.ts'
import { useDeleteRows } from '../list/use-delete-rows.tsx'
import { listOf, type ResourceScreenProps } from './resource-screen-props.ts'

// Drawers and dialogs come when they are first opened; the list does not wait for them.
const FormDrawer = lazy(() => import('./resource-form-drawer.tsx'))
const DetailDrawer = lazy(() => import('./resource-detail.tsx'))
const ImportDialog = lazy(() => import('./import-dialog.tsx'))
const ExportDialog = lazy(() => import('../list/export-dialog.tsx'))

const MADE: readonly string[] = ['createBy', 'createTime', 'updateBy', 'updateTime']
const isMade = (key: string) => MADE.includes(key)

/**
 * The whole screen of a plain entity: filters, table, form, detail, import, export, bulk delete.
 */
export function ResourceScreen<R extends Crud>(props: ResourceScreenProps<R>) {
  type Row = RowOf<R>
  const { of, moreFilters, numbers, usual, words, header = true } = props
  const fixed = useFixedFields(of, props.fixed)
  const t = useT(of.name)
  const may = useRightsCheck()
  const hidden = useHiddenColumns(`${of.name}:`)
  const has = (verb: Verb) => of.offered.includes(verb) && may(of.endpoints[verb])
  // Where nothing can be filled in, the screen has a button of its own that makes a row.
  const hasForm =
    props.form !== undefined || props.page !== undefined || writable(of.fields).length > 0
  const [canAdd, canEdit, canDelete] = [has('add') && hasForm, has('edit'), has('deleteBatch')]

  // What is no column comes first: it asks a question the columns do not answer.
  // A field under a permission has neither a column nor a filter without it.
  const filtered = useMemo(
    () =>
      Object.fromEntries(
        Object.entries({ ...of.filters, ...of.fields }).filter(([, spec]) => may(spec)),
      ),
    [of, may],
  )
  const filters = useMemo(
    () => [...filtersOf(filtered, numbers), ...(moreFilters ?? [])],
    [filtered, numbers, moreFilters],
  )
  const items = [...filterItems(filtered, t, numbers), ...(moreFilters ?? [])]
    .filter((item) => !(item.key in (fixed ?? {})) && !(of.computed && item.key === 'createTime'))
    .map((item) => (item.key in of.fields || !usual ? item : { ...item, usual }))
    .map((item) => ({ ...item, wordOf: words?.[item.key] }))
  const call = useMemo(() => listOf(of), [of])
  const list = useList(call, {
    filters,
    fields: of.fields,
    texts: of.name,
    ...(header ? {} : { within: of.name }),
    ...(props.name ? { name: props.name } : {}),
    ...(of.sort ? { sort: of.sort } : {}),
    ...(fixed ? { fixed } : {}),
  })
  const selection = useSelection(list.rows)
  const drawer = useOpen(header ? '' : of.name)
  const { open, show, close } = drawer
  const rowNavigation = useRowNavigation(list, drawer)
  const [importing, setImporting] = useState(false)
  const [exporting, setExporting] = useState(false)
  const remove = useDeleteRows<Row>(of, t, selection)

  const deletable = selection.rows.filter((row) => whyClosed(of, 'delete', row) === null)

  // Columns and actions stay the same while what they are made of does: a drawer that opens must
  // not draw all rows again.
  const {
    cells,
    columns: order,
    sums,
    minus,
    figures,
    rowActions,
    cardTitle = of.label,
    page,
  } = props
  const add = useStableCallback(() => (page ? page.add() : show({ kind: 'new', id: null })))
  const columns = useMemo(
    () =>
      resourceColumns<Row>(of.fields, cardTitle, t, {
        ...(cells ? { cells } : {}),
        hidden: (key) =>
          hidden(key) ||
          key === ownerOf(fixed, props.fixed) ||
          (of.computed === true && isMade(key)),
        may,
        ...(order ? { order } : {}),
        ...(sums ? { sums } : {}),
        ...(minus ? { minus } : {}),
        ...(figures ? { figures } : {}),
      }),
    [of, t, hidden, may, cells, order, sums, minus, figures, cardTitle, fixed, props.fixed],
  )
  const openId = open?.kind === 'row' ? open.id : null
  const paged = page !== undefined
  useKeys(canAdd ? { n: add } : {}, { enabled: header })
  const title = props.title ?? t('title')
  // A customer's own list is not explained in words for its staff.
  const ofCustomer = (useSession().user?.customerId ?? null) !== null
  const hint = `empty.nothing.${ofCustomer && t.has('empty.nothing.mine') ? 'mine' : 'hint'}`
  const [lead, ask] = [useStableCallback(show), useStableCallback(remove.ask)]
  const atHand = props.atHand ?? 2
  const acts = props.detail && !props.detailActs ? undefined : rowActions
  const actions = useCallback(
    (row: Row) => {
      const { edit, remove: gone } = builtInActions(of, t, row)
      return (
        <RowActions
          atHand={atHand}
          actions={[
            ...(canEdit && !paged
              ? [{ ...edit, onClick: () => lead({ kind: 'edit', id: row.id }) }]
              : []),
            ...(rowActions?.(row) ?? []),
            ...(canDelete ? [{ ...gone, onClick: () => void ask([row]) }] : []),
          ]}
        />
      )
    },
    [of, t, canEdit, canDelete, rowActions, lead, ask, paged, atHand],
  )
  const withActions =
    canEdit || canDelete || list.rows.some((row) => (rowActions?.(row).length ?? 0) > 0)
  const addButton = canAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={add}>
      {t('action.new')}
    </Button>
  )

  return (
    <div className="py-list">
      {header && (
        <PageHeader title={title}>
          {props.toolbar?.(list)}
          {has('importExcel') && (
            <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
              {t('action.import')}
            </Button>
          )}
          {has('exportXls') && (
            <Button icon={<DownloadOutlined />} onClick={() => setExporting(true)}>
              {t('action.export')}
            </Button>
          )}
          {props.newButton}
          {addButton}
        </PageHeader>
      )}
      {typeof props.top === 'function' ? props.top(list) : props.top}
      <FilterBar list={list} items={items} />
      <BulkBar selection={selection} list={list} columns={columns}>
        {props.actions?.(selection, list)}
        {canDelete && (
          <Button
            danger
            icon={<DeleteOutlined />}
            disabled={deletable.length === 0}
            title={deletable.length < selection.rows.length ? t('bulk.closed') : undefined}
            onClick={() => void remove.ask(deletable)}
          >
            {t('action.delete')}
          </Button>
        )}
      </BulkBar>
      {list.error && list.rows.length === 0 ? (
        <ErrorNote error={list.error} retry={list.refetch} />
      ) : (
        <DataTable<Row>
          label={title}
          columns={columns}
          list={list}
          openId={openId}
          {...(canDelete || props.actions ? { selection } : {})}
          {...(withActions
            ? { actions, actionsWidth: props.rowActions ? 32 + 32 * atHand : 72 }
            : {})}
          {...((of.computed || props.closed) && !page
            ? {}
            : {
                onOpen: (row: Row) => (page ? page.open(row) : show({ kind: 'row', id: row.id })),
              })}
          {...(props.rowTone ? { rowTone: props.rowTone } : {})}
          keys={header}
          empty={
            list.narrowed ? (
              <Empty kind="noMatch">
                <Button onClick={list.clearFilters}>{t('filter.clear')}</Button>
              </Empty>
            ) : (
              <Empty
                kind="nothing"
                title={t('empty.nothing.of', { title: unowned(title) })}
                {...(t.has(hint) ? { hint: t(hint) } : {})}
              >
                {addButton}
              </Empty>
            )
          }
        />
      )}
      <Pager list={list} />
      {remove.sheet}
      <Suspense>
        {exporting && (
          <ExportDialog
            endpoint={of.endpoints.exportXls}
            name={of.name}
            title={title}
            list={list}
            selected={selection.ids}
            {...(fixed ? { fixed } : {})}
            columns={columns.filter(
              ({ key }) => key in of.fields || key === 'createBy' || key === 'createTime',
            )}
            onClose={() => setExporting(false)}
          />
        )}
        {importing && (
          <ImportDialog
            of={of}
            t={t}
            title={t('action.import')}
            onClose={() => setImporting(false)}
          />
        )}
        {open?.kind === 'row' && (
          <DetailDrawer
            of={of}
            t={t}
            id={open.id}
            heading={props.cardTitle}
            size={props.detailSize}
            onClose={close}
            onPrevious={rowNavigation('row', -1)}
            onNext={rowNavigation('row', 1)}
            onEdit={canEdit ? () => show({ kind: 'edit', id: open.id }) : null}
            actions={acts as DetailDrawerProps['actions']}
            body={props.detail as ((row: Record<string, unknown>) => ReactNode) | undefined}
            aside={props.aside as ((row: Record<string, unknown>) => ReactNode) | undefined}
            {...(props.cells
              ? {
                  cells: props.cells as Record<string, (row: Record<string, unknown>) => ReactNode>,
                }
              : {})}
          />
        )}
        {(open?.kind === 'edit' || open?.kind === 'new') &&
          (props.form ? (
            props.form({
              row: list.rows.find((row) => row.id === open.id) ?? null,
              id: open.kind === 'edit' ? open.id : null,
              close,
            })
          ) : (
            <FormDrawer
              of={of}
              t={t}
              id={open.kind === 'edit' ? open.id : null}
              copyOf={open.kind === 'new' ? open.id : null}
              onClose={close}
              onNext={open.kind === 'edit' ? rowNavigation('edit', 1) : null}
              {...(props.inputs ? { inputs: props.inputs } : {})}
              {...(props.start ? { start: props.start } : {})}
              {...(props.opensNew ? { onMade: (id: string) => show({ kind: 'row', id }) } : {})}
              {...(fixed ? { fixed } : {})}
            />
          ))}
      </Suspense>
    </div>
  )
}
