import { Alert, Button, Input, Progress, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RowOf } from '#contracts/kit/entity.ts'
import { disputes } from '#contracts/billing/disputes.ts'
import { billRuns, type billRunList } from '#contracts/billing/bill-runs.ts'
import { fits, isBusy, type BillCode } from '#contracts/billing/bills.states.ts'
import { useApi, useInvalidate } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDict } from '../../../kit/http/dict.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { NewDispute } from './dispute-link.tsx'
import { CodeTable, useResults } from './code-table.tsx'
import '../../../kit/resource/desk/desk.css'

const EVERY_MS = 2_000
type Run = RowOf<typeof billRunList>

/** A bill below its fields: how far the work is, what the comparison found, and what is done with it. */
export function RunAside({ id }: { id: string }) {
  const found = useApi(
    billRuns.queryById,
    { id },
    { keepPrevious: true, refetchInterval: EVERY_MS },
  )
  const run = found.data as Run | undefined
  const refresh = useInvalidate()
  const state = run?.state
  const before = useRef(state)
  useEffect(() => {
    // The list below shows what the work has come to.
    if (before.current !== undefined && before.current !== state) void refresh(billRuns.post)
    before.current = state
  }, [state, refresh])
  if (found.error && !run)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!run) return <Skeleton active />
  return (
    <div className="py-desk-part">
      <Work run={run} />
      {run.state === 'matched' && <Compared run={run} />}
    </div>
  )
}

function Work({ run }: { run: Run }) {
  const t = useT('bills')
  const may = useRightsCheck()
  const resume = useAction(billRuns.resume)
  const start = useAction(billRuns.start)
  const discard = useAction(billRuns.discard)
  const { id, state } = run
  if (state === 'draft')
    return (
      <span className="py-actions">
        {may(billRuns.start) && (
          <>
            <Button type="primary" loading={start.busy} onClick={() => void start.run({ id })}>
              {t('new.start')}
            </Button>
            <Button danger loading={discard.busy} onClick={() => void discard.run({ id })}>
              {t('discard')}
            </Button>
          </>
        )}
      </span>
    )
  if (state === 'failed')
    return (
      <Alert
        type="error"
        showIcon
        title={t('failed', { reason: run.failure ?? '' })}
        action={
          may(billRuns.resume) && (
            <Button loading={resume.busy} onClick={() => void resume.run({ id })}>
              {t('resume')}
            </Button>
          )
        }
      />
    )
  if (!isBusy(state ?? '')) return null
  return (
    <div role="status">
      {t(`busy.${state}`, { rows: run.rows ?? 0, lines: run.lines ?? 0 })}
      <Progress percent={100} status="active" showInfo={false} />
    </div>
  )
}

function Compared({ run }: { run: Run }) {
  const t = useT('bills')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly BillCode[]>([])
  const [upTo, setUpTo] = useState('')
  const of = { id: run.id, supplierId: run.supplierId ?? '' }
  const results = useResults(of)
  const result = results.found
  const [disputed, setDisputed] = useState<string | null>(null)
  const accept = useAction(billRuns.accept, {
    success: ({ lines }) => t('accept.done', { count: lines }),
  })
  const dispute = useAction(billRuns.dispute, {
    success: ({ lines }) => t('dispute.done', { count: lines }),
    onDone: ({ disputeId }) => setDisputed(disputeId),
  })
  const post = useAction(billRuns.post)
  const { id } = run
  const words = useDict('bill_code')
  const deviating = chosen.filter((code) => !fits(code))
  const picked = result?.codes.filter(({ code }) => deviating.includes(code)) ?? []
  const count = {
    accept: picked.reduce((sum, { open }) => sum + open, 0),
    dispute: picked.reduce((sum, { disputable }) => sum + disputable, 0),
  }
  const why = (what: 'accept' | 'dispute') =>
    deviating.length === 0
      ? t('none.chosen')
      : result && count[what] === 0
        ? t(`${what}.none`)
        : undefined
  const postable = result?.postable ?? { lines: 0, sums: [] }
  const decide = async (what: 'accept' | 'dispute') => {
    const note = await confirm({
      title: t(`${what}.title`, {
        count: count[what],
        codes: deviating
          .map((code) => words.find(({ value }) => value === code)?.text)
          .join(t('list.comma')),
      }),
      content:
        what === 'accept' && upTo.trim() !== ''
          ? `${t('accept.effect')} ${t('accept.upTo', { amount: upTo.trim() })}`
          : t(`${what}.effect`),
      ok: t(what),
      reason: true,
    })
    if (note === null) return
    if (what === 'accept')
      await accept.run({ id, codes: deviating, note, upTo: upTo.trim() || null })
    else await dispute.run({ id, codes: deviating, note })
  }
  const postAll = async () => {
    const agreed = await confirm({
      title: t('post.title', { no: run.invoiceNo ?? '' }),
      content: `${t('post.lines', {
        count: postable.lines,
        sums: postable.sums
          .map(({ currency, amount }) => `${formatNumber(amount)} ${currency}`)
          .join(' + '),
      })} ${t('post.effect')}`,
      ok: t('post'),
    })
    if (agreed !== null) await post.run({ id })
  }
  return (
    <>
      <CodeTable run={of} results={results} chosen={chosen} onChoose={setChosen} />
      {may(billRuns.accept) && (
        <div className="bills-tools">
          <label htmlFor="bill-up-to">
            {t('upTo')}
            <Input
              id="bill-up-to"
              value={upTo}
              inputMode="decimal"
              maxLength={16}
              onChange={(event) => setUpTo(event.target.value)}
            />
          </label>
          <Button
            disabled={count.accept === 0}
            title={why('accept')}
            loading={accept.busy}
            onClick={() => void decide('accept')}
          >
            {t('accept')}
          </Button>
          <Button
            disabled={count.dispute === 0}
            title={why('dispute')}
            loading={dispute.busy}
            onClick={() => void decide('dispute')}
          >
            {t('dispute')}
          </Button>
          {deviating.length > 0 && (
            <span className="py-hint" role="status">
              {why('dispute') ?? t('results.chosen', { count: count.dispute })}
            </span>
          )}
        </div>
      )}
      {disputed !== null && may(disputes.queryById) && <NewDispute id={disputed} />}
      <div className="bills-tools">
        <Button onClick={() => void navigate(`/bill/lines?runId=${id}`)}>{t('toLines')}</Button>
        {may(billRuns.post) && (
          <Button
            type="primary"
            disabled={postable.lines === 0}
            title={result && postable.lines === 0 ? t('post.none') : undefined}
            loading={post.busy}
            onClick={() => void postAll()}
          >
            {t('post')}
          </Button>
        )}
      </div>
    </>
  )
}
