import { Form, Input } from 'antd'
import { accountList } from '#contracts/money/accounts.ts'
import { recharges, type PayTo } from '#contracts/money/recharges.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import { isOnline } from '#contracts/money/recharges.states.ts'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { RechargeRow } from './recharge-cells.tsx'
import { usePayment } from './use-payment.ts'

interface Values {
  customerId: string | null
  receivingAccountId: string | null
  amount: string
  payer: string
  remark: string
}
const LABELS: Readonly<Record<string, string>> = {
  customerId: 'customerId',
  receivingAccountId: 'new.account',
  amount: 'new.amount',
  payer: 'new.payer',
  remark: 'remark',
}

interface Props {
  staff?: boolean
  onAdded?: (id: string) => void
  onClose: () => void
}
const OWN = listOf(accountList)
const RECENT = { column: 'lastEntryAt', order: 'desc', pageSize: '50' } as const

/**
 * Asks to pay money in: an account of the currency, and how much. Staff do so for a customer; a
 * customer is offered the currencies of its own accounts first, the one in use filled in; a new one
 * the one it is billed in.
 */
export default function NewRecharge(props: Props) {
  const { staff = false } = props
  const may = useRightsCheck()
  const found = useApi(recharges.payTo, {})
  const own = useApi(OWN, RECENT, {
    quiet: true,
    enabled: !staff && may(accountList.endpoints.list),
  })
  if (found.isLoading || own.isLoading) return null
  const used = (own.data?.records ?? []).map(({ currency }) => currency)
  const place = ({ currency }: PayTo) => (used.includes(currency) ? used.indexOf(currency) : 99)
  const accounts = (found.data ?? [])
    .map((one) => ({ ...one, usual: one.usual || used.includes(one.currency) }))
    .toSorted((a, b) => place(a) - place(b))
  const first =
    accounts.find(({ currency }) => used.includes(currency)) ?? accounts.find(({ usual }) => usual)
  const billing = found.data?.find(({ usual }) => usual)?.currency ?? null
  return (
    <Entry
      {...props}
      accounts={accounts}
      known={found.isSuccess}
      first={first ?? null}
      billing={billing}
    />
  )
}

function Entry({
  staff = false,
  onAdded,
  onClose,
  accounts,
  known,
  first,
  billing,
}: Props & {
  accounts: readonly PayTo[]
  known: boolean
  first: PayTo | null
  /** The currency it is billed in, where one may pay in it. */
  billing: string | null
}) {
  const t = useT('recharges')
  const add = useAction(recharges.add, {
    ownRefusals: true,
    success: (done) => {
      const row = done as RechargeRow
      return t('new.done', {
        reference: groupsOfFour(row.reference ?? ''),
        amount: formatNumber(row.amount),
        currency: row.currency ?? '',
      })
    },
  })
  const pay = usePayment()
  const entry = useEntry<Values>({
    draft: null,
    start: {
      customerId: null,
      receivingAccountId: first?.id ?? null,
      amount: '',
      payer: '',
      remark: '',
    },
    save: ({ customerId, receivingAccountId, amount, payer, remark }) =>
      add.run({
        ...(staff ? { customerId: customerId ?? '' } : {}),
        receivingAccountId: receivingAccountId ?? '',
        amount: amount.trim(),
        payer: payer.trim() || null,
        remark: remark.trim() || null,
      }),
    onSaved: (row) => {
      onClose()
      const { id, channel = null } = row as { id?: string; channel?: string | null }
      if (id && !staff && isOnline(channel)) void pay(id)
      else if (id) onAdded?.(id)
    },
    label: (path) => (LABELS[path] ? t(LABELS[path]) : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  const options = accounts.map(({ id, currency, name, channel }) => {
    const how = isOnline(channel) ? ` · ${t(`channel.${channel}`)}` : ''
    return { value: id, label: `${currency} · ${name}${how}`, names: [currency, name, how] }
  })
  const id = Form.useWatch('receivingAccountId', entry.form) as string | null
  const account = accounts.find((one) => one.id === id)
  const isOther = !staff && billing !== null && account?.usual === false
  const online = !staff && isOnline(account?.channel ?? null)
  return (
    <EntryModal
      entry={entry}
      title={t('new.title')}
      okText={t(online ? 'new.pay' : 'new.ok')}
      onClose={onClose}
    >
      {known && accounts.length === 0 && <p className="py-hint">{t('new.none')}</p>}
      {staff && (
        <Form.Item name="customerId" label={t('customerId')} rules={required}>
          <RefSelect of="customers" />
        </Form.Item>
      )}
      <Form.Item
        name="receivingAccountId"
        label={t('new.account')}
        rules={required}
        {...(account ? { extra: t('new.account.help', { currency: account.currency }) } : {})}
        {...(isOther
          ? {
              validateStatus: 'warning',
              help: t('new.account.other', { currency: account.currency, usual: billing }),
            }
          : {})}
      >
        <ChoiceInput options={options} />
      </Form.Item>
      <Form.Item name="amount" label={t('new.amount')} rules={required}>
        <DecimalInput maxLength={20} />
      </Form.Item>
      {!online && (
        <Form.Item name="payer" label={t('new.payer')} extra={t('new.payer.help')}>
          <Input maxLength={140} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="remark" label={t('remark')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </EntryModal>
  )
}
