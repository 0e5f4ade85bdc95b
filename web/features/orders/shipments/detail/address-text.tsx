import { addressLines } from '#contracts/parties/address-lines.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { CopyText } from '../../../../kit/platform/cells.tsx'
import { useDictItem } from '../../../../kit/http/dict.ts'

type Address = NonNullable<OrderDetail['sender']>

/** An address in the order of its country. */
export function AddressText({ address }: { address: Address }) {
  const country = useDictItem('country', address.country)?.text ?? address.country
  const lines = addressLines(address)
  const texts = lines.map(({ text }) => text)
  const all = [...texts, country, address.phone].filter(Boolean).join('\n')
  return (
    <address className="order-address">
      {lines.map(({ part, text }, at) =>
        part === 'name' ? (
          <CopyText key={at} text={all}>
            <strong>{text}</strong>
          </CopyText>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
      <span>{country}</span>
      {address.phone && <CopyText text={address.phone} />}
      {address.email && <span>{address.email}</span>}
      {address.taxNumber && <CopyText text={address.taxNumber} />}
    </address>
  )
}
