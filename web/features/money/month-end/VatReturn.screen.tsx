import { vatReturn } from '#contracts/money/month-end/month-end.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { monthBefore } from './month-before.ts'

const SUMS = ['net', 'tax', 'gross', 'baseNet', 'baseTax', 'baseGross']

/** Figures of the VAT return, by country, category and rate. */
export default function VatReturn({ title }: { title: string }) {
  return <ResourceScreen of={vatReturn} title={title} sums={SUMS} usual={monthBefore()} />
}
