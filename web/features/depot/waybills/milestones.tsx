import { EditOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { waybillBatches, type WaybillDetail } from '#contracts/depot/waybills.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT, type T } from '../../../kit/text/i18n.ts'

const MilestoneDialog = lazy(() => import('./milestone-dialog.tsx'))
type Milestone = WaybillDetail['milestones'][number]
const TONES = {
  copying: 'waiting',
  done: 'done',
  takingBack: 'waiting',
  takenBack: 'idle',
} as const

/** What happened, or will, in the order of its time; each with how many parcels have it. */
export function Milestones({ waybill }: { waybill: WaybillDetail }) {
  const t = useT('waybills')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const [open, setOpen] = useState<Milestone | 'new' | null>(null)
  const takeBack = useAction(waybillBatches.takeBackMilestone)
  const mayChange = may(waybillBatches.addMilestone)
  const ask = async ({ id, version, words, parcels }: Milestone) => {
    const reason = await confirm({
      title: t('milestone.takeBack.title', { words }),
      content: t('milestone.takeBack.effect', { count: parcels }),
      ok: t('milestone.takeBack'),
      reason: true,
      danger: true,
    })
    if (reason !== null) await takeBack.run({ milestoneId: id, version, reason })
  }
  return (
    <>
      <h2>{t('milestones')}</h2>
      {waybill.milestones.length === 0 && <p className="py-hint">{t('milestones.none')}</p>}
      <ol className="py-desk-list">
        {waybill.milestones.map((one) => (
          <li key={one.id}>
            <strong>{one.kind_dictText}</strong>
            <span>
              {one.local} {one.timeZone} {one.place}
            </span>
            <StatusTag tone={one.nature === 'actual' ? TONES[one.state] : 'idle'}>
              {stateText(one, t)}
            </StatusTag>
            {one.refused > 0 && <small>{t('state.refused', { count: one.refused })}</small>}
            {one.reason && <small>{one.reason}</small>}
            {mayChange && one.state === 'done' && (
              <span className="py-actions">
                <Button size="small" icon={<EditOutlined />} onClick={() => setOpen(one)}>
                  {t('milestone.correct')}
                </Button>
                <Button size="small" icon={<UndoOutlined />} onClick={() => void ask(one)}>
                  {t('milestone.takeBack')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
      {mayChange && (
        <Button icon={<PlusOutlined />} onClick={() => setOpen('new')}>
          {t('milestone.add')}
        </Button>
      )}
      <Suspense>
        {open && (
          <MilestoneDialog
            waybill={waybill}
            former={open === 'new' ? null : open}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}

function stateText({ nature, state, replaced, parcels, of }: Milestone, t: T): string {
  if (replaced) return t('state.replaced')
  if (state === 'takenBack' || state === 'takingBack') return t(`state.${state}`)
  return nature === 'actual' ? t(`state.${state}`, { done: parcels, of }) : t(`nature.${nature}`)
}
