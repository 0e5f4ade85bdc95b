import type { APIRequest, APIRequestContext, BrowserContextOptions } from '@playwright/test'
import { couriers } from '#contracts/carriers/couriers.ts'
import type { Endpoint, Out } from '#contracts/kit/endpoint.ts'
import { labels } from '#contracts/orders/labels.ts'
import { roles } from '#contracts/platform/access/roles.ts'
import { places, session } from '#contracts/platform/session/session.ts'
import { tenants } from '#contracts/platform/operations/tenants.ts'
import { users } from '#contracts/platform/people/users.calls.ts'
import { BASE_URL, PASSWORD } from './start.ts'
import type { Lang } from './texts.ts'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>
type Place = Pick<Out<typeof session.login>, 'tenantId' | 'departs' | 'userInfo'>
type Fields = Record<string, string | number | boolean | null | undefined | readonly string[]>
const WEEK_MS = 604_800_000

/**
 * A session opened over HTTP: it makes what a test needs before it begins, and a browser can go on
 * with it.
 */
export class ApiUser {
  private readonly api: APIRequestContext
  private readonly headers: Record<string, string>
  private localStorage: { name: string; value: string }[] = []
  private password = PASSWORD

  private constructor(api: APIRequestContext, lang: Lang) {
    this.api = api
    this.headers = { client_lang: lang, tenant_id: '0' }
  }

  /** Signs in; of several tenants and departments it takes the first, as the page offers them. */
  static async signIn(
    request: APIRequest,
    username: string,
    lang: Lang,
    password = PASSWORD,
  ): Promise<ApiUser> {
    const user = new ApiUser(await request.newContext({ baseURL: BASE_URL }), lang)
    user.password = password
    const answer = await user.call(session.login, { username, password, remember_me: true })
    user.headers['X-Access-Token'] = answer.token
    let place: Place = answer
    const [tenantId, ...otherTenants] = tenantsOf(place)
    if (otherTenants.length > 0) place = await user.call(places.selectTenant, { tenantId })
    const [depart, ...otherDeparts] = place.departs
    if (otherDeparts.length > 0)
      place = {
        ...place,
        ...(await user.call(places.selectDepart, { orgCode: depart?.orgCode, username })),
      }
    user.localStorage = storedEntries(answer, place, lang)
    return user
  }

  async call<E extends Endpoint>(endpoint: E, input: Fields): Promise<Out<E>> {
    const { method, path } = endpoint
    const given = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined && value !== null),
    ) as Record<string, string | number | boolean>
    const answer = await this.api.fetch(`/boot${path}`, {
      method,
      headers: this.headers,
      ...(method === 'GET' ? { params: given } : { data: input }),
    })
    const body = (await answer.json()) as { success: boolean; result: Out<E> }
    if (!body.success) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`)
    return body.result
  }

  /** Prints labels of orders as a PDF. */
  async print(ids: readonly string[]): Promise<void> {
    const answer = await this.api.fetch(`/boot${labels.print.path}`, {
      method: 'POST',
      headers: this.headers,
      data: { ids },
    })
    if (!answer.headers()['content-type']?.includes('pdf')) throw new Error(await answer.text())
  }

  /** What a browser starts with that was signed in as this person. */
  async storageState(): Promise<StorageState> {
    const { cookies } = await this.api.storageState()
    return { cookies, origins: [{ origin: BASE_URL, localStorage: this.localStorage }] }
  }

  async addUser(username: string, roleCode: string): Promise<void> {
    const all = await this.call(roles.queryall, {})
    const role = all.find((one) => one.roleCode === roleCode)
    // Its session may be older than the minutes in which a password was shown.
    await this.call(session.stepUp, { password: this.password })
    await this.call(users.add, {
      username,
      realname: username,
      workNo: `W-${username}`.slice(0, 30),
      password: PASSWORD,
      confirmpassword: PASSWORD,
      selectedroles: String(role?.id),
    })
  }

  /** Opens a tenant with its administrator. */
  async addTenant(code: string): Promise<{ username: string; password: string }> {
    const { admin } = await this.call(tenants.add, { code, name: code, adminUsername: code })
    await this.call(session.login, { ...admin, newpassword: PASSWORD, remember_me: false })
    return { username: admin.username, password: PASSWORD }
  }

  /**
   * How many times faster the days of a carrier's simulator pass, for parcels it is handed from now
   * on.
   */
  async setSimulatorSpeed(code: string, simulatorSpeed: number): Promise<void> {
    const { records } = await this.call(couriers.endpoints.list, { code, pageSize: 100 })
    const courier = records.find((one) => one.code === code)
    if (!courier) throw new Error(`no courier ${code}`)
    await this.call(couriers.endpoints.edit, { ...(courier as Fields), simulatorSpeed })
  }

  close(): Promise<void> {
    return this.api.dispose()
  }
}

const tenantsOf = ({ userInfo }: Place): string[] =>
  userInfo.relTenantIds.split(',').filter(Boolean)

/** The entries a sign-in leaves in the browser (web/kit/session/session.ts). */
function storedEntries(
  { token, sysAllDictItems }: Out<typeof session.login>,
  place: Place,
  lang: Lang,
): { name: string; value: string }[] {
  const expire = Date.now() + WEEK_MS
  const tenants = tenantsOf(place)
  const entries = {
    'Access-Token': token,
    Login_Username: place.userInfo.username,
    Login_Userinfo: place.userInfo,
    UI_CACHE_DB_DICT_DATA: sysAllDictItems,
    UI_CACHE_DB_DICT_LANG: lang,
    TENANT_ID: tenants.includes(place.tenantId) ? place.tenantId : (tenants[0] ?? '0'),
  }
  return [
    { name: 'client_lang', value: lang },
    ...Object.entries(entries).map(([name, value]) => ({
      name: `pro__${name}`,
      value: JSON.stringify({ value, expire }),
    })),
  ]
}
