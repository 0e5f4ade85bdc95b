import type { Role } from './roles.ts'

/** Whether a pattern of a role means this code. */
export function matches(pattern: string, code: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === code
  const tail = rest.pop() ?? ''
  if (code.length < head.length + tail.length || !code.startsWith(head) || !code.endsWith(tail))
    return false
  let from = head.length
  const end = code.length - tail.length
  return rest.every((part) => {
    const at = code.indexOf(part, from)
    from = at + part.length
    return at >= 0 && from <= end
  })
}

/** The codes of `known` a role is granted. */
export function grantsOf(role: Role, known: readonly string[]): string[] {
  return known.filter(
    (code) =>
      role.grants.some((pattern) => matches(pattern, code)) &&
      !role.except?.some((pattern) => matches(pattern, code)),
  )
}
