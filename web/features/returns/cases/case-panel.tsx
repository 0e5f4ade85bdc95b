import { Button, Rate } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { cases, type CaseDetail } from '#contracts/returns/cases/cases.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { CopyText, Moment } from '../../../kit/platform/cells.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { AnswerBox } from './answer-box.tsx'
import { CaseStatus } from './case-status.tsx'
import { CaseThread } from './case-thread.tsx'
import { NumberLinks } from './number-links.tsx'
import type { CaseVerb } from './bulk-dialog.tsx'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))
const DueDialog = lazy(() => import('./due-dialog.tsx'))

/** A case: what it is about, all that was written, and the boxes to write in. */
export function CasePanel({ id }: { id: string }) {
  const t = useT('cases')
  const found = useApi(cases.queryById, { id })
  const one = found.data
  if (!one)
    return found.error ? <ErrorNote error={found.error} retry={() => void found.refetch()} /> : null
  return (
    <>
      {one.may.includes('handle') && <Verbs one={one} />}
      <Facts one={one} />
      <section className="py-details">
        <h3>{t('thread')}</h3>
        <CaseThread caseId={id} />
      </section>
      {one.may.includes('rate') && <Rating one={one} />}
      {one.mergedIntoId === null && one.may.some((step) => step !== 'rate') && (
        <AnswerBox key={id} one={one} />
      )}
    </>
  )
}

function Verbs({ one }: { one: CaseDetail }) {
  const t = useT('cases')
  const confirm = useConfirm()
  const [dialog, setDialog] = useState<CaseVerb | 'due' | null>(null)
  const watch = useAction(cases.watch)
  const merge = useAction(cases.merge)
  const close = () => setDialog(null)
  const mergeNow = async () => {
    const intoNo = await confirm({
      title: t('merge.title', { no: one.no }),
      ok: t('merge'),
      reason: true,
      reasonLabel: t('merge.into'),
    })
    if (intoNo) await merge.run({ id: one.id, version: one.version, intoNo })
  }
  return (
    <p className="ret-buttons">
      <Button onClick={() => setDialog('assign')}>{t('assign')}</Button>
      <Button onClick={() => setDialog('setStatus')}>{t('setStatus')}</Button>
      <Button
        loading={watch.busy}
        onClick={() => void watch.run({ id: one.id, on: !one.watching })}
      >
        {t(one.watching ? 'unwatch' : 'watch')}
      </Button>
      {one.dueAt !== null && <Button onClick={() => setDialog('due')}>{t('setDue')}</Button>}
      <Button loading={merge.busy} onClick={() => void mergeNow()}>
        {t('merge')}
      </Button>
      <Suspense>
        {(dialog === 'assign' || dialog === 'setStatus') && (
          <BulkDialog verb={dialog} ids={[one.id]} onClose={close} onDone={close} />
        )}
        {dialog === 'due' && <DueDialog one={one} onClose={close} />}
      </Suspense>
    </p>
  )
}

function Facts({ one }: { one: CaseDetail }) {
  const t = useT('cases')
  const item = (key: string, value: React.ReactNode, wide = false) => ({
    key,
    label: t(key),
    value,
    ...(wide ? { wide } : {}),
  })
  return (
    <>
      {one.mergedIntoNo && <p className="py-hint">{t('merged', { no: one.mergedIntoNo })}</p>}
      {one.previousNo && <p className="py-hint">{t('previous', { no: one.previousNo })}</p>}
      <DetailList
        columns={2}
        items={[
          item('no', <CopyText text={one.no} />),
          item('status', <CaseStatus status={one.status} />),
          item('subject', one.subject, true),
          item('type', <DictTag code="case_type" value={one.type} text={one.type_dictText} />),
          item('source', one.source_dictText),
          item('sourceNo', one.sourceNo && <NumberLinks one={one} />),
          item('customerId', one.customerName),
          item('depotId', one.depotName),
          item('assigneeId', one.assigneeName),
          item('contact', one.contact),
          item('dueAt', one.dueAt && <Moment at={one.dueAt} />),
          item(
            'clock',
            one.clock.length > 0 &&
              one.clock
                .map(({ day, minutes }) =>
                  t(minutes % 60 === 0 ? 'clock.hours' : 'clock.day', {
                    day,
                    hours: Math.trunc(minutes / 60),
                    minutes: minutes % 60,
                  }),
                )
                .join('; '),
          ),
          item('watchers', one.watchers.join(', ')),
          item('references', one.references.join(', ')),
          item('createTime', <Moment at={one.createTime} />),
        ].filter(({ value }) => value !== null && value !== '' && value !== false)}
      />
    </>
  )
}

function Rating({ one }: { one: CaseDetail }) {
  const t = useT('cases')
  const rate = useAction(cases.rate)
  return (
    <section className="py-details">
      <h3>{t('rate.title')}</h3>
      <Rate
        aria-label={t('rate.title')}
        value={one.rating ?? 0}
        disabled={rate.busy}
        onChange={(rating) => {
          if (rating > 0) void rate.run({ id: one.id, version: one.version, rating })
        }}
      />
    </section>
  )
}
