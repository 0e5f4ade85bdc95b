import { Button, Drawer } from 'antd'
import { dataLogs, type LogRow } from '#contracts/platform/operations/logs.ts'
import { CopyText, Moment } from '../../../kit/platform/cells.tsx'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { RowSteps, stepKeys } from '../../../kit/table/row-steps.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { Changes } from './changes.tsx'
import './logs.css'

/** One line of the log, what it was asked, and what it changed. */
export default function LogDrawer({
  row,
  onClose,
  onPrevious,
  onNext,
  onBlock = null,
}: {
  row: LogRow
  onClose: () => void
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  /** Null where the reader may block no address. */
  onBlock?: ((address: string) => void) | null
}) {
  const t = useT('logs')
  const may = useRightsCheck()
  const changed = useApi(
    dataLogs.list,
    { requestId: row.requestId ?? '', pageSize: '50' },
    {
      enabled: Boolean(row.requestId) && may(dataLogs.list) && row.logType !== '1',
      quiet: true,
    },
  )
  useKeys(
    {
      ...stepKeys({ onPrevious, onNext, onClose }),
    },
    { modal: true },
  )
  const records = changed.data?.records ?? []
  return (
    <Drawer
      open
      size={640}
      onClose={onClose}
      keyboard={false}
      rootClassName="py-drawer"
      mask={{ enabled: false }}
      title={t('detail.title')}
      extra={
        <span className="py-actions">
          <RowSteps onPrevious={onPrevious} onNext={onNext} />
        </span>
      }
    >
      <DetailList
        columns={2}
        items={[
          { key: 'createTime', label: t('createTime'), value: <Moment at={row.createTime} /> },
          {
            key: 'logType',
            label: t('logType'),
            value: [row.logType_dictText, row.operateType_dictText].filter(Boolean).join(' · '),
          },
          {
            key: 'username',
            label: t('username'),
            value: [row.realname, row.username].filter(Boolean).join(' · '),
          },
          ...(row.actor
            ? [
                {
                  key: 'actor',
                  label: t('actor'),
                  value: [row.actorName, row.actor].filter(Boolean).join(' · '),
                },
              ]
            : []),
          {
            key: 'ip',
            label: t('ip'),
            value: row.ip && (
              <>
                {row.ip}{' '}
                {onBlock && (
                  <Button size="small" onClick={() => row.ip && onBlock(row.ip)}>
                    {t('block.this')}
                  </Button>
                )}
              </>
            ),
          },
          {
            key: 'outcome',
            label: t('outcome'),
            value: [
              row.outcomeText,
              row.outcome && row.outcome !== 'ok' && row.outcome !== row.outcomeText
                ? `(${row.outcome})`
                : '',
            ]
              .filter(Boolean)
              .join(' '),
            wide: true,
          },
          {
            key: 'requestUrl',
            label: t('requestUrl'),
            value: `${row.requestType ?? ''} ${row.requestUrl ?? ''}`,
            wide: true,
          },
          { key: 'costTime', label: t('costTime'), value: row.costTime },
          {
            key: 'requestId',
            label: t('requestId'),
            value: row.requestId && <CopyText text={row.requestId} />,
            wide: true,
          },
        ]}
      />
      {row.requestParam && (
        <section className="log-section">
          <h2>{t('requestParam')}</h2>
          <pre className="log-json">{pretty(row.requestParam)}</pre>
        </section>
      )}
      {records.length > 0 && (
        <section className="log-section">
          <h2>{t('changes')}</h2>
          {records.map((line) => (
            <p key={line.id}>
              <strong>
                {line.dataTable_dictText} {line.dataId}
              </strong>{' '}
              · {line.action_dictText}
              <br />
              <Changes content={line.dataContent} labels={line.labels} most={20} />
            </p>
          ))}
        </section>
      )}
    </Drawer>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
