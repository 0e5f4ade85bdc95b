import { outBatches, type OutboundDetail } from '#contracts/depot/outbound.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'

/** Ships a batch after asking, with what goes and how heavy it is in the question. */
export function useShip(): {
  ship: (batch: Pick<OutboundDetail, 'id' | 'no' | 'pieces' | 'weightKg'>) => Promise<boolean>
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
          content: t('ship.note', { no: batch.no, weight: batch.weightKg }),
        })) === null
      )
        return false
      return (await close.run({ id: batch.id })).ok
    },
  }
}
