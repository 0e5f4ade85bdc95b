import { date, datetime, dict, ref, text } from '../../kit/field.ts'
import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'

/**
 * Users: what a list shows, filters and sorts, and how other records point at them. Every call is
 * written by hand (users.calls.ts): passwords, roles, departments and freezing are more than a row.
 */
export const userList = crud(
  entity({
    name: 'users',
    table: 'sys_user',
    scope: 'tenant',
    label: 'realname',
    search: ['username', 'realname', 'nickname', 'phone', 'email', 'workNo'],
    fields: {
      username: text({ required: true, max: 64, filter: 'like', sort: true, width: 150 }),
      realname: text({ required: true, max: 60, filter: 'like', sort: true, width: 180 }),
      nickname: text({ max: 60, show: ['form', 'detail'] }),
      workNo: text({ max: 30, filter: 'like', sort: true, width: 110 }),
      sex: dict('sex', { filter: 'eq', width: 80, show: ['form', 'detail'] }),
      birthday: date({ width: 110, show: ['form', 'detail'] }),
      phone: text({ max: 40, filter: 'like', width: 150 }),
      email: text({ max: 120, filter: 'like', width: 200 }),
      telephone: text({ max: 40, show: ['form', 'detail'] }),
      customerId: ref('customers', { filter: 'in', width: 160 }),
      parentUserId: ref('users', { readOnly: true, show: ['detail'] }),
      userIdentity: dict('user_identity', { initial: '1', show: ['form', 'detail'] }),
      orgCode: text({ readOnly: true, show: ['detail'] }),
      avatar: text({ readOnly: true, show: [] }),
      status: dict('user_status', { readOnly: true, filter: 'eq', sort: true, width: 90 }),
      lastLoginTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      createTime: datetime({
        readOnly: true,
        filter: 'range',
        sort: true,
        width: 160,
        show: ['detail'],
      }),
    },
  }),
  {
    path: '/sys/user',
    perm: 'sys:user',
    verbs: [],
    byHand: ['list', 'queryById', 'add', 'edit', 'delete', 'deleteBatch', 'exportXls'],
  },
)
