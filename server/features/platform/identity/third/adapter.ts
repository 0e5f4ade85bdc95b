import type { KnownProvider } from './known-provider.ts'

/** One walk: what was made up for it. */
export interface OAuthFlow {
  redirectUri: string
  state: string
  nonce: string
  verifier: string
}
/** A user's identity at another provider. */
export interface Identity {
  issuer: string
  subject: string
  name: string | null
}
export type OAuthCallback = Partial<
  Record<'code' | 'authCode' | 'ticket' | 'state' | 'iss' | 'session_state', string>
>

/**
 * How one kind of provider is spoken to. Both throw `Outside` (or the library's error) where it
 * does not answer well.
 */
export interface Adapter {
  /** Where the browser is sent. */
  authorize(provider: KnownProvider, walk: OAuthFlow): Promise<URL>
  /** What the way back brought, proved from server to server. */
  identify(provider: KnownProvider, back: OAuthCallback, walk: OAuthFlow): Promise<Identity>
  /** Whether the provider is there and knows us, as far as can be seen without a user. */
  probe(provider: KnownProvider): Promise<string>
}

/** An address with its query. */
export function at(base: string, path: string, query: Record<string, string> = {}): URL {
  const url = new URL(`${base.replace(/\/$/, '')}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}
