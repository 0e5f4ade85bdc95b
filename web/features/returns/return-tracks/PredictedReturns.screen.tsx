import { Button } from 'antd'
import { predictedReturnList, predictedReturns } from '#contracts/returns/predicted-returns.ts'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { DepotAddress } from '../../parties/depots/index.ts'
import { GoodsInput, UnlistedGoods } from './goods-input.tsx'
import { useTrackActions } from './use-track-actions.tsx'

const COLUMNS = [
  'no',
  'customerId',
  'trackNo',
  'rma',
  'orderNo',
  'goods',
  'wish',
  'state',
  'depotId',
  'labelledAt',
  'createTime',
]

const INPUTS = { goods: (props: FieldInputProps) => <GoodsInput {...props} /> }

/** What customers expect back: with lines and wish, a label for the sender, and a slip. */
export default function PredictedReturns({ title }: { title: string }) {
  const t = useT('predicted-returns')
  const may = useRightsCheck()
  const customer = useSession().user?.customerId
  const confirm = useConfirm()
  const cancel = useAction(predictedReturns.cancel, { success: false })
  const label = useDownload(predictedReturns.label)
  const slip = useDownload(predictedReturns.packingSlip)
  const actions = useTrackActions(() => undefined)
  return (
    <>
      <ResourceScreen
        of={predictedReturnList}
        title={title}
        columns={COLUMNS}
        numbers={['no', 'trackNo', 'orderNo', 'rma']}
        inputs={INPUTS}
        opensNew
        aside={(row) =>
          row.state === '0' && (
            <>
              <UnlistedGoods
                customerId={row.customerId ?? ''}
                orderNo={row.orderNo ?? ''}
                goods={row.goods ?? ''}
              />
              {customer && row.depotId && (
                <DepotAddress depotId={row.depotId} mark={row.no ?? ''} />
              )}
            </>
          )
        }
        rowActions={(row) => [
          {
            key: 'label',
            label: t('label'),
            blocked: row.state === '9' ? t('label') : null,
            onClick: () => void label.run({ id: row.id }, `${row.no ?? ''}.pdf`),
          },
          {
            key: 'slip',
            label: t('packingSlip'),
            onClick: () => void slip.run({ id: row.id }, `${row.no ?? ''}-slip.pdf`),
          },
        ]}
        actions={
          may(predictedReturns.cancel)
            ? (selection, list) => (
                <Button
                  loading={cancel.busy}
                  onClick={() =>
                    void (async () => {
                      const { rows } = selection
                      const agreed = await confirm({
                        title: t('cancel.title', { count: rows.length }),
                        ok: t('cancel'),
                        names: rows.map((row) => row.trackNo ?? row.no ?? ''),
                      })
                      if (agreed === null || rows.length === 0) return
                      const done = await cancel.run({ ids: rows.map(({ id }) => id) })
                      if (!done.ok) return
                      list.refetch()
                      selection.clear()
                      actions.finish(t('cancel'), done.result)
                    })()
                  }
                >
                  {t('cancel')}
                </Button>
              )
            : undefined
        }
      />
      {actions.sheet}
    </>
  )
}
