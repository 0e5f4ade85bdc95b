import { useMemo } from 'react'
import { useDict } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAddress } from '../../../kit/list/use-address.ts'

/** All users, staff or customers' people; it stands in the address like the filters below it. */
export function useKind(): {
  kind: string
  fixed: Record<string, string>
  choose: (kind: string) => void
} {
  const [params, setParams] = useAddress()
  const given = params.get('kind') ?? ''
  const kind = given === 'staff' || given === 'customer' ? given : ''
  const fixed = useMemo((): Record<string, string> => {
    const sent: Record<string, string> = {}
    if (kind !== '') sent.kind = kind
    return sent
  }, [kind])
  const choose = (next: string) =>
    setParams(
      (old) => {
        const changed = new URLSearchParams(old)
        for (const name of ['pageNo', 'kind']) changed.delete(name)
        if (next) changed.set('kind', next)
        return changed
      },
      { replace: true },
    )
  return { kind, fixed, choose }
}

export function KindTabs({ value, onChange }: { value: string; onChange: (kind: string) => void }) {
  const t = useT('users')
  const kinds = useDict('user_kind')
  return (
    <div className="usr-tabs" role="group" aria-label={t('kind')}>
      {[{ value: '', text: t('kind.all') }, ...kinds].map((kind) => (
        <button
          key={kind.value}
          type="button"
          aria-pressed={value === kind.value}
          onClick={() => onChange(kind.value)}
        >
          {kind.text}
        </button>
      ))}
    </div>
  )
}
