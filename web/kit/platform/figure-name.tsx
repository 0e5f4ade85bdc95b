import { Tooltip } from 'antd'
import { FIGURES, type FigureKey } from '#contracts/insight/figures.ts'
import { companyZone } from '../session/company-zone.ts'
import { useT } from '../text/i18n.ts'

/** The name of a figure; what it counts, and by whose day, in a tip on it. */
export function FigureName({ of, currency }: { of: FigureKey; currency?: string }) {
  const t = useT('figures')
  const name = t(of)
  return (
    <Tooltip
      title={`${t(`${of}.tip`)} ${t(`day.${FIGURES[of]}`, { zone: companyZone() })}`}
      trigger={['hover', 'focus', 'click']}
    >
      {/* Also for who has no pointer. */}
      <span className="py-figure-name" tabIndex={0}>
        {currency ? t('inCurrency', { name, currency }) : name}
      </span>
    </Tooltip>
  )
}
