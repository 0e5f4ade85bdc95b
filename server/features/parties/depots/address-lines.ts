/** A depot as it is written on parcels sent to it. */
export interface DepotAddress {
  code: string
  paperName: string
  contact: string | null
  phone: string | null
  street: string | null
  house: string | null
  postalCode: string | null
  city: string
  state: string | null
  country: string
}

/** Its lines in their order, empty ones left out: the first names it, the last its country. */
export function addressLines(depot: DepotAddress): string[] {
  const joined = (by: string, ...parts: (string | null)[]) => parts.filter(Boolean).join(by)
  return [
    `${depot.paperName} (${depot.code})`,
    joined(' · ', depot.contact, depot.phone),
    joined(' ', depot.street, depot.house),
    joined(' ', depot.postalCode, depot.city),
    joined(', ', depot.state, depot.country),
  ].filter((line) => line !== '')
}
