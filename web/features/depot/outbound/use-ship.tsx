import { Alert } from 'antd'
import { outBatches, type OutboundDetail } from '#contracts/depot/outbound.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { withFeedback } from '../../../kit/http/feedback.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Reconciliation } from './batch-bags.tsx'

/** Whose parcels stay in the depot or stayed there, and what is missing. */
export function Debtors({
  debtors,
  before = false,
}: {
  debtors: NonNullable<OutboundDetail['debtors']>
  /** They would stay; else they have stayed. */
  before?: boolean
}) {
  const t = useT('scans')
  return (
    <div className="wh-debtors">
      <strong>{t('debtors.title', { count: debtors.length })}</strong>
      <p>{t(before ? 'debtors.before' : 'debtors.note')}</p>
      <ul>
        {debtors.map(({ parcelId, trackNo, serialNumber, customerName, message }) => (
          <li key={parcelId}>
            <b>{trackNo ?? serialNumber}</b> · {customerName}
            <br />
            {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Ships a batch after asking, with what goes and how heavy it is in the question. `shown`: the screen
 * itself shows what has left.
 */
export function useShip(shown = false): {
  ship: (
    batch: Pick<
      OutboundDetail,
      'id' | 'no' | 'pieces' | 'weightKg' | 'unweighed' | 'bags' | 'loose'
    >,
  ) => Promise<boolean>
  busy: boolean
} {
  const t = useT('scans')
  const confirm = useConfirm()
  const notify = useNotify()
  const preview = useAction(outBatches.debtors, { success: false })
  const close = useAction(outBatches.close, {
    success: false,
  })
  return {
    busy: close.busy || preview.busy,
    ship: async (batch) => {
      const title = t('ship.ok', { count: batch.pieces })
      const owing = await preview.run({ id: batch.id })
      if (!owing.ok) return false
      if (
        (await confirm({
          title,
          content: (
            <>
              <p>{t('ship.note', { no: batch.no, weight: batch.weightKg })}</p>
              {batch.unweighed.count > 0 && (
                <Alert
                  type="warning"
                  showIcon
                  title={t('ship.neverWeighed', {
                    count: batch.unweighed.count,
                    weight: batch.unweighed.weightKg,
                  })}
                />
              )}
              <Reconciliation batch={batch} />
              {owing.result.length > 0 && <Debtors debtors={owing.result} before />}
            </>
          ),
        })) === null
      )
        return false
      const done = await close.run({ id: batch.id })
      if (!done.ok) return false
      const { debtors, closedAt, no, pieces, weightKg } = done.result
      if (closedAt !== null && !shown)
        notify.success(t('ship.done', { no, count: pieces, weight: weightKg }))
      if (debtors)
        withFeedback(({ modal }) => {
          modal.warning({ title: batch.no, width: 560, content: <Debtors debtors={debtors} /> })
        })
      return closedAt !== null
    },
  }
}
