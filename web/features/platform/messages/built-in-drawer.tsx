import { EditOutlined } from '@ant-design/icons'
import { Button, Drawer, Skeleton } from 'antd'
import type { z } from 'zod'
import {
  messageTemplates,
  type builtInTemplate,
} from '#contracts/platform/messaging/message-templates.ts'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import './messages.css'

type BuiltIn = z.infer<typeof builtInTemplate>
/** A template that begins with the product's words. */
export type Beginning = Record<string, unknown>

/**
 * The messages the product sends by itself, in its own words, and a way to put the tenant's own in their
 * place.
 */
export default function BuiltInDrawer({
  onOverride,
  onClose,
}: {
  onOverride: ((beginning: Beginning) => void) | null
  onClose: () => void
}) {
  const t = useT('messages')
  const english = useLang() === 'en_US'
  const found = useApi(messageTemplates.builtIn, {})
  useKeys({ Escape: onClose }, { modal: true })
  const begin = (of: BuiltIn, channel: BuiltIn['channels'][number]): Beginning => ({
    templateCode: of.code,
    templateName: of.name,
    templateType: channel.templateType,
    subject: channel.subject,
    subjectEn: channel.subjectEn,
    templateContent: channel.content,
    templateContentEn: channel.contentEn,
    templateTestJson: of.testJson,
    enabled: true,
  })
  return (
    <Drawer
      open
      size={640}
      onClose={onClose}
      keyboard={false}
      rootClassName="py-drawer"
      title={t('tpl.builtIn.title')}
    >
      <p className="msg-note">{t('tpl.builtIn.note')}</p>
      {found.isError && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {!found.data && !found.isError && <Skeleton active />}
      <div className="msg-builtin">
        {found.data?.map((of) => (
          <article key={of.code}>
            <h2>
              {of.name} <code>{of.code}</code>
            </h2>
            {of.channels.map((channel) => (
              <div key={channel.templateType}>
                <div className="msg-channel-line">
                  <span>
                    <DictTag code="msgType" value={channel.templateType} />
                    {channel.overridden && (
                      <>
                        {' '}
                        <StatusTag tone="done">{t('tpl.builtIn.overridden')}</StatusTag>
                      </>
                    )}
                  </span>
                  {onOverride && !channel.overridden && (
                    <Button
                      size="small"
                      icon={<EditOutlined />}
                      onClick={() => onOverride(begin(of, channel))}
                    >
                      {t('tpl.builtIn.override')}
                    </Button>
                  )}
                </div>
                <p className="msg-words msg-plain">
                  {english ? channel.contentEn : channel.content}
                </p>
              </div>
            ))}
            <span className="msg-params">
              {t('tpl.params')}{' '}
              {of.params.map((name) => (
                <code key={name}>{name}</code>
              ))}
            </span>
          </article>
        ))}
      </div>
    </Drawer>
  )
}
