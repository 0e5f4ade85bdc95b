import type { Question } from '../../../../kit/platform/confirm.tsx'
import type { T } from '../../../../kit/text/i18n.ts'

const REASONS = ['jam', 'damaged', 'lost', 'changed'] as const

/** Why labels of so many orders are printed once more; the usual reasons are one press. */
export const reprintQuestion = (t: T, count: number): Question => ({
  title: t('ask.reprint', { count }),
  content: t('ask.reprint.text'),
  ok: t('ask.reprint.ok', { count }),
  reason: true,
  reasons: REASONS.map((reason) => t(`ask.reprint.${reason}`)),
})
