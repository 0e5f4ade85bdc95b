import { billDictionaries } from './dictionaries.bills.ts'
import { carrierDictionaries } from './dictionaries.carriers.ts'
import { domainDictionaries } from './dictionaries.domain.ts'
import { podDictionaries } from './dictionaries.pods.ts'
import { returnDictionaries } from './dictionaries.returns.ts'
import { systemDictionaries } from './dictionaries.system.ts'
import { trackingDictionaries } from './dictionaries.tracking.ts'
import { worldDictionaries } from './dictionaries.world.ts'
import type { Dictionary } from './dictionary.ts'

export type { Dictionary } from './dictionary.ts'

/** The built-in dictionaries (tenant 0), items in the order they are shown. */
export const dictionaries: readonly Dictionary[] = [
  ...domainDictionaries(),
  ...trackingDictionaries(),
  ...carrierDictionaries,
  ...worldDictionaries(),
  ...billDictionaries(),
  ...podDictionaries(),
  ...returnDictionaries(),
  ...systemDictionaries(),
]
