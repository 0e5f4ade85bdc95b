import type { RawIssue } from '#server/kit/http/errors.ts'
import type { LabelAddress, LabelField, LabelLimits } from './label-source.ts'
import { linesOf, partsOf } from './split-lines.ts'

const FIELDS: readonly LabelField[] = ['name', 'company', 'phone', 'city', 'postalCode', 'address']
const PATHS: Partial<Record<LabelField, string>> = { address: 'street' }

/** What of an address does not fit a source's label, or has characters it cannot print. */
export function checkLimits(
  limits: LabelLimits,
  whose: 'consignee' | 'sender',
  address: LabelAddress,
): RawIssue[] {
  return FIELDS.flatMap((field): RawIssue[] => {
    const path = `${whose}.${PATHS[field] ?? field}`
    const odd = limits.unprintable(partsOf(address, field).join(' '))
    if (odd.length > 0)
      return [{ path, code: 'label.characters', data: { characters: odd.join(' ') } }]
    const limit = limits.fields[field]
    const needed = limit ? linesOf(address, field, limits).length : 0
    return limit && needed > limit.lines
      ? [{ path, code: 'label.tooLong', data: { lines: limit.lines, needed } }]
      : []
  })
}
