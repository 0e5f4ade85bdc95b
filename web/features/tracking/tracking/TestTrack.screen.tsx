import { PlayCircleOutlined, SaveOutlined, SendOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import {
  CASE_MAX,
  DIALECTS,
  SCENARIOS,
  testTrack,
  type Dialect,
} from '#contracts/tracking/test-track.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { send } from '../../../kit/http/api.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { TrialCases } from './trial/trial-cases.tsx'
import { TrialResult } from './trial/trial-result.tsx'
import './tracking.css'

const KeepDialog = lazy(() => import('./trial/keep-dialog.tsx'))
type Case = Out<typeof testTrack.cases>[number]

/** What a carrier sent, read on trial: events, their meaning, and by what they have it. */
export default function TestTrack() {
  const t = useT('test-track')
  const may = useRightsCheck()
  const notify = useNotify()
  const confirm = useConfirm()
  const [courier, setCourier] = useState<Dialect>('dhl')
  const [payload, setPayload] = useState('')
  const [trackNo, setTrackNo] = useState('')
  const [compared, setCompared] = useState<Case | null>(null)
  const [keeping, setKeeping] = useState(false)
  const [result, setResult] = useState<Out<typeof testTrack.run> | null>(null)
  const run = useAction(testTrack.run, {
    success: false,
    ownRefusals: true,
    onDone: setResult,
  })
  const push = useAction(testTrack.push, { success: false })

  const change = (text: string) => {
    setPayload(text)
    setResult(null)
  }
  const read = (of: Dialect, text: string, against: Case | null) => {
    setResult(null)
    return run.run({ courier: of, payload: text, caseId: against?.id ?? null })
  }
  const take = (one: Case) => {
    setCourier(one.courier as Dialect)
    setPayload(one.payload)
    setCompared(one)
    void read(one.courier as Dialect, one.payload, one)
  }
  const loadScenario = async (scenario: (typeof SCENARIOS)[number]) => {
    try {
      const { result: made } = await send(testTrack.scenario, {
        courier,
        scenario,
        trackNo: trackNo.trim() || null,
      })
      setCompared(null)
      change(made.payload)
    } catch (error) {
      notify.failed(error)
    }
  }
  const fire = async () => {
    const sure = await confirm({
      title: t('push.title'),
      content: t('push.text'),
      ok: t('push'),
    })
    if (sure === null) return
    const done = await push.run({ courier, payload })
    if (done.ok)
      notify.success(
        t('push.done', { events: done.result.events, numbers: done.result.numbers.join(', ') }),
      )
  }
  const isEmpty = payload.trim() === ''
  const wrong = run.error?.issues[0]?.message ?? run.error?.message
  return (
    <div className="trk-trial">
      <PageHeader title={t('title')} note={t('intro')} />
      <div className="trk-pair">
        <ChoiceInput
          aria-label={t('courier')}
          clearable={false}
          value={courier}
          options={DIALECTS.map((value) => ({ value, label: t(`courier.${value}`) }))}
          onChange={(value) => {
            setCourier(value as Dialect)
            setResult(null)
          }}
        />
        <Tooltip title={t('trackNo.help')}>
          <Input
            aria-label={t('trackNo')}
            placeholder={t('trackNo.enter')}
            maxLength={64}
            value={trackNo}
            onChange={(event) => setTrackNo(event.target.value)}
          />
        </Tooltip>
        <ChoiceInput
          aria-label={t('scenario')}
          placeholder={t('scenario.choose')}
          value={null}
          options={SCENARIOS.map((value) => ({ value, label: t(`scenario.${value}`) }))}
          onChange={(value) =>
            typeof value === 'string' && void loadScenario(value as (typeof SCENARIOS)[number])
          }
        />
      </div>
      <Input.TextArea
        aria-label={t('payload')}
        className="trk-payload"
        placeholder={t('payload.placeholder')}
        rows={10}
        spellCheck={false}
        value={payload}
        onChange={(event) => change(event.target.value)}
      />
      <div className="trk-foot">
        <Button
          type="primary"
          icon={<PlayCircleOutlined />}
          loading={run.busy}
          disabled={isEmpty}
          onClick={() => void read(courier, payload, compared)}
        >
          {t('run')}
        </Button>
        <Button
          icon={<SaveOutlined />}
          disabled={isEmpty || payload.length > CASE_MAX}
          onClick={() => setKeeping(true)}
        >
          {t('keep')}
        </Button>
        {may(testTrack.push) && (
          <Button
            icon={<SendOutlined />}
            loading={push.busy}
            disabled={isEmpty}
            onClick={() => void fire()}
          >
            {t('push')}
          </Button>
        )}
      </div>
      {wrong && <Alert type="warning" showIcon className="trk-question" title={wrong} />}
      {result && <TrialResult result={result} compared={compared?.name ?? null} />}
      <TrialCases onTake={take} />
      <Suspense>
        {keeping && (
          <KeepDialog courier={courier} payload={payload} onClose={() => setKeeping(false)} />
        )}
      </Suspense>
    </div>
  )
}
