const HIDDEN = new RegExp(
  'password|passwd|pwd|secret|token|hash|captcha|otp|validcode|smscode|verifycode|apikey|' +
    'authorization|cookie|credential|recovery|privatekey|^key$|_key$|Enc$|_enc$',
  'i',
)
/** Names of headers that carry credentials. */
const NAMED = new RegExp(`${HIDDEN.source}|^x-|key|auth|sign`, 'i')
/** A session's token or an exchange code, wherever it occurs. */
const TOKEN = /^[\w-]{40,}$/
const DEPTH = 4
const ITEMS = 20
const TEXT = 200
const TOTAL = 2_000

/**
 * What a call was asked, as the log keeps it: secrets as stars, long things cut. Null where it was
 * asked nothing.
 */
export function paramText(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || Object.keys(input).length === 0) return null
  return JSON.stringify(shown(input, 0)).slice(0, TOTAL)
}

function shown(value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return TOKEN.test(value) && !/^\d+$/.test(value)
      ? '***'
      : value.length > TEXT
        ? `${value.slice(0, TEXT)}…`
        : value.replaceAll('\0', '')
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH) return '…'
  if (Array.isArray(value))
    return [
      ...value.slice(0, ITEMS).map((item) => shown(item, depth + 1)),
      ...(value.length > ITEMS ? [`… ${value.length - ITEMS}`] : []),
    ]
  // A header or setting that travels as {name, value}: its name decides what its value is.
  const hidesValue =
    'name' in value && typeof value.name === 'string' && NAMED.test(value.name) && 'value' in value
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 60)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => [
        name,
        (HIDDEN.test(name) || (hidesValue && name === 'value')) && item !== null && item !== ''
          ? '***'
          : shown(item, depth + 1),
      ]),
  )
}
