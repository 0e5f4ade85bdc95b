import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Crud } from '#contracts/kit/crud.ts'
import { accountList } from '#contracts/money/accounts.ts'
import { invoiceList } from '#contracts/money/invoices.ts'
import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { userList } from '#contracts/platform/people/users.ts'
import { caseList } from '#contracts/returns/cases/cases.ts'
import { returnTrackList } from '#contracts/returns/return-tracks.ts'
import { LATE_PARCELS } from '#contracts/tracking/delivery-numbers.measures.ts'
import { deliveryNumberList } from '#contracts/tracking/delivery-numbers.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { PasswordOnce, UserFormDrawer } from '../../platform/users/index.ts'
import { OpenCaseButton } from '../../returns/cases/index.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Lists of other pages, narrowed to one customer: a row opens where it is worked on. */
interface ListOfCustomer {
  of: Crud
  columns: readonly string[]
  /** What narrows it, the customer apart. */
  fixed?: Readonly<Record<string, string>>
  /** The field with the customer. */
  owner?: string
  /** Its own page, to which `?_row=` is added. */
  page: string
  sums?: readonly string[]
}

export const customerLists = {
  orders: {
    of: shipmentList,
    columns: [
      'serialNumber',
      'reference',
      'trackNo',
      'serviceId',
      'shipmentStatus',
      'consigneeName',
      'country',
      'postalCode',
      'shipmentPieces',
      'chargeableWeight',
      'amount',
      'currency',
      'createTime',
    ],
    page: ALL_ORDERS,
  },
  late: {
    of: deliveryNumberList,
    columns: [
      'trackNo',
      'alert',
      'trackingStatus',
      'courier',
      'shipmentId',
      'serviceId',
      'lastEventAt',
    ],
    fixed: LATE_PARCELS.filter({ today: '' }),
    owner: 'userId',
    page: '/tracking/numbers',
  },
  returns: {
    of: returnTrackList,
    columns: ['no', 'trackNo', 'state', 'action', 'dueAt', 'depotId', 'goods', 'arrivedAt'],
    page: '/returns/mine',
  },
  cases: {
    of: caseList,
    columns: ['no', 'subject', 'type', 'status', 'sourceNo', 'assigneeId', 'dueAt', 'lastAt'],
    page: '/returns/cases',
  },
  accounts: {
    of: accountList,
    columns: [
      'kind',
      'currency',
      'status',
      'available',
      'balance',
      'held',
      'credit',
      'lastEntryAt',
    ],
    page: '/accounting/accounts',
    sums: ['available', 'balance', 'held', 'credit'],
  },
  invoices: {
    of: invoiceList,
    columns: [
      'number',
      'kind',
      'status',
      'overdue',
      'currency',
      'gross',
      'open',
      'issuedOn',
      'dueOn',
    ],
    fixed: { status: 'issued,part' },
    page: '/accounting/invoices',
    sums: ['gross', 'open'],
  },
  people: {
    of: userList,
    columns: ['username', 'realname', 'phone', 'email', 'status', 'lastLoginTime'],
    page: '/isystem/user',
  },
} as const satisfies Record<string, ListOfCustomer>
export type CustomerListPart = keyof typeof customerLists

/** What a list of a customer asks with. */
export function askedOf(part: CustomerListPart, customerId: string): Record<string, string> {
  const { fixed, owner = 'customerId' }: ListOfCustomer = customerLists[part]
  return { ...fixed, [owner]: customerId }
}

export function CustomerList({
  part,
  customer,
}: {
  part: CustomerListPart
  customer: { id: string; name: string }
}) {
  const navigate = useNavigate()
  const t = useT('customers')
  const { of, columns, page, sums }: ListOfCustomer = customerLists[part]
  const fixed = useMemo(() => askedOf(part, customer.id), [part, customer.id])
  const [adding, setAdding] = useState(false)
  const [once, setOnce] = useState<{ username: string; password: string } | null>(null)
  const [first = ''] = columns
  const mayAdd = useCan(userList.endpoints.add)
  const top =
    part === 'cases' ? (
      <OpenCaseButton customer={customer} />
    ) : part === 'people' && mayAdd ? (
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
        {t('action.new')}
      </Button>
    ) : null
  const list = (
    <ResourceScreen
      of={of}
      name={`customer-${part}`}
      title={t(`part.${part}`)}
      header={false}
      fixed={fixed}
      columns={columns}
      {...(top ? { top: <p>{top}</p> } : {})}
      {...(of.fields[first]?.type === 'text'
        ? { cells: { [first]: (row) => <Named row={row} name={first} page={page} /> } }
        : {})}
      {...(sums ? { sums } : {})}
      page={{
        open: (row) => void navigate(`${page}?_row=${row.id}`),
        add: () => (part === 'people' ? setAdding(true) : void navigate(`${page}?_new=1`)),
      }}
    />
  )
  return (
    <>
      {list}
      <Suspense>
        {adding && (
          <UserFormDrawer
            id={null}
            customer={customer}
            onClose={() => setAdding(false)}
            onSaved={(_, password) => setOnce(password)}
          />
        )}
        {once && <PasswordOnce of={once} onClose={() => setOnce(null)} />}
      </Suspense>
    </>
  )
}

/** What a row is called by, as a link to where it is worked on. */
function Named({ row, name, page }: { row: { id: string }; name: string; page: string }) {
  const text: unknown = Reflect.get(row, name)
  return typeof text === 'string' ? (
    <CopyText text={text} shown={<Link to={`${page}?_row=${row.id}`}>{text}</Link>} />
  ) : null
}
