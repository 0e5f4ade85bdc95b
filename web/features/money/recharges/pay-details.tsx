import type { ReactNode } from 'react'
import { epcText } from '#contracts/money/epc-code.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import type { PayTo } from '#contracts/money/recharges.ts'
import { CopyText, Money } from '../../../kit/platform/cells.tsx'
import { QrCode } from '../../../kit/platform/qr-code.tsx'
import { DetailList, type DetailItem } from '../../../kit/resource/detail-list.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './recharges.css'

type Bank = Pick<PayTo, 'holder' | 'bankName' | 'iban' | 'bic' | 'accountNo'> &
  Partial<Pick<PayTo, 'bankCode'>>

/**
 * What a payer enters, to copy, and the code of a transfer in euros; `bank` is null where it is not
 * paid by transfer.
 */
export function PayDetails({
  bank,
  account,
  amount,
  currency,
  reference,
  children,
}: {
  bank: Bank | null
  account?: string
  amount: string
  currency: string | null
  reference: string | null
  children?: ReactNode
}) {
  const t = useT('recharges')
  const code = bank && epcText({ ...bank, currency: currency ?? '', amount, reference })
  const copied = (text: string | null, shown = text) =>
    text ? <CopyText text={text}>{shown}</CopyText> : null
  const items: DetailItem[] = [
    { key: 'account', label: t('receivingAccountId'), value: account ?? null },
    {
      key: 'amount',
      label: t('paper.amount'),
      value: <Money amount={amount} currency={currency} />,
    },
    {
      key: 'reference',
      label: t('reference'),
      value: copied(reference, groupsOfFour(reference ?? '')),
    },
    ...(bank ? bankItems(t, bank, copied) : []),
  ].filter(({ value }) => value !== null && value !== '')
  return (
    <section className="rch-pay">
      <h3>{t('pay.title')}</h3>
      <div className="rch-pay-body">
        <DetailList items={items} columns={code ? 2 : 3} />
        {code && (
          <figure>
            <QrCode text={code} label={t('pay.code')} />
            <figcaption>{t('pay.scan')}</figcaption>
          </figure>
        )}
      </div>
      {children}
      {bank && <p className="py-hint">{t('pay.useReference')}</p>}
    </section>
  )
}

const bankItems = (
  t: (key: string) => string,
  { holder, bankName, iban, bic, accountNo, bankCode = null }: Bank,
  copied: (text: string | null, shown?: string | null) => DetailItem['value'],
): DetailItem[] => [
  { key: 'holder', label: t('pay.holder'), value: copied(holder) },
  { key: 'bankName', label: t('pay.bankName'), value: bankName },
  { key: 'iban', label: t('pay.iban'), value: copied(iban, iban && groupsOfFour(iban)) },
  { key: 'bic', label: t('pay.bic'), value: copied(bic) },
  { key: 'accountNo', label: t('pay.accountNo'), value: copied(accountNo) },
  { key: 'bankCode', label: t('pay.bankCode'), value: copied(bankCode) },
]
