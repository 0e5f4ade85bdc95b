import { BY_STATUS, LISTED } from '#contracts/insight/dashboards.measures.ts'
import { returnsWith } from '#contracts/insight/returns.measures.ts'
import type { dashboards } from '#contracts/insight/dashboards.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { linkOf } from '#contracts/kit/measure.ts'
import { formatNumber } from '../../../../kit/text/formats.ts'
import { companyZone } from '../../../../kit/session/company-zone.ts'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { dayIn } from '../flow/spans.ts'
import { StageCard } from './stage-card.tsx'
import { returnsOf, stagesOf, totalOf } from './stages.ts'
import { WaitingCard } from './waiting-card.tsx'

/** Where the orders are: by how long they wait for their confirmation, and by status. */
export function OrderStages({
  board,
  waiting,
}: {
  board: Out<typeof dashboards.statusCount>
  waiting: Out<typeof dashboards.draftCount> | undefined
}) {
  const t = useT('dashboards')
  const mayList = useCan(LISTED.perm)
  const returned = returnsOf(board)
  const look = { today: dayIn(companyZone()) }
  return (
    <>
      <h2 className="dash-head">
        {t('board')}
        <small className="py-num">
          {t('board.total', { count: formatNumber(totalOf(board)) })}
        </small>
      </h2>
      <div className="dash-board">
        {waiting && <WaitingCard waiting={waiting} look={look} mayList={mayList} />}
        {stagesOf(board).map((stage) => (
          <StageCard
            key={stage.key}
            title={t(`stage.${stage.key}`)}
            stage={stage}
            pathOf={mayList ? (status) => linkOf(BY_STATUS, look, status) : null}
          />
        ))}
        {returned.total > 0 && (
          <StageCard
            title={t('stage.returns')}
            note={t('stage.returns.note')}
            stage={returned}
            dict="return_state"
            pathOf={(state) => linkOf(returnsWith(Number(state)), look, state)}
          />
        )}
      </div>
    </>
  )
}
