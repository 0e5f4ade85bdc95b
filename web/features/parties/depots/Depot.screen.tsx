import { PoweroffOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useParams } from 'react-router'
import { depotUse, DEPOT_USES_MAX } from '#contracts/depot/depot-use.ts'
import { depotDesk } from '#contracts/parties/depot-desk.ts'
import { depots } from '#contracts/parties/depots.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { printSetList } from '#contracts/platform/operations/print-sets.ts'
import { depotUsers } from '#contracts/platform/people/users.depots.ts'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { call } from '../../../kit/http/api.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { DeskPage } from '../../../kit/resource/desk/desk-page.tsx'
import { useDeskRow } from '../../../kit/resource/desk/use-desk-row.tsx'
import { FieldsPart } from '../../../kit/resource/desk/fields-part.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { GatesPart } from './gates-part.tsx'
import { HoursPart } from './hours-part.tsx'
import { PrintersPart } from './printers-part.tsx'
import { StaffPart } from './staff-part.tsx'
import { ZoneInput } from './zone-input.tsx'
import './depots.css'

type Row = RowOf<typeof depots>
const PARTS = ['basics', 'hours', 'gates', 'scale', 'printers', 'staff'] as const
const BASICS = [
  'code',
  'name',
  'nameEn',
  'depotType',
  'timeZone',
  'contact',
  'phone',
  'email',
  'country',
  'state',
  'city',
  'postalCode',
  'street',
  'house',
  'enabled',
  'remark',
] as const

const INPUTS = { timeZone: (props: FieldInputProps) => <ZoneInput {...props} /> }
const SCALE = ['scalePrefix', 'scaleUnit', 'scaleBaud'] as const

/** Everything that makes a depot: address, hours, gates, scale, printers, staff. */
export default function Depot() {
  const { id = '' } = useParams()
  const t = useT('depots')
  const lang = useLang()
  const may = useRightsCheck()
  const { row, instead } = useDeskRow<Row>(depots, id, t('page'))
  if (!row) return instead
  const parts = PARTS.filter(
    (part) =>
      (part !== 'printers' || may(printSetList.endpoints.list)) &&
      (part !== 'staff' || may(depotUsers.list)),
  )
  return (
    <DeskPage
      key={id}
      title={`${row.code ?? ''} ${nameOf(row, lang, 'name')}`}
      note={
        <StatusTag tone={row.enabled ? 'done' : 'idle'}>
          {t(row.enabled ? 'state.enabled' : 'state.disabled')}
        </StatusTag>
      }
      actions={may(depotUse.switchOff) && <SwitchButton row={row} />}
      parts={parts}
      label={t('parts')}
      partTitle={(part) => t(`part.${part}`)}
    >
      {(part) => {
        switch (part) {
          case 'hours':
            return <Hours id={id} />
          case 'gates':
            return <GatesPart depotId={id} version={row.version} />
          case 'scale':
            return <FieldsPart of={depots} row={row} part="scale" fields={SCALE} />
          case 'printers':
            return <PrintersPart depotId={id} />
          case 'staff':
            return <StaffPart depotId={id} />
          default:
            return (
              <FieldsPart of={depots} row={row} part="basics" fields={BASICS} inputs={INPUTS} />
            )
        }
      }}
    </DeskPage>
  )
}

/** In and out of use; what goes by the depot is named before. */
function SwitchButton({ row }: { row: Row }) {
  const t = useT('depots')
  const lang = useLang()
  const confirm = useConfirm()
  const edit = useAction(depots.endpoints.edit)
  const switchOff = useAction(depotUse.switchOff)
  const { id, version, enabled } = row
  const run = async () => {
    if (!enabled) return void (await edit.run({ ...row, enabled: true }))
    const { uses } = await call(depotUse.uses, { id })
    const counted = (count: number) => (count < DEPOT_USES_MAX ? count : `${DEPOT_USES_MAX - 1}+`)
    const agreed = await confirm({
      title: t('switchOff.title', { name: nameOf(row, lang, 'name') }),
      ok: t('switchOff'),
      danger: true,
      content: t(uses.length > 0 ? 'switchOff.uses' : 'switchOff.none'),
      names: uses.map(
        ({ kind, count, names }) =>
          `${t(`uses.${kind}`, { count: counted(count) })}: ${names.join(', ')}${count > names.length ? ' …' : ''}`,
      ),
    })
    if (agreed !== null) await switchOff.run({ id, version, seen: uses.map(({ kind }) => kind) })
  }
  return (
    <Button
      icon={<PoweroffOutlined />}
      danger={enabled === true}
      loading={edit.busy || switchOff.busy}
      onClick={() => void run()}
    >
      {t(enabled ? 'switchOff' : 'switchOn')}
    </Button>
  )
}

function Hours({ id }: { id: string }) {
  const found = useApi(depotDesk.hours, { id }, { staleTime: 0 })
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  return <HoursPart key={found.data.version} stored={found.data} />
}
