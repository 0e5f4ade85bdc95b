import { DownloadOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { orderPerm, orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import type { KindCode } from '#contracts/orders/kinds/kinds.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { call } from '../../../kit/http/api.ts'
import { DataTable } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { FilterBar } from '../../../kit/list/filters/filter-bar.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { Pager } from '../../../kit/table/pager.tsx'
import { useHiddenColumns, useRightsCheck } from '../../../kit/session/permissions.tsx'
import { isUnderDialog } from '../../../kit/platform/keys/keyboard.ts'
import { useScanner } from '../../../kit/platform/use-keys.ts'
import { useRowNavigation } from '../../../kit/table/use-row-navigation.ts'
import { useList } from '../../../kit/list/use-list.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { usePhone } from '../../../kit/platform/use-timing.ts'
import { MenuButton } from '../../../kit/platform/menu/menu-button.tsx'
import { MoreIcon } from '../../../kit/platform/icons/list-icons.tsx'
import { useStableCallback } from '../../../kit/platform/use-stable-callback.ts'
import { useSession } from '../../../kit/session/session.ts'
import { lookFor, NumberBox } from './list/numbers/number-box.tsx'
import { orderColumns } from './list/order-columns.tsx'
import { orderFilterItems } from './list/order-filters.ts'
import { useChosenOrders } from './list/use-chosen-orders.ts'
import { useMatching } from './list/matching/use-matching.ts'
import { useOrderLinks } from './list/order-links.ts'
import { fixedOf, kindAt, listCall, orderListOf } from './list/order-rows.ts'
import { isOpen, stateOf, toneOf, type OrderRow } from './list/order-state.ts'
import { StatusTabBar } from './list/status-tab-bar.tsx'
import { useNumberSearch } from './list/numbers/use-number-search.ts'
import { useOrderRowActions } from './list/use-order-row-actions.tsx'
import { useOrderKeys } from './list/use-order-keys.ts'
import { useOrderActions } from './list/use-order-actions.tsx'
import { usePrintLabels } from './print/use-print-labels.tsx'
import './shipments.css'

// What is not on the page at first does not come before the orders.
const BulkActions = lazy(() => import('./list/matching/bulk-actions.tsx'))
const ImportBand = lazy(() => import('./import/import-band.tsx'))
const NumberBand = lazy(() => import('./list/numbers/number-band.tsx'))
const OrderDrawer = lazy(() => import('./list/order-drawer.tsx'))
const OrderForm = lazy(() => import('./form/order-form-drawer.tsx'))
const ConvertOrder = lazy(() => import('./list/convert-order.tsx'))
const ExportOrders = lazy(() => import('./list/export-orders.tsx'))
const NO_ROWS = '0'
export { askOrdersAhead as ahead } from './list/order-rows.ts'

/** Orders of one kind, or of all the caller may see: the address decides. */
export default function Orders({ title }: { title: string }) {
  const t = useT('shipments')
  const may = useRightsCheck()
  const { pathname, search: address } = useLocation()
  const given = new URLSearchParams(address)
  const consigneeId = given.get('consignee')
  const serviceId = given.get('service')
  const kind = kindAt(pathname)
  const notify = useNotify()
  const navigate = useNavigate()
  const phone = usePhone()
  const staff = useSession().user?.customerId === null
  const hidden = useHiddenColumns('shipments:')
  useOrderLinks()

  const search = useNumberSearch()
  const chosen = search.orderIds?.join(',')
  const fixed = useMemo(
    () => ({
      ...fixedOf(kind),
      ...(chosen === undefined ? {} : { selections: chosen || NO_ROWS }),
    }),
    [chosen, kind],
  )
  const searched = search.numbers.length > 0
  const list = useList<OrderRow>(listCall, {
    ...orderListOf(kind),
    fixed,
    enabled: !searched || search.orderIds !== null,
  })
  const { selection, release } = useChosenOrders(list.rows)
  const matching = useMatching(list)
  const drawer = useOpen()
  const { open, show, close } = drawer
  const rowNavigation = useRowNavigation(list, drawer, (row) => isOpen('edit', stateOf(row)))
  const [exporting, setExporting] = useState(false)
  const [converting, setConverting] = useState<{ id: string; to: KindCode | null } | null>(null)
  const actions = useOrderActions(release)
  const printing = usePrintLabels(release)

  const canAdd = may(kind ? orderPerm(kind, 'add') : orderPerms('add'))
  useOrderKeys(list, selection, {
    onNew: () => show({ kind: 'new', id: null }),
    onEdit: (row) => show({ kind: 'edit', id: row.id }),
    onPrint: (row) => void printing.run([stateOf(row)]),
  })
  useScanner(
    (code) =>
      void call(tracking.search, { nos: [code] }).then(([found]) => {
        if (found?.shipmentId) show({ kind: 'row', id: found.shipmentId })
        else if (open === null && !isUnderDialog()) lookFor(search, code)
        else notify.warning(t('scan.unknown', { number: code }))
      }, notify.failed),
    may(tracking.search),
  )

  // The same ones from turn to turn: a drawer that opens must not draw a hundred orders again.
  const columns = useMemo(
    () => orderColumns(t, { kind, staff, hidden, may }),
    [t, kind, staff, hidden, may],
  )
  const [run, service, correct, documents, print, lead] = [
    useStableCallback(actions.run),
    useStableCallback(actions.otherService),
    useStableCallback(actions.correct),
    useStableCallback(actions.documents),
    useStableCallback(printing.run),
    useStableCallback(show),
  ]
  const convert = useStableCallback((id: string) => setConverting({ id, to: null }))
  const rowActions = useOrderRowActions({ run, service, correct, print, lead, convert, documents })
  const addButton = canAdd && (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      title="n"
      onClick={() => show({ kind: 'new', id: null })}
    >
      {t('new')}
    </Button>
  )
  const mayImport = may(kind ? orderPerm(kind, 'import') : orderPerms('import'))
  const toImport = () =>
    void navigate(kind ? `/shipment/import?kind=${kind.slug}` : '/shipment/import')
  const importLink = mayImport && (
    <Button icon={<ImportOutlined />} onClick={toImport}>
      {t('importOrders')}
    </Button>
  )
  const mayExport = may(kind ? orderPerm(kind, 'export') : shipmentList.endpoints.exportXls)
  const more = [
    ...(mayExport
      ? [{ key: 'export', label: t('action.export'), onClick: () => setExporting(true) }]
      : []),
    ...(mayImport ? [{ key: 'import', label: t('importOrders'), onClick: toImport }] : []),
  ]
  const clear = () => {
    list.clearFilters()
    if (searched) search.set([])
  }

  const numberBox = may(tracking.search) && <NumberBox search={search} />

  return (
    <div className="py-list">
      <PageHeader title={title}>
        {phone ? (
          <MenuButton icon={<MoreIcon />} aria-label={t('table.moreActions')} items={more} />
        ) : (
          <>
            {mayExport && (
              <Button icon={<DownloadOutlined />} onClick={() => setExporting(true)}>
                {t('action.export')}
              </Button>
            )}
            {importLink}
          </>
        )}
        {addButton}
      </PageHeader>
      <div className="order-top">
        <StatusTabBar list={list} kind={kind?.code ?? null} />
        {!phone && numberBox}
      </div>
      <div className={phone ? 'order-search' : 'order-filters'}>
        {phone && numberBox}
        <FilterBar
          list={list}
          items={orderFilterItems(t, { staff, kind, may, boxed: Boolean(numberBox) })}
          searched={Boolean(numberBox)}
        />
      </div>
      <Suspense>
        {(searched || (numberBox && search.words)) && <NumberBand search={search} list={list} />}
        {list.state.filters.importId && <ImportBand list={list} />}
        {selection.ids.size > 0 && (
          <BulkActions
            selection={selection}
            list={list}
            columns={columns}
            actions={actions}
            printing={printing}
            matching={matching}
            kind={kind}
            onDone={release}
          />
        )}
      </Suspense>
      {list.error && list.rows.length === 0 ? (
        <ErrorNote error={list.error} retry={list.refetch} />
      ) : (
        <DataTable<OrderRow>
          label={title}
          columns={columns}
          list={list}
          loading={list.loading || search.searching}
          selection={selection}
          openId={open?.kind === 'row' ? open.id : null}
          onOpen={(row) => show({ kind: 'row', id: row.id })}
          actions={rowActions}
          actionsWidth={100}
          rowTone={toneOf}
          empty={
            list.narrowed || searched ? (
              <Empty kind="noMatch">
                <Button onClick={clear}>{t('filter.clear')}</Button>
              </Empty>
            ) : (
              <Empty kind="nothing" title={t('empty.nothing')} hint={t('empty.nothing.hint')}>
                {addButton}
                {importLink}
              </Empty>
            )
          }
        />
      )}
      <Pager list={list} />
      {actions.sheet}
      <Suspense>
        {exporting && (
          <ExportOrders
            title={title}
            list={{ ...list, narrowed: list.narrowed || searched }}
            selected={selection.ids}
            fixed={kind ? { shipmentResource: kind.code } : {}}
            columns={columns}
            onClose={() => setExporting(false)}
          />
        )}
        {open?.kind === 'row' && (
          <OrderDrawer
            id={open.id}
            onClose={close}
            onPrevious={rowNavigation('row', -1)}
            onNext={rowNavigation('row', 1)}
            onEdit={() => show({ kind: 'edit', id: open.id })}
            onCopy={() => show({ kind: 'new', id: open.id })}
            onConvert={() => convert(open.id)}
            actions={actions}
            printing={printing}
          />
        )}
        {converting?.to === null && (
          <ConvertOrder
            id={converting.id}
            onClose={() => setConverting(null)}
            onChoose={(to) => {
              setConverting({ id: converting.id, to })
              show({ kind: 'edit', id: converting.id })
            }}
          />
        )}
        {(open?.kind === 'edit' || open?.kind === 'new') && (
          <OrderForm
            key={`${open.kind}:${open.id ?? ''}`}
            kind={kind?.code ?? null}
            id={open.kind === 'edit' ? open.id : null}
            copyOf={open.kind === 'new' ? open.id : null}
            convertTo={open.id === converting?.id ? converting.to : null}
            consigneeId={open.kind === 'new' ? consigneeId : null}
            serviceId={open.kind === 'new' ? serviceId : null}
            onClose={() => {
              setConverting(null)
              close()
            }}
            onSaved={(id) => {
              setConverting(null)
              show({ kind: 'row', id })
            }}
            onNext={open.kind === 'edit' ? rowNavigation('edit', 1) : null}
          />
        )}
      </Suspense>
    </div>
  )
}
