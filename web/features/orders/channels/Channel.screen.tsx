import { CopyOutlined, PoweroffOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { channelDesk } from '#contracts/commercial/channel-desk.ts'
import { channels } from '#contracts/commercial/channels.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { call } from '../../../kit/http/api.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { DeskPage } from '../../../kit/resource/desk/desk-page.tsx'
import { useDeskRow } from '../../../kit/resource/desk/use-desk-row.tsx'
import { FieldsPart } from '../../../kit/resource/desk/fields-part.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { AdapterSelect } from './adapter-select.tsx'
import { HealthPart } from './health-part.tsx'

const CopyDialog = lazy(() => import('./copy-dialog.tsx'))
type Row = RowOf<typeof channels>
const PARTS = ['basics', 'limits', 'health', 'uses'] as const
const BASICS = [
  'code',
  'name',
  'nameEn',
  'supplierId',
  'courierId',
  'transType',
  'adapter',
  'remark',
] as const
const LIMITS = ['maxWeight', 'maxSide', 'maxGirth', 'countries', 'dailyOrders', 'priority'] as const
const INPUTS = { adapter: AdapterSelect }

/** Everything about a channel: source of labels, limits, how it answers, what uses it. */
export default function Channel() {
  const { id = '' } = useParams()
  const t = useT('channels')
  const lang = useLang()
  const confirm = useConfirm()
  const [copying, setCopying] = useState(false)
  const [mayEdit, mayCopy] = [useCan(channels.endpoints.edit), useCan(channelDesk.copy)]
  const edit = useAction(channels.endpoints.edit)
  const switchOff = useAction(channelDesk.switchOff)
  const { row, instead } = useDeskRow<Row>(channels, id, t('page'))
  if (!row) return instead
  const name = nameOf(row, lang, 'name')
  const switchIt = async () => {
    if (row.enabled) {
      const { services } = await call(channelDesk.uses, { id })
      const names = services.filter(({ enabled }) => enabled)
      const agreed = await confirm({
        title: t('switchOff.title', { name }),
        ok: t('switchOff'),
        danger: true,
        content: t(names.length > 0 ? 'switchOff.services' : 'switchOff.none'),
        names: names.map((one) => `${one.code} ${one.name}`),
      })
      if (agreed === null) return
      const seen = names.map((one) => one.id)
      await switchOff.run({ id, version: row.version, seen })
    } else await edit.run({ ...row, enabled: true })
  }
  return (
    <>
      <DeskPage
        key={id}
        title={`${row.code ?? ''} ${name}`}
        note={
          <StatusTag tone={row.enabled ? 'done' : 'idle'}>
            {t(row.enabled ? 'state.enabled' : 'state.disabled')}
          </StatusTag>
        }
        actions={
          <>
            {mayEdit && (
              <Button
                icon={<PoweroffOutlined />}
                danger={row.enabled === true}
                loading={edit.busy || switchOff.busy}
                onClick={() => void switchIt()}
              >
                {t(row.enabled ? 'switchOff' : 'switchOn')}
              </Button>
            )}
            {mayCopy && (
              <Button icon={<CopyOutlined />} onClick={() => setCopying(true)}>
                {t('copy')}
              </Button>
            )}
          </>
        }
        parts={PARTS}
        label={t('parts')}
        partTitle={(part) => t(`part.${part}`)}
      >
        {(part) => {
          switch (part) {
            case 'limits':
              return (
                <FieldsPart
                  of={channels}
                  row={row}
                  part="limits"
                  fields={LIMITS}
                  hint={t('limits.hint')}
                />
              )
            case 'health':
              return <HealthPart channelId={id} />
            case 'uses':
              return <Uses channelId={id} />
            default:
              return (
                <FieldsPart of={channels} row={row} part="basics" fields={BASICS} inputs={INPUTS} />
              )
          }
        }}
      </DeskPage>
      <Suspense>{copying && <CopyDialog row={row} onClose={() => setCopying(false)} />}</Suspense>
    </>
  )
}

function Uses({ channelId }: { channelId: string }) {
  const t = useT('channels')
  const found = useApi(channelDesk.uses, { id: channelId }, { staleTime: 0 })
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  const { services } = found.data
  if (services.length === 0) return <Empty kind="nothing" title={t('uses.none')} />
  return (
    <ul className="py-desk-list">
      {services.map(({ id, code, name, enabled }) => (
        <li key={id}>
          <Link to={`/delivery/services/${id}`}>
            {code} {name}
          </Link>
          {!enabled && <StatusTag tone="idle">{t('state.disabled')}</StatusTag>}
        </li>
      ))}
    </ul>
  )
}
