/**
 * A path that means the same to all who read it, or null. What could be read in two ways (encoded
 * slashes, dots, percent signs, backslashes, empty and dot segments) is refused instead of being
 * brought into one form, so what is sent on is what was decided about.
 */
export function plainPath(raw: string): string | null {
  if (!/^\/(?:[A-Za-z0-9._~!$&'()*+,=:@/-]|%[0-9A-Fa-f]{2})*$/.test(raw)) return null
  if (/%(?:2[EFef5]|5[Cc]|0[0-9A-Fa-f]|1[0-9A-Fa-f]|7[Ff]|3[BbFf]|23)/.test(raw)) return null
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
