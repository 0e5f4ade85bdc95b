import { at, type Adapter } from './adapter.ts'
import { jsonFrom, ExternalHttpError, textFrom, textIn } from './external-http.ts'

const AUTHORIZE = 'https://login.dingtalk.com/oauth2/auth'
const API = 'https://api.dingtalk.com'

/**
 * DingTalk, OAuth 2 sign-in of a third-party site. The union id is the same in all apps of one
 * developer.
 */
export const dingtalk: Adapter = {
  authorize: async ({ settings }, { redirectUri, state }) =>
    at(settings.authorizeUrl || AUTHORIZE, '', {
      redirect_uri: redirectUri,
      response_type: 'code',
      client_id: settings.clientId,
      scope: settings.scope || 'openid',
      state,
      prompt: 'consent',
    }),
  identify: async (provider, { authCode, code }) => {
    const { settings, secret } = provider
    const api = settings.apiUrl || API
    const answer = await jsonFrom(provider, at(api, '/v1.0/oauth2/userAccessToken'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        clientId: settings.clientId,
        clientSecret: secret,
        code: authCode ?? code ?? '',
        grantType: 'authorization_code',
      }),
    })
    const token = textIn(answer, 'accessToken')
    if (!token) throw new ExternalHttpError('no access token')
    const me = await jsonFrom(provider, at(api, '/v1.0/contact/users/me'), {
      headers: { 'x-acs-dingtalk-access-token': token },
    })
    const subject = textIn(me, 'unionId')
    if (!subject) throw new ExternalHttpError('no union id')
    return {
      issuer: `dingtalk:${settings.clientId}`,
      subject,
      name: textIn(me, 'nick').slice(0, 100) || null,
    }
  },
  // There is nothing to ask without a user: only whether the server answers.
  probe: async (provider) => {
    const { settings } = provider
    await textFrom(provider, at(settings.apiUrl || API, '/v1.0/contact/users/me')).catch(
      (error: unknown) => {
        if (!(error instanceof ExternalHttpError && error.message.startsWith('HTTP 4'))) throw error
      },
    )
    return new URL(settings.apiUrl || API).host
  },
}
