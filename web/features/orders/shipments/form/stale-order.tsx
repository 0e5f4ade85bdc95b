import { Alert, Button } from 'antd'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { Moment } from '../../../../kit/table/cells.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { differences, fromDetail, type Draft } from './draft.ts'
import { labelOf } from './field-labels.ts'

/** Somebody saved the order in between: where both differ, side by side, and the choice. */
export function StaleOrder({
  mine,
  theirs,
  onMine,
  onTheirs,
}: {
  mine: Draft
  theirs: OrderDetail
  onMine: () => void
  onTheirs: () => void
}) {
  const t = useT('shipments')
  const differing = differences(mine, fromDetail(theirs))
  return (
    <Alert
      type="warning"
      role="alert"
      className="py-summary"
      title={t('stale.title', { by: theirs.updateBy ?? '' })}
      description={
        <>
          <p>
            <Moment at={theirs.updateTime} />
          </p>
          <table className="py-compare">
            <thead>
              <tr>
                <td />
                <th scope="col">{t('stale.mine')}</th>
                <th scope="col">{t('stale.theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {differing.map((one) => (
                <tr key={one.path}>
                  <th scope="row">{labelOf(one.path, t) ?? one.path}</th>
                  <td>{one.mine || '–'}</td>
                  <td>{one.theirs || '–'}</td>
                </tr>
              ))}
              {differing.length === 0 && (
                <tr>
                  <td colSpan={3}>{t('stale.same')}</td>
                </tr>
              )}
            </tbody>
          </table>
          <div className="py-empty-actions">
            <Button onClick={onTheirs}>{t('stale.takeTheirs')}</Button>
            <Button type="primary" onClick={onMine}>
              {t('stale.keepMine')}
            </Button>
          </div>
        </>
      }
    />
  )
}
