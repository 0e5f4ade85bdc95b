import { z } from 'zod'
import { anything, get, none, nothing, write, type Row } from './row.ts'
import { announcement, bell, grant, menu, option, signedIn } from './shapes.ts'

const SESSION = 'server/features/platform/session'
const PERMS = 'server/features/platform/permissions'
const NOTICES = 'server/features/platform/notices'
const DICTS = 'server/features/platform/dictionaries'
const ACCOUNT = 'server/features/platform/account'
const IDENTITY = 'server/features/platform/identity'

/** Signing in, notices and dictionaries. */
export const sessionRows: readonly Row[] = [
  write(
    'POST',
    '/sys/login',
    'public',
    (known) => ({ username: known.self.username, password: known.password, remember_me: false }),
    SESSION,
    { result: signedIn, as: 'visitor' },
  ),
  write(
    'POST',
    '/sys/phoneLogin',
    'public',
    (known) => ({ mobile: known.phone, captcha: known.phoneCode }),
    IDENTITY,
    { result: signedIn, as: 'visitor' },
  ),
  write('POST', '/sys/logout', 'login', none, SESSION, {
    result: nothing,
    message: '退出登录成功！',
  }),
  get(
    '/thirdLogin/getLoginUser/{token}',
    'public',
    anything,
    IDENTITY,
    () => ({ token: 'A'.repeat(43) }),
    { as: 'visitor' },
  ),
  get(
    '/cas/client/validateLogin',
    'public',
    anything,
    IDENTITY,
    () => ({ ticket: 'ST-1-abcdefghijklmnop', service: 'http://127.0.0.1/cas' }),
    { as: 'visitor' },
  ),
  get(
    '/sys/permission/getUserPermissionByToken',
    'login',
    z.object({
      menu: z.array(menu).min(1),
      auth: z.array(grant),
      allAuth: z.array(grant.extend({ status: z.string() })),
    }),
    PERMS,
    (known) => ({ token: known.token }),
  ),

  get('/sys/annountCement/listByUser', 'login', bell, NOTICES),
  write(
    'POST',
    '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
    'login',
    (known) => ({ anntId: known.announcementId }),
    NOTICES,
  ),
  write(
    'PUT',
    '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
    'login',
    (known) => ({ anntId: known.announcementId }),
    NOTICES,
  ),
  get('/sys/annountCement/queryById', 'login', announcement, NOTICES, (known) => ({
    id: known.announcementId,
  })),
  get(
    '/sys/annountCement/doReleaseData',
    'perm',
    anything,
    NOTICES,
    (known) => ({ id: known.draftId }),
    { message: '该系统通知发布成功' },
  ),
  get(
    '/sys/annountCement/doReovkeData',
    'perm',
    anything,
    NOTICES,
    (known) => ({ id: known.draftId }),
    { message: '该系统通知撤销成功' },
  ),

  get('sys/dict/refleshCache', 'login', nothing, DICTS),
  get('sys/dict/queryAllDictItems', 'login', z.record(z.string(), z.array(option)), DICTS),
  get('/sys/dict/getDictItems/{code}', 'login', z.array(option).min(2), DICTS, () => ({
    code: 'sex',
  })),
  write(
    'POST',
    '/sys/dict/add',
    'perm',
    (known) => ({ dictName: '走查', dictCode: `walk_${known.mark}` }),
    DICTS,
    { message: '保存成功！' },
  ),
  write(
    'PUT',
    '/sys/dict/edit',
    'perm',
    (known) => ({ ...known.dict, dictName: '走查字典' }),
    DICTS,
    { message: '编辑成功!' },
  ),
  write(
    'POST',
    '/sys/dictItem/add',
    'perm',
    (known) => ({
      dictId: known.dict.id,
      itemText: '甲',
      itemValue: `a${known.mark}`,
      sortOrder: 1,
      status: 1,
    }),
    DICTS,
    { message: '保存成功！' },
  ),
  write(
    'PUT',
    '/sys/dictItem/edit',
    'perm',
    (known) => ({ ...known.dictItem, itemText: '乙' }),
    DICTS,
    { message: '编辑成功!' },
  ),

  write(
    'POST',
    'sys/user/updatePassword',
    'login',
    (known) => ({
      username: known.self.username,
      oldpassword: known.password,
      password: 'Walk-About-2026!',
      confirmpassword: 'Walk-About-2026!',
    }),
    ACCOUNT,
    { message: '密码重置成功!' },
  ),
]
