import { createContext, use } from 'react'
import type { Finding, Verdict } from '#contracts/orders/customs/customs.calls.ts'

/** The checker's findings for the order on the screen; paths are those of the form. */
export interface CustomsState {
  verdict: Verdict | null
  asking: boolean
  /** Whose memory of goods is asked; null where the caller has their own. */
  customerId: string | null
  /** The caller may search codes. */
  searches: boolean
  /** It is known whose memory is asked. */
  remembers: boolean
  /** Errors refuse the confirmation of this kind of order; of others only its customs papers. */
  strict: boolean
}
export const CustomsContext = createContext<CustomsState>({
  verdict: null,
  asking: false,
  customerId: null,
  searches: false,
  remembers: false,
  strict: false,
})

/** How a finding is marked: what refuses nothing at confirming is no error. */
export const markOf = ({ severity }: Finding, strict: boolean): Finding['severity'] =>
  strict ? severity : 'warning'

/** Findings of one field, or of all below a path that ends with a point, as they are marked. */
export function useFindingsAt(path: string): readonly Finding[] {
  const { verdict, strict } = use(CustomsContext)
  const found = verdict?.findings.filter((one) =>
    path.endsWith('.') ? one.path.startsWith(path) : one.path === path,
  )
  return found?.map((one) => ({ ...one, severity: markOf(one, strict) })) ?? []
}

/** The checker's finding for a field, next to it. */
export function FieldFindings({ path }: { path: string }) {
  const findings = useFindingsAt(path)
  return findings.map(({ code, path: at, severity, message }) => (
    <p key={`${at} ${code}`} className={`customs-finding customs-${severity}`}>
      {message}
    </p>
  ))
}
