import type { RowOf } from '#contracts/kit/entity.ts'
import { ecSales } from '#contracts/money/month-end/month-end.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { monthBefore } from './month-before.ts'

const SUMS = ['net', 'tax', 'gross', 'baseNet', 'baseTax', 'baseGross']

/** What businesses of other member states owe the tax of; a missing VAT number stands out. */
export default function EcSales({ title }: { title: string }) {
  const t = useT('ec-sales')
  const vatId = (row: RowOf<typeof ecSales>) =>
    row.vatId ?? <StatusTag tone="warning">{t('noVatId')}</StatusTag>
  return (
    <ResourceScreen
      of={ecSales}
      title={title}
      sums={SUMS}
      usual={monthBefore()}
      cells={{ vatId }}
    />
  )
}
