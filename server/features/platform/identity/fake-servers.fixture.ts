import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webcrypto } from 'node:crypto'

const b64 = (bytes: ArrayBuffer | Uint8Array | string): string =>
  Buffer.from(typeof bytes === 'string' ? bytes : new Uint8Array(bytes)).toString('base64url')
const { subtle } = webcrypto
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

/** What the next id token is to look like; each test changes what it attacks. */
export interface Minting {
  alg: 'RS256' | 'none'
  foreignKey: boolean
  claims: Record<string, unknown>
}
interface Grant {
  challenge: string
  nonce: string
  redirectUri: string
  used: boolean
}
export interface FakeServers {
  origin: string
  host: string
  minting: Minting
  /** What was asked of it, path and query, newest last. */
  requests: string[]
  /** What WeChat, WeCom and DingTalk answer next time. */
  says: {
    wecom: Record<string, unknown>
    wechat: Record<string, unknown>
    dingtalk: Record<string, unknown>
    cas: string
  }
  /** A person signs in at the OIDC house: where its browser is sent back to. */
  consent(authorize: URL, subject: string): URL
  close(): Promise<void>
}

/**
 * One server that speaks OpenID Connect, WeCom, DingTalk, WeChat and CAS 3.0 as their documents
 * answer.
 */
export async function startFakeServers(port = 0): Promise<FakeServers> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  }
  const [own, foreign] = [
    await subtle.generateKey(algorithm, true, ['sign', 'verify']),
    await subtle.generateKey(algorithm, true, ['sign', 'verify']),
  ]
  const jwk = {
    ...(await subtle.exportKey('jwk', own.publicKey)),
    kid: 'k1',
    use: 'sig',
    alg: 'RS256',
  }
  const grants = new Map<string, Grant & { subject: string }>()
  const state: FakeServers = {
    origin: '',
    host: '',
    minting: { alg: 'RS256', foreignKey: false, claims: {} },
    requests: [],
    says: {
      wecom: { errcode: 0, userid: 'lina' },
      wechat: { openid: 'o-lina', nickname: 'Li Na' },
      dingtalk: { unionId: 'u-lina', nick: '李娜', openId: 'x' },
      cas: '',
    },
    consent: (authorize, subject) => {
      const query = authorize.searchParams
      const code = b64(webcrypto.getRandomValues(new Uint8Array(12)))
      grants.set(code, {
        challenge: query.get('code_challenge') ?? '',
        nonce: query.get('nonce') ?? '',
        redirectUri: query.get('redirect_uri') ?? '',
        used: false,
        subject,
      })
      const back = new URL(query.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', query.get('state') ?? '')
      return back
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
  const idToken = async ({
    nonce,
    subject,
  }: {
    nonce: string
    subject: string
  }): Promise<string> => {
    const at = Math.floor(Date.now() / 1000)
    const header = { alg: state.minting.alg, typ: 'JWT', kid: 'k1' }
    const claims = {
      iss: state.origin,
      aud: 'parcelyard',
      sub: subject,
      nonce,
      iat: at,
      exp: at + 300,
      name: `Name of ${subject}`,
      ...state.minting.claims,
    }
    const text = `${b64(JSON.stringify(header))}.${b64(JSON.stringify(claims))}`
    return `${text}.${state.minting.alg === 'none' ? '' : b64(await subtle.sign('RSASSA-PKCS1-v1_5', (state.minting.foreignKey ? foreign : own).privateKey, Buffer.from(text)))}`
  }
  const answer = async (
    url: URL,
    request: IncomingMessage,
  ): Promise<{ status?: number; json?: unknown; xml?: string; location?: URL }> => {
    const query = url.searchParams
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return {
          json: {
            issuer: state.origin,
            authorization_endpoint: `${state.origin}/authorize`,
            token_endpoint: `${state.origin}/token`,
            jwks_uri: `${state.origin}/jwks`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
            code_challenge_methods_supported: ['S256'],
          },
        }
      // The browser's user has signed in there already.
      case '/authorize':
        return { status: 302, location: state.consent(url, 'browser') }
      case '/jwks':
        return { json: { keys: [jwk] } }
      case '/token': {
        const form = new URLSearchParams(await bodyOf(request))
        const grant = grants.get(form.get('code') ?? '')
        const challenge = b64(
          await subtle.digest('SHA-256', Buffer.from(form.get('code_verifier') ?? '')),
        )
        if (
          !grant ||
          grant.used ||
          challenge !== grant.challenge ||
          form.get('redirect_uri') !== grant.redirectUri ||
          form.get('client_id') !== 'parcelyard' ||
          form.get('client_secret') !== 'oidc-secret'
        )
          return { status: 400, json: { error: 'invalid_grant' } }
        grant.used = true
        return {
          json: {
            access_token: 'at',
            token_type: 'Bearer',
            expires_in: 300,
            id_token: await idToken(grant),
          },
        }
      }
      case '/cgi-bin/gettoken':
        return {
          json:
            query.get('corpsecret') === 'wecom-secret'
              ? { errcode: 0, errmsg: 'ok', access_token: 'wt', expires_in: 7200 }
              : { errcode: 40001, errmsg: 'invalid credential' },
        }
      case '/cgi-bin/auth/getuserinfo':
        return {
          json:
            query.get('access_token') === 'wt' && query.get('code') === 'good'
              ? state.says.wecom
              : { errcode: 40029, errmsg: 'invalid code' },
        }
      case '/v1.0/oauth2/userAccessToken': {
        const body = JSON.parse(await bodyOf(request)) as Record<string, unknown>
        return body.code === 'good' &&
          body.clientSecret === 'ding-secret' &&
          body.grantType === 'authorization_code'
          ? { json: { accessToken: 'dt', refreshToken: 'r', expireIn: 7200 } }
          : { status: 400, json: { code: 'invalidParameter.authCode.notFound' } }
      }
      case '/v1.0/contact/users/me':
        return request.headers['x-acs-dingtalk-access-token'] === 'dt'
          ? { json: state.says.dingtalk }
          : { status: 401, json: { code: 'InvalidAuthentication' } }
      case '/sns/oauth2/access_token':
        return {
          json:
            query.get('code') === 'good' && query.get('secret') === 'wechat-secret'
              ? { access_token: 'xt', expires_in: 7200, openid: 'o-lina', scope: 'snsapi_login' }
              : { errcode: 40029, errmsg: 'invalid code' },
        }
      case '/sns/userinfo':
        return { json: query.get('access_token') === 'xt' ? state.says.wechat : { errcode: 40001 } }
      case '/cas/serviceValidate':
        return { xml: state.says.cas }
      default:
        return { status: 404, json: {} }
    }
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', state.origin)
    state.requests.push(url.pathname + url.search)
    void answer(url, request).then(({ status = 200, json, xml, location }) => {
      response.writeHead(status, {
        ...(location ? { location: String(location) } : {}),
        'content-type': xml === undefined ? 'application/json' : 'application/xml',
      })
      response.end(xml ?? JSON.stringify(json ?? null))
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  state.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  state.origin = `http://${state.host}`
  return state
}
export const casYes = (user: string): string =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess><cas:user>${user}</cas:user><cas:attributes><cas:email>a@b.c</cas:email></cas:attributes></cas:authenticationSuccess></cas:serviceResponse>`
export const casNo = `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationFailure code="INVALID_TICKET">Ticket not recognized</cas:authenticationFailure></cas:serviceResponse>`
