import { CalculatorOutlined, RiseOutlined, RocketOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { myServices } from '#contracts/commercial/services.mine.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import { serviceDesk } from '#contracts/commercial/services.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { customers } from '#contracts/parties/customers.ts'
import { dataLogs } from '#contracts/platform/operations/logs.ts'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { DeskPage } from '../../../kit/resource/desk/desk-page.tsx'
import { FieldsPart } from '../../../kit/resource/desk/fields-part.tsx'
import { useDeskRow } from '../../../kit/resource/desk/use-desk-row.tsx'
import { Can, useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { RaiseDialog, useMayRaise } from '../prices/index.ts'
import { CustomerList, customerLists, type CustomerListPart } from './customer-lists.tsx'
import { CustomerOverview } from './customer-overview.tsx'
import ServicesOf from './services-of.tsx'
import './services.css'

const AssignDialog = lazy(() => import('./assign-dialog.tsx'))
const RecordHistory = lazy(() => import('../../../kit/resource/record-history.tsx'))

type Row = RowOf<typeof customers>
const PARTS = [
  'overview',
  'orders',
  'late',
  'returns',
  'cases',
  'services',
  'accounts',
  'invoices',
  'people',
  'basics',
  'invoicing',
  'history',
] as const
const BASICS = [
  'code',
  'name',
  'contact',
  'phone',
  'email',
  'country',
  'departId',
  'salesUserId',
  'shipmentResource',
  'status',
  'backOrder',
] as const
const INVOICING = [
  'currency',
  'legalName',
  'vatId',
  'vatProof',
  'invoiceStreet',
  'invoicePostalCode',
  'invoiceCity',
  'invoiceEmail',
  'invoiceXml',
  'paymentDays',
  'buyerReference',
  'izApart',
  'dunningExempt',
] as const

/** Everything staff ask about a customer, each as far as the reader's rights go. */
export default function Customer() {
  const { id = '' } = useParams()
  const t = useT('customers')
  const may = useRightsCheck()
  const navigate = useNavigate()
  const mayRaise = useMayRaise()
  const [dialog, setDialog] = useState<'assign' | 'raise' | null>(null)
  const { row, instead } = useDeskRow<Row>(customers, id, t('page'))
  if (!row) return instead
  const shown = (part: (typeof PARTS)[number]) =>
    part in customerLists
      ? may(customerLists[part as CustomerListPart].of.endpoints.list)
      : part === 'services'
        ? may(serviceDesk.ofCustomer)
        : part !== 'history' || may(dataLogs.versions)
  return (
    <>
      <DeskPage
        key={id}
        title={`${row.code ?? ''} ${row.name ?? ''}`}
        note={<DictTag code="customer_status" value={row.status} />}
        actions={
          <>
            {mayRaise && (
              <Button icon={<RiseOutlined />} onClick={() => setDialog('raise')}>
                {t('page.raise')}
              </Button>
            )}
            {may(simulator.simulate) && may(myServices.list) && (
              <Button
                icon={<CalculatorOutlined />}
                onClick={() => void navigate(`/delivery/quote?customer=${id}`)}
              >
                {t('page.quote')}
              </Button>
            )}
            <Can action={serviceDesk.assign}>
              <Button icon={<RocketOutlined />} onClick={() => setDialog('assign')}>
                {t('page.assign')}
              </Button>
            </Can>
          </>
        }
        parts={PARTS.filter(shown)}
        label={t('parts')}
        partTitle={(part) => t(`part.${part}`)}
      >
        {(part) => {
          switch (part) {
            case 'overview':
              return <CustomerOverview row={row} />
            case 'services':
              return <ServicesOf customerId={id} />
            case 'basics':
              return <FieldsPart of={customers} row={row} part="basics" fields={BASICS} />
            case 'invoicing':
              return <FieldsPart of={customers} row={row} part="invoicing" fields={INVOICING} />
            case 'history':
              return (
                <Suspense>
                  <RecordHistory table={customers.table} id={id} />
                </Suspense>
              )
            default:
              return <CustomerList key={part} part={part} customer={{ id, name: row.name ?? '' }} />
          }
        }}
      </DeskPage>
      <Suspense>
        {dialog === 'assign' && <AssignDialog customerIds={[id]} onClose={() => setDialog(null)} />}
        {dialog === 'raise' && <RaiseDialog customers={[id]} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  )
}
