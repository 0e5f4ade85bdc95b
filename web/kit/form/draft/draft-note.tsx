import { Alert, Button } from 'antd'
import { useT } from '../../text/i18n.ts'
import { formatMoment } from '../../text/formats.ts'

/** Entries of an earlier visit were put back. `old`: the row was saved since. */
export function DraftNote({ at, old, onDrop }: { at: number; old: boolean; onDrop: () => void }) {
  const t = useT()
  return (
    <Alert
      type="info"
      className="py-summary"
      title={t('form.draft', { at: formatMoment(new Date(at).toISOString()) })}
      {...(old ? { description: t('form.draftOld') } : {})}
      action={
        <Button size="small" onClick={onDrop}>
          {t('form.dropDraft')}
        </Button>
      }
    />
  )
}
