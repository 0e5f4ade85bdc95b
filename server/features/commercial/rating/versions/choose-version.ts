import { nowIso } from '#server/kit/runtime/clock.ts'
import { announcedAt, versionAt, type VersionPeriod } from './version-at.ts'

export interface Version extends VersionPeriod {
  announced: boolean
  no: number
  percentBp: number | null
  row: number
}
/** A price table with its published versions, without their prices. */
export interface TableHead {
  id: string
  code: string
  name: string
  nameEn: string | null
  currency: string
  stepMode: string
  kind: string
  status: string
  validFrom: string | null
  validTo: string | null
  supplierId: string | null
  baseFeeId: string | null
  versions: Version[]
}
export interface Found {
  table: TableHead
  version: Version
}
export interface When {
  at: string
  /** The company's day of that moment. */
  day: string
  announced: boolean
}
export function versionIn(
  table: TableHead | undefined,
  { at, day, announced }: When,
): Found | null {
  if (
    table?.status !== '1' ||
    (table.validFrom !== null && table.validFrom > day) ||
    (table.validTo !== null && table.validTo < day)
  )
    return null
  const { versions } = table
  const version = announced ? announcedAt(versions, at, nowIso()) : versionAt(versions, at)
  return version && { table, version }
}

/** The tables of a service. */
interface SoldBy {
  feeId: string | null
  supplierId: string
  tables: ReadonlyMap<string, TableHead>
  /** The tables of customers that have their own. */
  feeOf: ReadonlyMap<string, string>
}

/** The customer's own table where it has a version then, else the service's; or the supplier's. */
export function chosenVersion(
  setup: SoldBy,
  { customerId, cost, ...when }: When & { customerId: string | null; cost: boolean },
): Found | null {
  const { tables, feeOf, feeId, supplierId } = setup
  if (cost)
    return (
      [...tables.values()]
        .filter((one) => one.kind === '2' && one.supplierId === supplierId)
        .map((one) => versionIn(one, when))
        .find((one) => one !== null) ?? null
    )
  const own = customerId === null ? undefined : feeOf.get(customerId)
  return (
    (own === undefined ? null : versionIn(tables.get(own), when)) ??
    (feeId === null ? null : versionIn(tables.get(feeId), when))
  )
}
