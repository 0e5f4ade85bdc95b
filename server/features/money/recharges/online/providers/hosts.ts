import { perApp } from '#server/kit/runtime/deps.ts'

/** Where providers are reached. No setting leads elsewhere; tests put their own servers here. */
export interface ProviderHosts {
  stripe: { host: string; port?: number; protocol?: 'http' | 'https' }
  alipay: string
  /** `host:port` of a test's own server. */
  inside: readonly string[]
}

export const providerHosts = perApp<ProviderHosts>(() => ({
  stripe: { host: new URL('https://api.stripe.com').host },
  alipay: 'https://openapi.alipay.com/gateway.do',
  inside: [],
}))
