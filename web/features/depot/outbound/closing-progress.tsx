import { Button, Progress } from 'antd'
import { outBatches, type OutboundDetail } from '#contracts/depot/outbound.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** How often a batch is looked at: while it is being closed, often enough to see it move. */
const LOOK_MS = 15_000
const CLOSING_MS = 3_000
export const lookAgain = (batch: OutboundDetail | undefined): number =>
  batch?.status === OUT_BATCH.closing ? CLOSING_MS : LOOK_MS

/** A batch that is being closed: how much of it has left; asked for again, it goes on at once. */
export function ClosingProgress({ batch }: { batch: OutboundDetail }) {
  const t = useT('scans')
  const close = useAction(outBatches.close, { success: false })
  if (batch.status !== OUT_BATCH.closing) return null
  const { id, gone, pieces } = batch
  return (
    <div className="wh-closing">
      <p role="status">{t('ship.going', { gone, pieces })}</p>
      <Progress
        percent={pieces > 0 ? Math.floor((gone * 100) / pieces) : 0}
        status="active"
        aria-label={t('ship.going', { gone, pieces })}
      />
      {batch.actions.close === null && (
        <Button loading={close.busy} onClick={() => void close.run({ id })}>
          {t('ship.goOn')}
        </Button>
      )}
    </div>
  )
}
