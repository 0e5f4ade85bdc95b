import { Button, Modal } from 'antd'
import { useState } from 'react'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { KINDS, type OrderKind } from '#contracts/orders/kinds/kinds.ts'
import type { Bundled } from '#contracts/orders/documents.ts'
import { TASK_ACTIONS, type TaskAction } from '#contracts/orders/order-tasks.ts'
import { ChoiceInput } from '../../../../../kit/form/choices/choice-input.tsx'
import { useRightsCheck } from '../../../../../kit/session/permissions.tsx'
import { useT } from '../../../../../kit/text/i18n.ts'
import {
  DocumentChoice,
  useOfferedDocuments,
  type BundleFormat,
} from '../../print/document-choice.tsx'
import { findWay, formatInput } from '../../print/print-format.ts'
import { BULK_ACTIONS, ENDING, rightFor, type OrderActions } from '../use-order-actions.tsx'
import { useOpenServices } from '../use-open-services.ts'

/** Of all that match, where the kind uses stock. */
const STOCK_ACTIONS = ['allocate', 'releaseStock', 'backOrder'] as const
type Query = Record<string, string | number>

/** What can be done with all orders that match; each is worked off in the background. */
export function MatchingActions({
  actions,
  query,
  kind,
}: {
  actions: OrderActions
  query: Query
  kind: OrderKind | null
}) {
  const t = useT('order-tasks')
  const may = useRightsCheck()
  const [dialog, setDialog] = useState<'documents' | 'service' | null>(null)
  const stock = kind === null || kind.can.usesStock ? STOCK_ACTIONS : []
  const offered: TaskAction[] = [
    ...BULK_ACTIONS.filter((action) => may(orderPerms(rightFor(action)))),
    ...stock.filter((action) => may(TASK_ACTIONS[action])),
  ]
  const button = (action: TaskAction, onClick: () => void) => (
    <Button
      key={action}
      danger={(ENDING as readonly string[]).includes(action)}
      loading={actions.busy === action}
      onClick={onClick}
    >
      {t(`action.${action}`)}
    </Button>
  )
  return (
    <>
      {offered.map((action) => button(action, () => void actions.runAll(action, query)))}
      {may(orderPerms('edit')) && (
        <Button onClick={() => setDialog('service')}>{t('action.changeService')}</Button>
      )}
      {may('ship:document:print') && button('documents', () => setDialog('documents'))}
      {may('ship:label:print') &&
        button(
          'print',
          () => void findWay().then((way) => actions.runAll('print', query, formatInput(way))),
        )}
      <>
        {dialog === 'documents' && (
          <AllDocuments
            kinds={kind ? [kind] : KINDS}
            onClose={() => setDialog(null)}
            onChosen={(input) => {
              setDialog(null)
              void actions.runAll('documents', query, input)
            }}
          />
        )}
        {dialog === 'service' && (
          <AllServices
            onClose={() => setDialog(null)}
            onChosen={(serviceId) => {
              setDialog(null)
              void actions.runAll('previewService', query, { serviceId })
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
  const [chosen, setChosen] = useState<readonly Bundled[]>(offered.filter((one) => one !== 'label'))
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
        options={services ?? []}
        value={serviceId}
        onChange={(next) => setServiceId(typeof next === 'string' ? next : null)}
        notFoundContent={services === null ? words('state.loading') : words('service.noneOpen')}
      />
    </Modal>
  )
}
