import { CopyText } from '../../../../kit/table/cells.tsx'
import { useDictItem } from '../../../../kit/text/dict.ts'
import { addressLines, type Address } from './address-lines.ts'

/** An address in the order of its country. */
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
