import type { UserRow } from '#contracts/platform/people/users.calls.ts'

/** A user as the form holds one; lists as arrays. */
export interface UserValues {
  username: string | null
  realname: string | null
  nickname: string | null
  avatar: string | null
  workNo: string | null
  kind: 'staff' | 'customer'
  customerId: string | null
  selectedroles: readonly string[]
  selecteddeparts: readonly string[]
  userIdentity: string
  departIds: readonly string[]
  post: readonly string[]
  depotIds: readonly string[]
  relTenantIds: readonly string[]
  sex: string | null
  birthday: string | null
  phone: string | null
  email: string | null
  telephone: string | null
}

const listed = (text: unknown): string[] =>
  typeof text === 'string' && text !== '' ? text.split(',') : []

export function valuesOf(row: Partial<UserRow> | null, roles: readonly string[] = []): UserValues {
  return {
    username: row?.username ?? null,
    realname: row?.realname ?? null,
    nickname: row?.nickname ?? null,
    avatar: row?.avatar ?? null,
    workNo: row?.workNo ?? null,
    kind: row?.customerId ? 'customer' : 'staff',
    customerId: row?.customerId ?? null,
    selectedroles: row ? listed(row.selectedroles) : roles,
    selecteddeparts: listed(row?.selecteddeparts),
    userIdentity: row?.userIdentity ?? '1',
    departIds: listed(row?.departIds),
    post: listed(row?.post),
    depotIds: listed(row?.depotIds),
    // The first is the home tenant, which is not chosen here.
    relTenantIds: listed(row?.relTenantIds).slice(1),
    sex: row?.sex ?? null,
    birthday: row?.birthday ?? null,
    phone: row?.phone ?? null,
    email: row?.email ?? null,
    telephone: row?.telephone ?? null,
  }
}

/**
 * What goes over the wire. What the caller may not set, or means nothing for such a user, is
 * left out.
 */
export function bodyOf(
  { kind, username, customerId, ...values }: UserValues,
  { isNew, sub, platform }: { isNew: boolean; sub: boolean; platform: boolean },
): Record<string, unknown> {
  const staff = kind === 'staff'
  const lists = {
    ...(sub ? {} : { selectedroles: values.selectedroles }),
    ...(staff
      ? {
          selecteddeparts: values.selecteddeparts,
          departIds:
            values.userIdentity === '2'
              ? values.departIds.filter((id) => values.selecteddeparts.includes(id))
              : [],
          post: values.post,
          depotIds: values.depotIds,
        }
      : {}),
    ...(staff && platform ? { relTenantIds: values.relTenantIds } : {}),
  }
  const {
    realname,
    nickname,
    avatar,
    workNo,
    userIdentity,
    sex,
    birthday,
    phone,
    email,
    telephone,
  } = values
  return {
    realname,
    nickname,
    avatar,
    workNo,
    userIdentity: staff ? userIdentity : '1',
    sex,
    birthday,
    phone,
    email,
    telephone,
    ...lists,
    ...(isNew ? { username, customerId: staff ? null : customerId } : {}),
  }
}
