import { useCallback, useMemo, useRef } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router'

/**
 * What this turn has already written, before React draws again: a second change must build on it.
 * Not by the place's key: one comes back to a key, and what was written then is past.
 */
let pending: { over: Location; params: URLSearchParams } | null = null

/**
 * The parameters of the address and a way to change some of them; several changes in one turn add
 * up.
 */
export function useAddress(): [
  URLSearchParams,
  (edit: (now: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void,
] {
  const location = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(location.search), [location.search])
  const latest = useRef({ location, params, navigate })
  latest.current = { location, params, navigate }
  const change = useCallback(
    (edit: (now: URLSearchParams) => URLSearchParams, options: { replace?: boolean } = {}) => {
      const { location: here, params: drawn, navigate: go } = latest.current
      const next = edit(new URLSearchParams(pending?.over === here ? pending.params : drawn))
      pending = { over: here, params: next }
      const search = next.toString()
      void go(
        { pathname: here.pathname, search: search ? `?${search}` : '', hash: here.hash },
        { replace: options.replace ?? false, state: here.state },
      )
    },
    [],
  )
  return [params, change]
}
