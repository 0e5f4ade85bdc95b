import type { Configuration } from 'openid-client'
import type { Adapter } from './adapter.ts'
import {
  isAllowedInternalHost,
  ExternalHttpError,
  externalFetch,
  TIMEOUT_MS,
} from './external-http.ts'
import type { KnownProvider } from './known-provider.ts'

/** Loaded with the first sign-in of this kind, not with the server. */
const library = () => import('openid-client')

/**
 * Discovery by the issuer's own document; the library holds its `issuer` against ours. ID tokens
 * are checked by signature, whatever the way they came.
 */
async function configOf(provider: KnownProvider): Promise<Configuration> {
  const { settings, secret } = provider
  const client = await library()
  const issuer = new URL(settings.issuer)
  const plain = issuer.protocol === 'http:'
  if (plain && !isAllowedInternalHost(provider, issuer))
    throw new ExternalHttpError('ADDRESS_SCHEME')
  return await client.discovery(
    issuer,
    settings.clientId,
    secret || undefined,
    secret ? client.ClientSecretPost(secret) : client.None(),
    {
      [client.customFetch]: (url, options) => externalFetch(provider, url, options as RequestInit),
      timeout: TIMEOUT_MS / 1000,
      execute: [
        client.enableNonRepudiationChecks,
        ...(plain ? [client.allowInsecureRequests] : []),
      ],
    },
  )
}

/** OpenID Connect, authorization code with PKCE. */
export const oidc: Adapter = {
  authorize: async (provider, { redirectUri, state, nonce, verifier }) => {
    const client = await library()
    return client.buildAuthorizationUrl(await configOf(provider), {
      redirect_uri: redirectUri,
      scope: provider.settings.scope || 'openid profile',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
  },
  identify: async (provider, back, { redirectUri, state, nonce, verifier }) => {
    const config = await configOf(provider)
    const current = new URL(redirectUri)
    for (const name of ['code', 'iss', 'session_state'] as const)
      if (back[name] !== undefined) current.searchParams.set(name, back[name])
    current.searchParams.set('state', state)
    const client = await library()
    const tokens = await client.authorizationCodeGrant(config, current, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new ExternalHttpError('no id token')
    const name = [claims.name, claims.preferred_username, claims.email].find(
      (value) => typeof value === 'string' && value !== '',
    )
    return {
      issuer: claims.iss,
      subject: claims.sub,
      name: typeof name === 'string' ? name.slice(0, 100) : null,
    }
  },
  probe: async (provider) => (await configOf(provider)).serverMetadata().issuer,
}
