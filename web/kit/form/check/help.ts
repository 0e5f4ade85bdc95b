import { isMask } from '#contracts/kit/personal.ts'
import type { T } from '../../text/i18n.ts'

/** The line below a field: what to enter, or that what is shown masked is left as it is unless it is changed. */
export function helpOf(t: T, name: string, shown: unknown): { extra?: string } {
  if (isMask(name, shown)) return { extra: t('form.masked') }
  return t.has(`${name}.help`) ? { extra: t(`${name}.help`) } : {}
}
