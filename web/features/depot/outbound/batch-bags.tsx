import { UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { outBatches, type OutboundDetail } from '#contracts/depot/outbound.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** The bags on a batch with what they were weighed at; taken off while the batch is open. */
export function BatchBags({ batch }: { batch: OutboundDetail }) {
  const t = useT('scans')
  const remove = useAction(outBatches.removeBag, { success: false })
  if (batch.bags.length === 0) return null
  return (
    <section className="py-scans wh-scans" aria-label={t('out.bags')}>
      <h2>
        {t('out.bags')} · {t('out.loose')} {batch.loose}
      </h2>
      <ol>
        {batch.bags.map((bag) => (
          <li key={bag.id}>
            <b className="py-num">{bag.no}</b>
            <span className="py-num">
              {bag.pieces} · {bag.weighedKg ?? bag.weightKg} kg
              {bag.sealNo && ` · ${bag.sealNo}`}
            </span>
            {bag.differenceKg !== null && Number(bag.differenceKg) !== 0 ? (
              <StatusTag tone="warning">{bag.differenceKg} kg</StatusTag>
            ) : (
              <span />
            )}
            {batch.actions.remove === null ? (
              <Button
                size="small"
                icon={<UndoOutlined />}
                disabled={remove.busy}
                onClick={() => void remove.run({ batchId: batch.id, packageId: bag.id })}
              >
                {t('out.removeBag')}
              </Button>
            ) : (
              <span />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What of a batch was weighed otherwise than its parcels, in the question before it is shipped. */
export function Reconciliation({ batch }: { batch: Pick<OutboundDetail, 'bags' | 'loose'> }) {
  const t = useT('scans')
  const { bags, loose } = batch
  if (bags.length === 0) return null
  const off = bags.filter((bag) => bag.differenceKg !== null && Number(bag.differenceKg) !== 0)
  const unweighed = bags.filter((bag) => bag.weighedKg === null)
  return (
    <>
      <p>{t('ship.bags', { bags: bags.length, loose })}</p>
      {off.map(({ no, differenceKg }) => (
        <p key={no}>
          <StatusTag tone="warning">
            {t('out.bag.off', { no, difference: differenceKg ?? '' })}
          </StatusTag>
        </p>
      ))}
      {unweighed.length > 0 && (
        <p>{t('ship.unweighed', { nos: unweighed.map(({ no }) => no).join(', ') })}</p>
      )}
      {off.length === 0 && unweighed.length === 0 && <p>{t('ship.agree')}</p>}
    </>
  )
}
