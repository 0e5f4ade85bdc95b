import { Button, Progress } from 'antd'
import { useEffect } from 'react'
import { outBatches, type OutboundDetail } from '#contracts/depot/outbound.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import { useApi, useInvalidate } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useStableCallback } from '../../../kit/platform/use-stable-callback.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** How often a batch is looked at; while it is being closed only how far it is, more often. */
export const LOOK_MS = 15_000
const CLOSING_MS = 3_000

/** A batch that is being closed: how much of it has left; asked for again, it goes on at once. */
export function ClosingProgress({ batch }: { batch: OutboundDetail }) {
  return batch.status === OUT_BATCH.closing ? <Going batch={batch} /> : null
}

function Going({ batch }: { batch: OutboundDetail }) {
  const t = useT('scans')
  const { id } = batch
  const invalidate = useInvalidate()
  const close = useAction(outBatches.close, { success: false })
  const found = useApi(outBatches.progress, { id }, { refetchInterval: CLOSING_MS, quiet: true })
  const { status, gone, pieces } = found.data ?? batch
  const readAgain = useStableCallback(() => void invalidate(outBatches.close))
  useEffect(() => {
    if (status !== OUT_BATCH.closing) readAgain()
  }, [status, readAgain])
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
