import { PlusOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { supplierDesk } from '#contracts/commercial/supplier-desk.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { supplierContacts } from '#contracts/parties/supplier-contacts.ts'
import { suppliers } from '#contracts/parties/suppliers.ts'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { DeskPage } from '../../../kit/resource/desk/desk-page.tsx'
import { FieldsPart } from '../../../kit/resource/desk/fields-part.tsx'
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
  const found = useApi(suppliers.endpoints.queryById, { id })
  const row = found.data as Row | undefined
  if (found.error && !row)
    return (
      <>
        <PageHeader title={t('page')} />
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      </>
    )
  if (!row) return <Skeleton active />
  return (
    <DeskPage
      key={id}
      title={`${row.code ?? ''} ${row.name ?? ''}`}
      note={
        <StatusTag tone={row.enabled ? 'done' : 'idle'}>
          {t(row.enabled ? 'state.enabled' : 'state.disabled')}
        </StatusTag>
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
  const state = contractState(row, new Date().toISOString().slice(0, 10))
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
