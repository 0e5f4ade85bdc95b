import { Link } from 'react-router'
import type { RowOf } from '#contracts/kit/entity.ts'
import { accountList } from '#contracts/money/accounts.ts'
import { customers } from '#contracts/parties/customers.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Money } from '../../../kit/platform/cells.tsx'
import { FieldsPart } from '../../../kit/resource/desk/fields-part.tsx'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { fieldContent } from '../../../kit/resource/resource-cells.tsx'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { askedOf, customerLists, type CustomerListPart } from './customer-lists.tsx'

type Row = RowOf<typeof customers>
const CONTACT = ['contact', 'phone', 'email', 'country', 'salesUserId', 'departId'] as const
const NOTES = ['remark'] as const
/** What waits, in the order in which it is asked about. */
const COUNTED = ['late', 'returns', 'cases', 'invoices', 'orders'] as const
const ACCOUNTS = listOf(accountList)

/** Whom to call, what they have with us, what waits, and the notes about them. */
export function CustomerOverview({ row }: { row: Row }) {
  const t = useT('customers')
  const may = useRightsCheck()
  const contact = CONTACT.filter((name) => may(customers.fields[name]))
  return (
    <div className="py-desk-part">
      <DetailList
        items={contact.map((name) => ({
          key: name,
          label: t(name),
          value: fieldContent(row, name, customers.fields[name], t),
        }))}
      />
      {may(accountList.endpoints.list) && <Balances customerId={row.id} />}
      <ul className="svc-waiting" aria-label={t('waiting')}>
        {COUNTED.filter((part) => may(customerLists[part].of.endpoints.list)).map((part) => (
          <Waiting key={part} part={part} customerId={row.id} />
        ))}
      </ul>
      <h2>{t('notes')}</h2>
      <FieldsPart of={customers} row={row} part="notes" fields={NOTES} />
    </div>
  )
}

function Balances({ customerId }: { customerId: string }) {
  const t = useT('accounts')
  const found = useApi(ACCOUNTS, { customerId, pageSize: '50' }, { quiet: true })
  const rows = found.data?.records ?? []
  if (rows.length === 0) return null
  return (
    <DetailList
      items={rows.map(({ id, kind, currency, available, balance }) => ({
        key: id,
        label: t(`available.${kind}`),
        value: (
          <Link to="?part=accounts">
            <Money amount={available} currency={currency} />
            {available !== balance && (
              <>
                {' · '}
                {t('balance')} <Money amount={balance} currency={currency} />
              </>
            )}
          </Link>
        ),
      }))}
    />
  )
}

function Waiting({ part, customerId }: { part: CustomerListPart; customerId: string }) {
  const t = useT('customers')
  const found = useApi(
    listOf(customerLists[part].of),
    { ...askedOf(part, customerId), pageSize: '1' },
    { quiet: true },
  )
  return (
    <li>
      <Link to={`?part=${part}`}>
        <strong>{found.data?.total ?? '–'}</strong> {t(`part.${part}`)}
      </Link>
    </li>
  )
}
