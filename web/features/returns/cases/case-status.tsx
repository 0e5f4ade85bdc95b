import { useDict, useDictItem } from '../../../kit/http/dict.ts'
import { StatusTag, toneOf } from '../../../kit/platform/status-tag.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** The status in its reader's words: who is waited for reads that it is they. */
export function useCaseStatus(): (status: string) => string {
  const t = useT('cases')
  const words = useDict('case_status')
  const ofCustomer = (useSession().user?.customerId ?? null) !== null
  return (status) =>
    ofCustomer && status === 'waitingCustomer'
      ? t('status.waitingYou')
      : (words.find(({ value }) => value === status)?.text ?? status)
}

export function CaseStatus({ status }: { status: string }) {
  const textOf = useCaseStatus()
  const tone = toneOf(useDictItem('case_status', status)?.color)
  return <StatusTag tone={tone}>{textOf(status)}</StatusTag>
}
