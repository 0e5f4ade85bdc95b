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
}
export const CustomsContext = createContext<CustomsState>({
  verdict: null,
  asking: false,
  customerId: null,
  searches: false,
  remembers: false,
})

/** Findings of one field, or of all below a path that ends with a point. */
export function useFindingsAt(path: string): readonly Finding[] {
  const { verdict } = use(CustomsContext)
  return (
    verdict?.findings.filter((one) =>
      path.endsWith('.') ? one.path.startsWith(path) : one.path === path,
    ) ?? []
  )
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
