/** Keys whose values a reader has no use for: documents, and what opens an account. */
const HIDDEN = new Set([
  'b64',
  'zpl2',
  'data',
  'access_token',
  'password',
  'client_secret',
  'token',
])
const PERSONAL = new Set(['email', 'phone', 'fixedlinephonenumber', 'mobilephonenumber'])
const LONGEST = 2_000

/** A call as staff may see it: documents cut out, mail addresses and telephones shortened. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value === 'string')
    return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const name = key.toLowerCase()
      if (HIDDEN.has(name) && isDocument(one)) return [key, '…']
      if (PERSONAL.has(name) && typeof one === 'string') return [key, `${one.slice(0, 2)}…`]
      return [key, masked(one)]
    }),
  )
}

const isDocument = (value: unknown): boolean => typeof value === 'string' || Array.isArray(value)
