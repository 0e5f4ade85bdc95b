import { useQuery } from '@tanstack/react-query'
import { tradeQuestions, type QuestionState } from '#contracts/money/trade-questions.ts'
import { call } from '../../../kit/http/api.ts'
import { gathered } from '../../../kit/http/gathered.ts'
import { StatusTag, type Tone } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const TONES: Readonly<Record<QuestionState, Tone>> = {
  open: 'warning',
  answered: 'done',
  closed: 'idle',
}
const stateOf = gathered<QuestionState>((ids) =>
  call(tradeQuestions.states, { ids }, { quiet: true }),
)

export function QuestionTag({ state }: { state: QuestionState }) {
  const t = useT('trades')
  return <StatusTag tone={TONES[state]}>{t(`question.${state}`)}</StatusTag>
}

/** Whether a line was asked about; nothing where it was not. */
export function QuestionOf({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: [tradeQuestions.states.path, id],
    queryFn: () => stateOf(id),
  })
  return data && data !== 'closed' ? <QuestionTag state={data} /> : null
}
