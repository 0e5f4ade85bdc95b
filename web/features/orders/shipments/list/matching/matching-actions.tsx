import { PrinterOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { KINDS, type OrderKind } from '#contracts/orders/kinds/kinds.ts'
import type { Bundled } from '#contracts/orders/documents.ts'
import { TASK_ACTIONS, type TaskAction } from '#contracts/orders/order-tasks.ts'
import { ActionMenu, type GroupedAction } from '../../../../../kit/table/action-menu.tsx'
import { ChoiceInput } from '../../../../../kit/form/choices/choice-input.tsx'
import { useRightsCheck } from '../../../../../kit/session/permissions.tsx'
import { useT } from '../../../../../kit/text/i18n.ts'
import {
  DocumentChoice,
  isOfferedFirst,
  useOfferedDocuments,
  type BundleFormat,
} from '../../print/document-choice.tsx'
import { findWay, formatInput } from '../../print/print-format.ts'
import {
  BULK_ACTIONS,
  ENDING,
  rightFor,
  type BulkAction,
  type OrderActions,
} from '../use-order-actions.tsx'
import { CHANGE_ACTIONS, MAIN, PRICE_ACTIONS, STATE_ACTIONS } from './action-groups.ts'
import { useOpenServices, withBefore } from '../use-open-services.ts'

/** Of all that match, where the kind uses stock. */
const STOCK_ACTIONS = ['allocate', 'releaseStock', 'backOrder'] as const
type Query = Record<string, string | number>

/** What can be done with all orders that match; each is worked off in the background. */
export function MatchingActions({
  actions,
  query,
  kind,
  onBegun,
}: {
  actions: OrderActions
  query: Query
  kind: OrderKind | null
  /** The work began: the choice is over. */
  onBegun: () => void
}) {
  const t = useT('order-tasks')
  const words = useT('shipments')
  const may = useRightsCheck()
  const [dialog, setDialog] = useState<'documents' | 'service' | null>(null)
  const run = async (action: TaskAction, input?: Record<string, unknown>) => {
    if (await actions.runAll(action, query, input)) onBegun()
  }
  const print = async () => run('print', formatInput(await findWay()))
  const mayDo = (action: TaskAction) =>
    may(
      (BULK_ACTIONS as readonly string[]).includes(action)
        ? orderPerms(rightFor(action as BulkAction))
        : TASK_ACTIONS[action],
    )
  const entries = (of: readonly TaskAction[], start = run): GroupedAction[] =>
    of.filter(mayDo).map((action) => ({
      key: action,
      label: t(`action.${action}`),
      danger: (ENDING as readonly string[]).includes(action),
      onClick: () => void start(action),
    }))
  const ask = (shown: 'documents' | 'service') => () => {
    setDialog(shown)
    return Promise.resolve()
  }
  const group = (key: string, ...of: GroupedAction[][]) => ({
    key,
    label: words(`bulk.group.${key}`),
    actions: of.flat(),
  })
  const groups = [
    group('state', entries(STATE_ACTIONS)),
    group('price', entries(PRICE_ACTIONS), entries(['changeService'], ask('service'))),
    group('stock', kind === null || kind.can.usesStock ? entries(STOCK_ACTIONS) : []),
    group('change', entries(CHANGE_ACTIONS)),
    group('files', may('ship:document:print') ? entries(['documents'], ask('documents')) : []),
  ]
  return (
    <>
      {MAIN.filter(mayDo).map((action) => (
        <Button
          key={action}
          {...(action === 'confirm' ? { type: 'primary' as const } : {})}
          loading={actions.busy === action}
          onClick={() => void run(action)}
        >
          {t(`action.${action}`)}
        </Button>
      ))}
      {may('ship:label:print') && (
        <Button
          icon={<PrinterOutlined />}
          loading={actions.busy === 'print'}
          onClick={() => void print()}
        >
          {t('action.print')}
        </Button>
      )}
      <ActionMenu groups={groups}>{words('bulk.more')}</ActionMenu>
      <>
        {dialog === 'documents' && (
          <AllDocuments
            kinds={kind ? [kind] : KINDS}
            onClose={() => setDialog(null)}
            onChosen={(input) => {
              setDialog(null)
              void run('documents', input)
            }}
          />
        )}
        {dialog === 'service' && (
          <AllServices
            onClose={() => setDialog(null)}
            onChosen={(serviceId) => {
              setDialog(null)
              void run('previewService', { serviceId })
            }}
          />
        )}
      </>
    </>
  )
}

function AllDocuments({
  kinds,
  onClose,
  onChosen,
}: {
  kinds: readonly OrderKind[]
  onClose: () => void
  onChosen: (input: { documents: Bundled[]; format: BundleFormat }) => void
}) {
  const t = useT('order-tasks')
  const offered = useOfferedDocuments(kinds)
  const [chosen, setChosen] = useState<readonly Bundled[]>(offered.filter(isOfferedFirst))
  const [format, setFormat] = useState<BundleFormat>('pdf')
  return (
    <Modal
      open
      title={t('action.documents')}
      okText={t('next')}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => onChosen({ documents: [...chosen], format })}
      onCancel={onClose}
    >
      <DocumentChoice
        offered={offered}
        chosen={chosen}
        format={format}
        onChosen={setChosen}
        onFormat={setFormat}
      />
    </Modal>
  )
}

const NONE: readonly never[] = []

function AllServices({
  onClose,
  onChosen,
}: {
  onClose: () => void
  onChosen: (serviceId: string) => void
}) {
  const t = useT('order-tasks')
  const words = useT('shipments')
  const services = useOpenServices(NONE)
  const [serviceId, setServiceId] = useState<string | null>(null)
  return (
    <Modal
      open
      title={t('action.changeService')}
      okText={t('service.compare')}
      okButtonProps={{ disabled: serviceId === null }}
      onOk={() => serviceId && onChosen(serviceId)}
      onCancel={onClose}
    >
      <p>{t('service.hint')}</p>
      <label htmlFor="service-of-all">{words('serviceId')}</label>
      <ChoiceInput
        id="service-of-all"
        list="services"
        style={{ width: '100%' }}
        loading={services === null}
        options={withBefore(services, words)}
        value={serviceId}
        onChange={(next) => setServiceId(typeof next === 'string' ? next : null)}
        notFoundContent={services === null ? words('state.loading') : words('service.noneOpen')}
      />
    </Modal>
  )
}
