import { ADVICE, type AdviceCode } from '#contracts/carriers/carrier-advice.ts'
import type { CarrierMessage } from '#contracts/carriers/carrier-shipments.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { CarrierErrorKind, CarrierIssue } from '#server/features/carriers/carriers/index.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { LabelCarrier } from '../carriers/label-carrier.ts'

/** A message as it is kept: our code and the carrier's words; put into a language when it is read. */
export interface StoredMessage {
  level: 'error' | 'warning'
  advice: AdviceCode | null
  original: string
}

const LONGEST = 500

export const storedMessages = (
  carrier: LabelCarrier,
  issues: readonly CarrierIssue[],
): StoredMessage[] =>
  issues.map((issue) => ({
    level: issue.level,
    advice: carrier.advise(issue),
    original: issue.message.slice(0, LONGEST),
  }))

export const ownMessage = (advice: AdviceCode, original = ''): StoredMessage => ({
  level: 'error',
  advice,
  original,
})

const OF_KIND: Record<CarrierErrorKind, AdviceCode> = {
  network: 'down',
  timeout: 'lostAnswer',
  busy: 'busy',
  server: 'down',
  circuit: 'down',
  aborted: 'lostAnswer',
  auth: 'auth',
  refused: 'entitlement',
  badReply: 'badReply',
  tooLarge: 'badReply',
}
export const messageOfError = (kind: CarrierErrorKind, original: string): StoredMessage =>
  ownMessage(OF_KIND[kind], original)

/** In words: what is wrong, what to do, and which field of the order form has it. */
export function worded(lang: Lang, { level, advice, original }: StoredMessage): CarrierMessage {
  if (advice === null) return { level, advice, text: original, todo: null, field: null, original }
  return {
    level,
    advice,
    text: translate(lang, 'carrier-labels', `advice.${advice}`),
    todo: translate(lang, 'carrier-labels', `advice.${advice}.do`),
    field: ADVICE[advice].field,
    original,
  }
}

/** One line for lists and refusals: ours first, then what the carrier wrote. */
export function reasonOf(lang: Lang, messages: readonly StoredMessage[]): string {
  const errors = messages.filter(({ level }) => level === 'error')
  const lines = (errors.length > 0 ? errors : messages).map((one) => {
    const { text, original } = worded(lang, one)
    return original && original !== text ? `${text} (${original})` : text
  })
  return lines.join(' · ')
}
