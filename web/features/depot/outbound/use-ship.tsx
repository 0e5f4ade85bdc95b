import { outBatches, type OutboundDetail } from '#contracts/depot/outbound.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { withFeedback } from '../../../kit/http/feedback.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Reconciliation } from './batch-bags.tsx'

/** Whose parcels stayed in the depot, and what is missing. */
function Debtors({ debtors }: { debtors: NonNullable<OutboundDetail['debtors']> }) {
  const t = useT('scans')
  return (
    <>
      <p>{t('debtors.note')}</p>
      <ul>
        {debtors.map(({ parcelId, trackNo, serialNumber, customerName, message }) => (
          <li key={parcelId}>
            <b>{trackNo ?? serialNumber}</b> · {customerName}
            <br />
            {message}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Ships a batch after asking, with what goes and how heavy it is in the question. */
export function useShip(): {
  ship: (
    batch: Pick<OutboundDetail, 'id' | 'no' | 'pieces' | 'weightKg' | 'bags' | 'loose'>,
  ) => Promise<boolean>
  busy: boolean
} {
  const t = useT('scans')
  const confirm = useConfirm()
  const close = useAction(outBatches.close, {
    success: false,
  })
  return {
    busy: close.busy,
    ship: async (batch) => {
      const title = t('ship.ok', { count: batch.pieces })
      if (
        (await confirm({
          title,
          content: (
            <>
              <p>{t('ship.note', { no: batch.no, weight: batch.weightKg })}</p>
              <Reconciliation batch={batch} />
            </>
          ),
        })) === null
      )
        return false
      const done = await close.run({ id: batch.id })
      if (!done.ok) return false
      const { debtors = [], closedAt } = done.result
      if (debtors.length === 0) return true
      withFeedback(({ modal }) => {
        modal.warning({
          title: t('debtors.title', { count: debtors.length }),
          width: 560,
          content: <Debtors debtors={debtors} />,
        })
      })
      return closedAt !== null
    },
  }
}
