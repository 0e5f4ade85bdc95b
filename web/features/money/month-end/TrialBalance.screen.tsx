import { trialBalance } from '#contracts/money/month-end/month-end.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { monthBefore } from './month-before.ts'

const SUMS = ['opening', 'debit', 'credit', 'closing']

/** Every account of the ledger over whole months. */
export default function TrialBalance({ title }: { title: string }) {
  return <ResourceScreen of={trialBalance} title={title} sums={SUMS} usual={monthBefore()} />
}
