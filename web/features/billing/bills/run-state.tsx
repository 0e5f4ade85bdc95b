import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** A compared bill is done with only once no line of it waits for a decision. */
export function RunState({ state, open }: { state: string | null; open: number }) {
  const t = useT('bills')
  return state === 'matched' && open > 0 ? (
    <StatusTag tone="waiting">{t('state.open', { count: open })}</StatusTag>
  ) : (
    <DictTag code="bill_run_state" value={state} />
  )
}
