import { at, type Adapter } from './adapter.ts'
import { jsonFrom, ExternalHttpError, refuseErrcode, textFrom, textIn } from './external-http.ts'

const AUTHORIZE = 'https://open.weixin.qq.com/connect/qrconnect'
const API = 'https://api.weixin.qq.com'

/**
 * WeChat open platform, web sign-in by QR code. The open id belongs to one app, and so does what it
 * signs in.
 */
export const wechat: Adapter = {
  authorize: async ({ settings }, { redirectUri, state }) => {
    const url = at(settings.authorizeUrl || AUTHORIZE, '', {
      appid: settings.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'snsapi_login',
      state,
    })
    url.hash = 'wechat_redirect'
    return url
  },
  identify: async (provider, { code = '' }) => {
    const { settings, secret } = provider
    const api = settings.apiUrl || API
    const answer = await jsonFrom(
      provider,
      at(api, '/sns/oauth2/access_token', {
        appid: settings.clientId,
        secret,
        code,
        grant_type: 'authorization_code',
      }),
    )
    refuseErrcode(answer)
    const [token, openid] = [textIn(answer, 'access_token'), textIn(answer, 'openid')]
    if (!token || !openid) throw new ExternalHttpError('no access token')
    const principal = await jsonFrom(
      provider,
      at(api, '/sns/userinfo', { access_token: token, openid }),
    )
    refuseErrcode(principal)
    if (textIn(principal, 'openid') !== openid) throw new ExternalHttpError('another open id')
    return {
      issuer: `wechat:${settings.clientId}`,
      subject: openid,
      name: textIn(principal, 'nickname').slice(0, 100) || null,
    }
  },
  probe: async (provider) => {
    const { settings, secret } = provider
    const answer = JSON.parse(
      await textFrom(
        provider,
        at(settings.apiUrl || API, '/cgi-bin/token', {
          grant_type: 'client_credential',
          appid: settings.clientId,
          secret,
        }),
      ),
    ) as Record<string, unknown>
    refuseErrcode(answer)
    return new URL(settings.apiUrl || API).host
  },
}
