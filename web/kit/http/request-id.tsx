import { useT } from '../text/i18n.ts'
import { copyText } from '../text/clipboard.ts'

/** The id under which operations find this request in the log; a click copies it. */
export function RequestId({ id }: { id: string }) {
  const t = useT()
  return (
    <button
      type="button"
      className="py-request-id"
      title={t('action.copy')}
      onClick={() => void copyText(id)}
    >
      {t('failure.requestId')} <code>{id}</code>
    </button>
  )
}
