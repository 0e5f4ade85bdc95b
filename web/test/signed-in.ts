import type { UserInfo } from '#contracts/platform/session/session.user.ts'

/** The user of a session as a sign-in returns it: of no department and with no contact. */
export const userInfo = (
  of: Pick<UserInfo, 'id' | 'username' | 'realname'> & Partial<UserInfo>,
): UserInfo => ({
  nickname: of.realname,
  avatar: null,
  birthday: null,
  sex: null,
  email: null,
  phone: null,
  orgCode: null,
  orgCodeTxt: '',
  status: '1',
  delFlag: '0',
  workNo: null,
  post: '',
  telephone: null,
  userIdentity: '1',
  departIds: '',
  activitiSync: null,
  thirdType: null,
  createBy: null,
  createTime: '2026-01-05T08:00:00.000Z',
  updateBy: null,
  updateTime: null,
  customerId: null,
  relTenantIds: '7',
  printSet: null,
  homePath: null,
  companyZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...of,
})
