/** The code of a carrier that is to be given a meaning. */
export interface Mapped {
  courier: string
  rawCode: string
  rawReason: string | null
}

/** As it stands in the address; also the key of the list's rows. */
export const writeMapped = ({ courier, rawCode, rawReason }: Mapped): string =>
  JSON.stringify([courier, rawCode, rawReason])

export function readMapped(text: string | null): Mapped | null {
  if (text === null) return null
  try {
    const read: unknown = JSON.parse(text)
    if (!Array.isArray(read)) return null
    const [courier, rawCode, rawReason]: unknown[] = read
    return typeof courier === 'string' && typeof rawCode === 'string'
      ? { courier, rawCode, rawReason: typeof rawReason === 'string' ? rawReason : null }
      : null
  } catch {
    return null
  }
}

/** Where a code is given its meaning. */
export const mapPath = (code: Mapped): string =>
  `/tracking/unmapped?map=${encodeURIComponent(writeMapped(code))}`
