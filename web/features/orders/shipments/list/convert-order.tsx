import { Button, Modal } from 'antd'
import { KINDS, kindOf, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { missingPaths } from '#contracts/orders/kinds/missing-paths.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useApi } from '../../../../kit/http/query.ts'
import { useDict } from '../../../../kit/http/dict.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { labelOf } from '../form/field-labels.ts'
import { useOwnKinds } from '../form/use-own-kinds.ts'

/** Which kind an order becomes, each with what it still misses for it; the form fills that in. */
export default function ConvertOrder({
  id,
  onChoose,
  onClose,
}: {
  id: string
  onChoose: (kind: KindCode) => void
  onClose: () => void
}) {
  const t = useT('shipments')
  const own = useOwnKinds('add')
  const names = useDict('shipment_resource')
  const found = useApi(shipments.queryById, { id }, { staleTime: 0 })
  const order = found.data
  const kinds = KINDS.filter(
    ({ code }) =>
      order !== undefined &&
      code !== kindOf(order.shipmentResource).code &&
      own.some((one) => one.code === code),
  )
  return (
    <Modal
      open
      title={t('convert.title', { number: order?.serialNumber ?? '' })}
      footer={<Button onClick={onClose}>{t('action.back')}</Button>}
      onCancel={onClose}
    >
      {found.isError && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <p role="status">{t('state.loading')}</p>}
      {order && kinds.length === 0 && <p>{t('convert.none')}</p>}
      <ul className="order-kinds">
        {kinds.map((kind) => {
          const missing = missingPaths(order, kind.required)
          return (
            <li key={kind.code}>
              <Button onClick={() => onChoose(kind.code)}>
                {names.find(({ value }) => value === kind.code)?.text ?? kind.code}
              </Button>
              <span>
                {missing.length === 0
                  ? t('convert.complete')
                  : t('convert.missing', {
                      fields: missing.map((path) => labelOf(path, t) ?? path).join(t('list.comma')),
                    })}
              </span>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
