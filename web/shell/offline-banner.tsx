import { useEffect, useState, useSyncExternalStore } from 'react'
import { NO_ANSWER } from '../kit/http/api-error.ts'
import { onFailure } from '../kit/http/failures.ts'
import { useT } from '../kit/text/i18n.ts'
import { queryClient } from '../kit/http/query.ts'
import { useScansOffline } from '../kit/scan/offline-scanning.ts'

const onLine = () => navigator.onLine
function hear(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/**
 * Shows that there is no connection for as long as there is none: the browser's word, or a call
 * without answer until one comes through.
 */
export function OfflineBanner() {
  const t = useT('shell')
  const online = useSyncExternalStore(hear, onLine)
  const scanning = useScansOffline()
  const [unanswered, setUnanswered] = useState(false)
  useEffect(() => onFailure((error) => setUnanswered(error.status === NO_ANSWER)), [])
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') setUnanswered(false)
      }),
    [],
  )
  if (online && !unanswered) return null
  return (
    <div className="py-offline" role="status">
      {t(scanning ? 'offline.scanning' : 'offline')}
    </div>
  )
}
