import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { returnTrackList, type Pool } from '#contracts/returns/return-tracks.ts'
import { returnPools } from '#contracts/returns/return-pools.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { TrackPanel } from './track-panel.tsx'
import { useTrackActions, type Chosen, type TrackVerb } from './use-track-actions.tsx'
import './returns.css'

const DistributeDialog = lazy(() => import('./distribute-dialog.tsx'))
const COLUMNS = [
  'no',
  'trackNo',
  'age',
  'score',
  'depotId',
  'place',
  'senderText',
  'goods',
  'carrier',
  'weight',
  'dueStep',
  'dueAt',
]
const DAY = 86_400_000
const daysSince = (at: string | null): number =>
  at ? Math.max(0, Math.floor((Date.now() - Date.parse(at)) / DAY)) : 0
/** From so many days without an owner a row is marked, and marked red. */
const [OLD, TOO_OLD] = [3, 8]

const BY_POOL = {
  unconfirmed: [
    ['accept', returnPools.distribute],
    ['release', returnPools.release],
    ['refuse', returnPools.refuse],
    ['lose', returnPools.lose],
    ['destroyUnowned', returnPools.destroyUnowned],
  ],
  common: [
    ['extend', returnPools.extend],
    ['withdraw', returnPools.withdraw],
    ['lose', returnPools.lose],
    ['destroyUnowned', returnPools.destroyUnowned],
  ],
} as const satisfies Partial<Record<Pool, readonly (readonly [TrackVerb, { perm: string }])[]>>

/** What has no owner: matched, distributed, released to all customers, refused. */
export default function UnconfirmedReturns({ title }: { title: string }) {
  const t = useT('return-tracks')
  const may = useRightsCheck()
  const [pool, setPool] = useState<keyof typeof BY_POOL>('unconfirmed')
  const [open, setOpen] = useState<{ rows: readonly Chosen[]; done: () => void } | null>(null)
  const actions = useTrackActions(() => open?.done())
  const verbs = BY_POOL[pool].filter(([, call]) => may(call))
  return (
    <>
      <ResourceScreen
        key={pool}
        of={returnTrackList}
        title={title}
        name={`returns-${pool}`}
        fixed={{ pool }}
        columns={COLUMNS}
        numbers={['no', 'trackNo']}
        cells={{
          age: (row) => {
            const days = daysSince(row.arrivedAt)
            return days >= OLD ? (
              <StatusTag tone={days >= TOO_OLD ? 'bad' : 'warning'}>
                {t('days', { count: days })}
              </StatusTag>
            ) : (
              t('days', { count: days })
            )
          },
        }}
        top={
          <Segments
            className="ret-tabs"
            aria-label={t('pool')}
            options={[
              { value: 'unconfirmed', label: t('unconfirmed.title') },
              { value: 'common', label: t('common.title') },
            ]}
            value={pool}
            onChange={setPool}
          />
        }
        detail={(row) => <TrackPanel id={row.id} />}
        detailSize={760}
        actions={(selection, list) => {
          const done = () => {
            list.refetch()
            selection.clear()
          }
          return (
            <>
              {may(returnPools.distribute) && (
                <Button type="primary" onClick={() => setOpen({ rows: selection.rows, done })}>
                  {t('distribute')}
                </Button>
              )}
              {verbs.map(([verb]) => (
                <Button
                  key={verb}
                  danger={verb === 'refuse' || verb === 'lose' || verb === 'destroyUnowned'}
                  loading={actions.busy}
                  onClick={() => void actions.run(verb, selection.rows).then(done)}
                >
                  {t(verb)}
                </Button>
              ))}
            </>
          )
        }}
      />
      <Suspense>
        {open && (
          <DistributeDialog
            rows={open.rows}
            onClose={() => setOpen(null)}
            onDone={(result) => {
              actions.finish(t('distribute'), result)
              setOpen(null)
            }}
          />
        )}
      </Suspense>
      {actions.sheet}
    </>
  )
}
