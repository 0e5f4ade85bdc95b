import { EyeOutlined, PushpinOutlined, RollbackOutlined, SendOutlined } from '@ant-design/icons'
import { Form, Input } from 'antd'
import { lazy, Suspense } from 'react'
import { noticeList, notices } from '#contracts/platform/messaging/notices.ts'
import { SEND } from '#contracts/platform/messaging/notices.states.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { openNotice } from '../../../kit/platform/open-notice.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { PriorityTag, type Priority } from '../../../kit/platform/priority-tag.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { UserSelect } from '../../../pickers/user-select.tsx'
import { PageLinkInput } from './page-link-input.tsx'
import { ReadRatio } from './read-ratio.tsx'
import './notices.css'

const RichText = lazy(() => import('./rich-text.tsx'))
const Readers = lazy(() => import('./readers.tsx'))

type Row = RowOf<typeof noticeList>
const COLUMNS = [
  'titile',
  'priority',
  'pinned',
  'msgCategory',
  'msgType',
  'sendStatus',
  'readRatio',
  'sender',
  'sendTime',
  'createTime',
] as const

/**
 * Announcements as their writers see them: drafted, shown as they will look, published, withdrawn;
 * and who has read them.
 */
export default function Announcements() {
  const t = useT('notices')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const release = useAction(notices.release)
  const revoke = useAction(notices.revoke)
  const pin = useAction(notices.pin)

  const audience = (row: Row) =>
    row.msgType === 'USER'
      ? t('audience.some', { count: (row.userIds ?? '').split(',').filter(Boolean).length })
      : t('audience.all')
  const askRelease = async (row: Row) => {
    if (
      (await confirm({
        title: t('release.ask', { title: row.titile ?? '' }),
        content: t(row.sendStatus === SEND.revoked ? 'release.again' : 'release.effect', {
          audience: audience(row),
        }),
        ok: t('release'),
      })) !== null
    )
      await release.run({ id: row.id })
  }
  const askRevoke = async (row: Row) => {
    if (
      (await confirm({
        title: t('revoke.ask', { title: row.titile ?? '' }),
        content: t('revoke.effect', { audience: audience(row) }),
        ok: t('revoke'),
        danger: true,
      })) !== null
    )
      await revoke.run({ id: row.id })
  }
  const actions = (row: Row): RowAction[] => [
    ...(row.sendStatus === SEND.released
      ? may(notices.revoke)
        ? [
            {
              key: 'revoke',
              label: t('revoke'),
              icon: <RollbackOutlined />,
              onClick: () => void askRevoke(row),
            },
          ]
        : []
      : may(notices.release)
        ? [
            {
              key: 'release',
              label: t('release'),
              icon: <SendOutlined />,
              onClick: () => void askRelease(row),
            },
          ]
        : []),
    ...(may(notices.pin)
      ? [
          {
            key: 'pin',
            label: t(row.pinned ? 'unpin' : 'pin'),
            icon: <PushpinOutlined />,
            onClick: () => void pin.run({ id: row.id, pinned: row.pinned !== true }),
          },
        ]
      : []),
    {
      key: 'preview',
      label: t('preview'),
      icon: <EyeOutlined />,
      onClick: () => openNotice({ id: row.id, preview: true }),
    },
  ]
  return (
    <ResourceScreen
      of={noticeList}
      columns={COLUMNS}
      rowActions={actions}
      cells={{
        priority: (row) => <Pressing level={row.priority} />,
        msgCategory: (row) => row.msgCategory_dictText,
        readRatio: (row) => (
          <ReadRatio
            id={row.id}
            released={row.sendStatus !== SEND.draft}
            mustAck={row.mustAck === true}
          />
        ),
      }}
      inputs={{
        userIds: (props) => <Chosen {...props} />,
        msgContent: (props) => <Text {...props} />,
        openPage: (props) => <PageLinkInput {...props} />,
      }}
      aside={(row) =>
        row.sendStatus === SEND.draft ? null : (
          <Suspense>
            <Readers id={row.id} mustAck={row.mustAck === true} />
          </Suspense>
        )
      }
    />
  )
}

function Pressing({ level }: { level: string | null }) {
  const t = useT('notice-bell')
  return level === 'L' || level === 'M' || level === 'H' ? (
    <PriorityTag level={level satisfies Priority}>{t(`priority.${level}`)}</PriorityTag>
  ) : null
}

/** The editor comes with the form, and the form does not wait for it. */
function Text(props: FieldInputProps) {
  return (
    <Suspense fallback={<div className="notice-editor notice-editor-wait" aria-busy />}>
      <RichText {...props} />
    </Suspense>
  )
}

/**
 * The chosen people, on the wire as `3,7,`. Where it is for all users nothing is to be chosen.
 */
function Chosen({ value, onChange, text: _text, ...rest }: FieldInputProps) {
  const t = useT('notices')
  const audience: unknown = Form.useWatch('msgType', Form.useFormInstance())
  if (audience !== 'USER') return <Input {...rest} disabled value={t('audience.all')} />
  const ids = typeof value === 'string' ? value.split(',').filter(Boolean) : []
  return (
    <UserSelect
      many
      {...rest}
      value={ids}
      onChange={(next) =>
        onChange?.(Array.isArray(next) && next.length > 0 ? `${next.join(',')},` : null)
      }
    />
  )
}
