import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { CopyText } from '../../../../kit/table/cells.tsx'
import { useDictItem } from '../../../../kit/text/dict.ts'

type Address = NonNullable<OrderDetail['sender']>

/** The lines of an address as an envelope carries them. */
export function addressLines(address: Address): string[] {
  const chinese = address.country === 'CN'
  const street = [address.street, address.house].filter(Boolean).join(' ')
  const town = chinese
    ? [address.state, address.city, address.postalCode]
    : [address.postalCode, address.city]
  return [
    address.name,
    address.company,
    street,
    address.address1,
    address.address2,
    town.filter(Boolean).join(' '),
    chinese ? null : address.state,
  ].filter((line): line is string => Boolean(line))
}

export function AddressText({ address }: { address: Address }) {
  const country = useDictItem('country', address.country)?.text ?? address.country
  const [name, ...lines] = addressLines(address)
  const all = [name, ...lines, country, address.phone].filter(Boolean).join('\n')
  return (
    <address className="order-address">
      <CopyText text={all}>
        <strong>{name}</strong>
      </CopyText>
      {lines.map((line, at) => (
        <span key={at}>{line}</span>
      ))}
      <span>{country}</span>
      {address.phone && <CopyText text={address.phone} />}
      {address.email && <span>{address.email}</span>}
      {address.taxNumber && <CopyText text={address.taxNumber} />}
    </address>
  )
}
