import { ApiOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { channelHealth } from '#contracts/orders/channel-health.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { AdapterName } from './adapter-select.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'
import { openPdf } from '../../../kit/platform/open-tab.ts'

type Health = Out<typeof channelHealth.health>
const KINDS = ['made', 'refused', 'unknown', 'waiting'] as const

/** How the source of a channel answers, and a test of it. */
export function HealthPart({ channelId }: { channelId: string }) {
  const t = useT('channels')
  const found = useApi(channelHealth.health, { id: channelId }, { staleTime: 0 })
  const mayTest = useCan(channelHealth.test)
  const test = useAction(channelHealth.test, {
    success: false,
    onDone: () => void found.refetch(),
  })
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  const { day, week, lastError, tests } = found.data
  const openTest = async () => {
    const done = await test.run({ id: channelId })
    if (!done.ok || done.result.label === null) return
    const bytes = Uint8Array.from(atob(done.result.label), (letter) => letter.charCodeAt(0))
    await openPdf(new Blob([bytes]), 'label.pdf')
  }
  return (
    <div className="py-desk-part">
      {mayTest && (
        <div className="py-desk-bar">
          <Button icon={<ApiOutlined />} loading={test.busy} onClick={() => void openTest()}>
            {t('test')}
          </Button>
          <span className="py-hint">{t('test.hint')}</span>
        </div>
      )}
      <Counts title={t('health.day')} counts={day} />
      <Counts title={t('health.week')} counts={week} />
      <h2>{t('health.last')}</h2>
      {lastError ? (
        <p>
          <Moment at={lastError.at} /> · {lastError.order} ·{' '}
          {lastError.reason ?? t('health.noReason')}
        </p>
      ) : (
        <p>{t('health.noError')}</p>
      )}
      <h2>{t('test.log')}</h2>
      {tests.length === 0 ? (
        <Empty kind="nothing" title={t('test.none')} />
      ) : (
        <ul className="py-desk-list">
          {tests.map((one) => (
            <li key={one.id}>
              <StatusTag tone={one.ok ? 'done' : 'bad'}>
                {t(one.ok ? 'test.ok' : 'test.bad')}
              </StatusTag>
              <AdapterName code={one.source} />
              <span>{one.answer}</span>
              <small>{t('test.took', { ms: one.ms })}</small>
              <small>
                {nameOfAccount(one.testedBy)} <Moment at={one.at} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Counts({ title, counts }: { title: string; counts: Health['day'] }) {
  const t = useT('channels')
  return (
    <>
      <h2>{title}</h2>
      <dl className="py-desk-figures">
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt>{t(`health.${kind}`)}</dt>
            <dd>{counts[kind]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
