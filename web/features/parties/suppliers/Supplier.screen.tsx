import { PlusOutlined, PoweroffOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { supplierDesk } from '#contracts/commercial/supplier-desk.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { supplierContacts } from '#contracts/parties/supplier-contacts.ts'
import { suppliers } from '#contracts/parties/suppliers.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { call } from '../../../kit/http/api.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { DeskPage } from '../../../kit/resource/desk/desk-page.tsx'
import { FieldsPart } from '../../../kit/resource/desk/fields-part.tsx'
import { useDeskRow } from '../../../kit/resource/desk/use-desk-row.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { Can, useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { CostTables } from './cost-tables.tsx'
import { UsesPart } from './uses-part.tsx'

type Row = RowOf<typeof suppliers>
const PARTS = ['basics', 'contacts', 'contract', 'costs', 'uses'] as const
const BASICS = [
  'code',
  'name',
  'contact',
  'phone',
  'email',
  'currency',
  'creditLimit',
  'enabled',
  'statusReason',
  'remark',
] as const
const CONTRACT = [
  'contractNo',
  'contractFrom',
  'contractTo',
  'noticeDays',
  'paymentTerms',
  'paymentDays',
] as const
const CONTACTS = ['name', 'role', 'phone', 'email', 'wechat', 'remark'] as const

/** Everything about a supplier: people, contract with its files, prices, what it is used for. */
export default function Supplier() {
  const { id = '' } = useParams()
  const t = useT('suppliers')
  const seeCosts = useCan(supplierDesk.costTables)
  const confirm = useConfirm()
  const switchOff = useAction(supplierDesk.switchOff)
  const mayEdit = useCan(supplierDesk.switchOff)
  const { row, instead } = useDeskRow<Row>(suppliers, id, t('page'))
  if (!row) return instead
  const ask = async () => {
    const { services } = await call(supplierDesk.uses, { id })
    const used = services.filter(({ enabled }) => enabled)
    const reason = await confirm({
      title: t('switchOff.title', { name: row.name ?? '' }),
      ok: t('switchOff'),
      danger: true,
      content: t(used.length > 0 ? 'switchOff.services' : 'switchOff.none'),
      names: used.map((one) => `${one.code} ${one.name}`),
      reason: true,
    })
    if (reason === null) return
    await switchOff.run({
      id,
      version: row.version,
      seen: used.map((one) => one.id),
      reason,
    })
  }
  return (
    <DeskPage
      key={id}
      title={`${row.code ?? ''} ${row.name ?? ''}`}
      note={
        <StatusTag tone={row.enabled ? 'done' : 'idle'}>
          {t(row.enabled ? 'state.enabled' : 'state.disabled')}
        </StatusTag>
      }
      actions={
        mayEdit &&
        row.enabled && (
          <Button
            danger
            icon={<PoweroffOutlined />}
            loading={switchOff.busy}
            onClick={() => void ask()}
          >
            {t('switchOff')}
          </Button>
        )
      }
      band={<Band row={row} />}
      parts={PARTS.filter((part) => part !== 'costs' || seeCosts)}
      label={t('parts')}
      partTitle={(part) => t(`part.${part}`)}
    >
      {(part) => {
        switch (part) {
          case 'contacts':
            return <Contacts supplierId={id} />
          case 'contract':
            return (
              <div className="py-desk-part">
                <FieldsPart of={suppliers} row={row} part="contract" fields={CONTRACT} />
                <h2>{t('contract.files')}</h2>
                <RecordFiles ownerKind="supplier" ownerId={id} kind="document" />
              </div>
            )
          case 'costs':
            return <CostTables supplierId={id} />
          case 'uses':
            return <UsesPart supplierId={id} />
          default:
            return (
              <FieldsPart
                of={suppliers}
                row={row}
                part="basics"
                fields={BASICS}
                hint={t('credit.hint')}
              />
            )
        }
      }}
    </DeskPage>
  )
}

/** Why it is not in use, and when its contract ends. */
function Band({ row }: { row: Row }) {
  const t = useT('suppliers')
  const state = contractState(row, companyToday())
  if (row.enabled && state === null) return null
  return (
    <div className="py-desk-band" {...(state?.key === 'over' ? { 'data-bad': true } : {})}>
      {!row.enabled && <div>{t('state.reason', { reason: row.statusReason ?? '–' })}</div>}
      {state && (
        <div>{t(`contract.${state.key}`, { end: row.contractTo ?? '', days: state.days })}</div>
      )}
    </div>
  )
}

function Contacts({ supplierId }: { supplierId: string }) {
  const t = useT('suppliers')
  const { show } = useOpen(supplierContacts.name)
  const fixed = useMemo(() => ({ supplierId }), [supplierId])
  return (
    <ResourceScreen
      of={supplierContacts}
      name="supplier-people"
      header={false}
      fixed={fixed}
      columns={CONTACTS}
      top={
        <Can action={supplierContacts.endpoints.add}>
          <div className="py-desk-bar">
            <Button icon={<PlusOutlined />} onClick={() => show({ kind: 'new', id: null })}>
              {t('contacts.new')}
            </Button>
          </div>
        </Can>
      }
    />
  )
}

/** Whether a contract is over or ends within the days of its notice; null where neither. */
function contractState(
  { contractTo, noticeDays }: { contractTo: string | null; noticeDays: number | null },
  today: string,
): { key: 'over' | 'ends'; days: number } | null {
  if (!contractTo) return null
  const days = Math.round((Date.parse(contractTo) - Date.parse(today)) / 86_400_000)
  if (days < 0) return { key: 'over', days: -days }
  return days <= (noticeDays ?? 0) ? { key: 'ends', days } : null
}
