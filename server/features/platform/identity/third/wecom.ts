import { at, type Adapter } from './adapter.ts'
import { jsonFrom, ExternalHttpError, refuseErrcode, textIn } from './external-http.ts'
import type { KnownProvider } from './known-provider.ts'

const AUTHORIZE = 'https://login.work.weixin.qq.com/wwlogin/sso/login'
const API = 'https://qyapi.weixin.qq.com'
const api = ({ settings }: KnownProvider) => settings.apiUrl || API

async function accessToken(provider: KnownProvider): Promise<string> {
  const answer = await jsonFrom(
    provider,
    at(api(provider), '/cgi-bin/gettoken', {
      corpid: provider.settings.clientId,
      corpsecret: provider.secret,
    }),
  )
  refuseErrcode(answer)
  return (
    textIn(answer, 'access_token') ||
    (() => {
      throw new ExternalHttpError('no access token')
    })()
  )
}

/**
 * WeCom (企业微信), web sign-in of a company's own app. Only members have a userid; guests are refused.
 */
export const wecom: Adapter = {
  authorize: async ({ settings }, { redirectUri, state }) =>
    at(settings.authorizeUrl || AUTHORIZE, '', {
      login_type: 'CorpApp',
      appid: settings.clientId,
      agentid: settings.agentId,
      redirect_uri: redirectUri,
      state,
    }),
  identify: async (provider, { code = '' }) => {
    const token = await accessToken(provider)
    const answer = await jsonFrom(
      provider,
      at(api(provider), '/cgi-bin/auth/getuserinfo', { access_token: token, code }),
    )
    refuseErrcode(answer)
    const subject = textIn(answer, 'userid')
    if (!subject) throw new ExternalHttpError('not a member')
    return { issuer: `wecom:${provider.settings.clientId}`, subject, name: subject.slice(0, 100) }
  },
  probe: async (provider) => (await accessToken(provider)) && 'gettoken',
}
