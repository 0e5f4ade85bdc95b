import { Alert, Button } from 'antd'
import type { Field } from '#contracts/kit/field.ts'
import { Moment } from './cells.tsx'
import type { T } from './i18n.ts'
import { fieldContent } from './resource-cells.tsx'

interface StaleRowProps {
  fields: readonly (readonly [string, Field])[]
  mine: Record<string, unknown>
  theirs: Record<string, unknown>
  t: T
  onTheirs: () => void
  onMine: () => void
}
const same = (a: unknown, b: unknown): boolean => (a ?? '') === (b ?? '') || String(a ?? '') === String(b ?? '')

/** Someone else saved first: both versions side by side where they differ, and the choice. */
export function StaleRow({ fields, mine, theirs, t, onTheirs, onMine }: StaleRowProps) {
  const differing = fields.filter(([key]) => !same(mine[key], theirs[key]))
  const by = typeof theirs.updateBy === 'string' ? theirs.updateBy : ''
  return (
    <Alert
      type="warning" className="py-summary" role="alert" title={t('stale.title', { by })}
      description={(
        <>
          {typeof theirs.updateTime === 'string' && <p><Moment at={theirs.updateTime} /></p>}
          <table className="py-compare">
            <thead><tr><td /><th scope="col">{t('stale.mine')}</th><th scope="col">{t('stale.theirs')}</th></tr></thead>
            <tbody>
              {differing.map(([key, spec]) => <tr key={key}><th scope="row">{t(key)}</th><td>{fieldContent(mine, key, spec, t) ?? '–'}</td><td>{fieldContent(theirs, key, spec, t) ?? '–'}</td></tr>)}
              {differing.length === 0 && <tr><td colSpan={3}>{t('stale.same')}</td></tr>}
            </tbody>
          </table>
          <div className="py-empty-actions"><Button onClick={onTheirs}>{t('stale.takeTheirs')}</Button><Button type="primary" onClick={onMine}>{t('stale.keepMine')}</Button></div>
        </>
      )}
    />
  )
}
