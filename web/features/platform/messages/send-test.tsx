import { Form, Input } from 'antd'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import {
  messageTemplates,
  type messageTemplateList,
} from '#contracts/platform/messaging/message-templates.ts'
import { CHANNELS } from '#contracts/platform/messaging/messages.states.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { Segments } from '../../../kit/form/segments.tsx'

interface Values {
  receiver: string
  testData: string
  lang: Lang
}

/** Sends one message by the template as it is kept, through the outbox. */
export default function SendTest({
  row,
  lang,
  onClose,
}: {
  row: RowOf<typeof messageTemplateList>
  lang: Lang
  onClose: () => void
}) {
  const t = useT('messages')
  const words = useT('message-templates')
  const send = useAction(messageTemplates.sendMsg, {
    ownRefusals: true,
  })
  const type = String(row.templateType)
  const entry = useEntry<Values>({
    draft: null,
    start: {
      receiver: type === CHANNELS.webhook ? t('tpl.send.webhook') : '',
      testData: row.templateTestJson || '{}',
      lang,
    },
    save: (values) =>
      send.run({ ...values, msgType: type as '2', templateCode: String(row.templateCode) }),
    onSaved: onClose,
    label: (path) =>
      path === 'esReceiver' || path === 'receiver'
        ? t('tpl.send.receiver')
        : path === 'testData'
          ? words('templateTestJson')
          : null,
  })
  return (
    <EntryModal entry={entry} title={t('tpl.send.title')} okText={t('tpl.send')} onClose={onClose}>
      <Form.Item
        name="receiver"
        label={t('tpl.send.receiver')}
        extra={t.has(`esReceiver.help.${type}`) ? t(`esReceiver.help.${type}`) : null}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input autoComplete="off" maxLength={200} disabled={type === CHANNELS.webhook} />
      </Form.Item>
      <Form.Item name="lang" label={t('tpl.send.lang')}>
        <Segments
          options={[
            { value: 'zh_CN', label: t('tpl.tab.zh') },
            { value: 'en_US', label: t('tpl.tab.en') },
          ]}
        />
      </Form.Item>
      <Form.Item name="testData" label={words('templateTestJson')}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} maxLength={20_000} />
      </Form.Item>
    </EntryModal>
  )
}
