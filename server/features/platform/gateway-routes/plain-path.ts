/**
 * A path that means the same to all who read it, or null. What could be read in two ways (encoded
 * signs of ASCII but the blank, lower-case hex, backslashes, empty and dot segments) is refused
 * instead of being brought into one form, so what is sent on is what was decided about.
 */
export function plainPath(raw: string): string | null {
  if (!/^\/(?:[A-Za-z0-9._~!$&'()*+,=:@/-]|%(?:20|[89A-F][0-9A-F]))*$/.test(raw)) return null
  try {
    decodeURIComponent(raw)
  } catch {
    return null
  }
  const segments = raw.split('/').slice(1)
  const odd = segments.some(
    (one, at) => /^\.+$/.test(one) || (one === '' && at < segments.length - 1),
  )
  return odd ? null : raw
}
