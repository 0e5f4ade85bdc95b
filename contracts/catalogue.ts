import type { Resource } from './kit/resource.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { dictionaries, session } from './session.ts'

/** Plain entities, one line each. */
export const resources: readonly Resource[] = []

/** Hand-written calls, one line per feature. */
export const features: Record<string, Record<string, Endpoint>> = { session, dictionaries }
