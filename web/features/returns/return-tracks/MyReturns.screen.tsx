import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { predictedReturnList } from '#contracts/returns/predicted-returns.ts'
import { RETURN, RETURN_STATES } from '#contracts/returns/return-tracks.states.ts'
import { returnTrackList } from '#contracts/returns/return-tracks.ts'
import { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import { returnPools } from '#contracts/returns/return-pools.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useDict } from '../../../kit/http/dict.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { TrackPanel } from './track-panel.tsx'
import { useTrackActions, type Chosen } from './use-track-actions.tsx'
import './returns.css'

const InstructDialog = lazy(() => import('./instruct-dialog.tsx'))
const FIXED = { pool: 'my' }
const COLUMNS = [
  'no',
  'trackNo',
  'state',
  'customerId',
  'depotId',
  'arrivedAt',
  'goods',
  'grade',
  'action',
  'dueStep',
  'dueAt',
  'weight',
]
const ALL = ''
/** What waits for the owner's decision comes first, what ended otherwise last. */
const rankOf = (value: string): number => {
  const state = Number(value)
  if (state === RETURN.AWAIT || state === RETURN.INSPECTED) return -state
  return state < 0 ? RETURN.CLOSED - state : state
}

/** A customer's returns, or those of all customers for staff: by state, decided one by one or many. */
export default function MyReturns({ title }: { title: string }) {
  const t = useT('return-tracks')
  const may = useRightsCheck()
  const navigate = useNavigate()
  // The tabs are the filter by one state: a link narrows the list and its tab is the active one.
  const [address, setAddress] = useAddress()
  const state = address.get('state') ?? ALL
  const setState = (next: string) =>
    setAddress((now) => {
      now.delete('pageNo')
      if (next === ALL) now.delete('state')
      else now.set('state', next)
      return now
    })
  const [deciding, setDeciding] = useState<{ rows: readonly Chosen[]; done: () => void } | null>(
    null,
  )
  const counts = useApi(returnTracks.counts, {}, { keepPrevious: true })
  const words = useDict('return_state')
  const word = (value: string) => words.find((one) => one.value === value)?.text ?? value
  const actions = useTrackActions(() => deciding?.done())
  const all = Object.values(counts.data ?? {}).reduce((sum, count) => sum + count, 0)
  const tabs = [
    { value: ALL, label: `${t('tab.all')} ${all}` },
    ...RETURN_STATES.map(String)
      .filter((value) => (counts.data?.[value] ?? 0) > 0 || value === state)
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .map((value) => ({ value, label: `${word(value)} ${counts.data?.[value] ?? 0}` })),
  ]
  return (
    <>
      <ResourceScreen
        of={returnTrackList}
        title={title}
        name="returns-mine"
        fixed={FIXED}
        columns={COLUMNS}
        numbers={['no', 'trackNo']}
        top={
          <Segments
            className="ret-tabs"
            options={tabs}
            value={state}
            onChange={setState}
            aria-label={t('tabs')}
          />
        }
        newButton={
          may(predictedReturnList.endpoints.add) && (
            <Button
              type="primary"
              icon={<PlusOutlined />}
              onClick={() => void navigate('/returns/predicted?_new=1')}
            >
              {t('announce')}
            </Button>
          )
        }
        detail={(row) => <TrackPanel id={row.id} />}
        detailSize={760}
        actions={
          may(returnTracks.instruct)
            ? (selection, list) => (
                <>
                  <Button
                    type="primary"
                    onClick={() =>
                      setDeciding({
                        rows: selection.rows,
                        done: () => {
                          list.refetch()
                          selection.clear()
                        },
                      })
                    }
                  >
                    {t('instruct')}
                  </Button>
                  {may(returnPools.undoDistribute) && (
                    <Button
                      loading={actions.busy}
                      onClick={() => void actions.run('undo', selection.rows)}
                    >
                      {t('undo')}
                    </Button>
                  )}
                </>
              )
            : undefined
        }
      />
      <Suspense>
        {deciding && (
          <InstructDialog
            rows={deciding.rows}
            onClose={() => setDeciding(null)}
            onDone={(result) => {
              actions.finish(t('instruct'), result)
              setDeciding(null)
            }}
          />
        )}
      </Suspense>
      {actions.sheet}
    </>
  )
}
