import { useDict } from '../../kit/dict.ts'
import { useT } from '../../kit/i18n.ts'
import { useAddress } from '../../kit/use-address.ts'

/** All, staff or customers' users: what one looks for most, one click away. */
export function KindTabs() {
  const t = useT('users')
  const kinds = useDict('user_kind')
  const [params, setParams] = useAddress()
  const now = params.get('kind') ?? ''
  const choose = (kind: string) => setParams((old) => {
    const next = new URLSearchParams(old)
    next.delete('pageNo')
    if (kind) next.set('kind', kind)
    else next.delete('kind')
    return next
  }, { replace: true })
  return (
    <div className="usr-tabs" role="group" aria-label={t('kind')}>
      {[{ value: '', text: t('kind.all') }, ...kinds].map((kind) => <button key={kind.value} type="button" aria-pressed={now === kind.value} onClick={() => choose(kind.value)}>{kind.text}</button>)}
    </div>
  )
}
