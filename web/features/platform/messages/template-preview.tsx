import { SendOutlined } from '@ant-design/icons'
import { Alert, Button, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import {
  messageTemplateList,
  messageTemplates,
} from '#contracts/platform/messaging/message-templates.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import MessageBody from './message-body.tsx'
import './messages.css'

const SendTest = lazy(() => import('./send-test.tsx'))
const RecordHistory = lazy(() => import('../../../kit/resource/record-history.tsx'))
type Row = RowOf<typeof messageTemplateList>

/**
 * What would go out with the test values, in either language; a trial of it, and its answer
 * before.
 */
export default function TemplatePreview({ row }: { row: Row }) {
  const t = useT('messages')
  const may = useRightsCheck()
  const [lang, setLang] = useState<Lang>(useLang())
  const [sending, setSending] = useState(false)
  const english = lang === 'en_US'
  const type = String(row.templateType) as '1' | '2'
  const found = useApi(
    messageTemplates.preview,
    {
      templateType: type,
      subject: (english ? row.subjectEn : null) ?? row.subject ?? row.templateName,
      templateContent: String(
        (english ? row.templateContentEn : null) ?? row.templateContent ?? '',
      ),
      testData: row.templateTestJson,
    },
    { keepPrevious: true },
  )
  const shown = found.data
  return (
    <>
      <section className="msg-preview">
        <header>
          <h2>{t('tpl.preview')}</h2>
          <span className="py-actions">
            <Segments<Lang>
              value={lang}
              onChange={setLang}
              options={[
                { value: 'zh_CN', label: t('tpl.tab.zh') },
                { value: 'en_US', label: t('tpl.tab.en') },
              ]}
            />
            {may('sys:msg:send') && (
              <Button size="small" icon={<SendOutlined />} onClick={() => setSending(true)}>
                {t('tpl.send')}
              </Button>
            )}
          </span>
        </header>
        {found.isError && !shown && (
          <ErrorNote error={found.error} retry={() => void found.refetch()} />
        )}
        {!shown && !found.isError && <Skeleton active />}
        {shown && (
          <>
            {shown.missing.length > 0 && (
              <Alert
                type="warning"
                showIcon
                title={t('tpl.preview.missing', { names: shown.missing.join(', ') })}
              />
            )}
            {type !== '1' && <p className="msg-subject">{shown.subject}</p>}
            <MessageBody content={shown.content} html={shown.html} />
            <span className="msg-params">
              {t('tpl.params')}{' '}
              {shown.params.length > 0
                ? shown.params.map((name) => <code key={name}>{name}</code>)
                : t('tpl.params.none')}
            </span>
          </>
        )}
      </section>
      <section className="msg-preview">
        <h2>{t('tpl.history')}</h2>
        <Suspense fallback={<Skeleton active />}>
          <RecordHistory table={messageTemplateList.table} id={row.id} />
        </Suspense>
      </section>
      <Suspense>
        {sending && <SendTest row={row} lang={lang} onClose={() => setSending(false)} />}
      </Suspense>
    </>
  )
}
