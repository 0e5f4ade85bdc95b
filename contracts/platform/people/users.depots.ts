import { z } from 'zod'
import { ofStaff } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../../kit/envelope.ts'
import { ref } from '../../kit/field.ts'
import { listQuery, pageOf } from '../../kit/page.ts'
import { userList } from './users.ts'
import { userRow } from './users.calls.ts'

const changed = {
  out: bulkResult,
  idempotency: 'accepted',
  touches: ['/sys/user', '/erp/depot'],
} as const

/** Who works at which depots: where a role's reach is the own depots, these are what it reaches. */
export const depotUsers = ofStaff({
  list: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/user/depotUserList',
    perm: 'sys:user:list',
    in: listQuery({ ...userList.fields, depotId: ref('depots', { filter: 'eq' }) }),
    out: pageOf(userRow),
  },
  /** Puts staff into depots, in addition to those they work at. */
  assign: {
    method: 'PUT',
    path: '/sys/user/addToDepots',
    perm: 'sys:user:edit',
    in: z.object({ userIds: idList, depotIds: z.array(idText).min(1).max(100) }),
    message: 'ok.edited',
    ...changed,
  },
  remove: {
    method: 'DELETE',
    path: '/sys/user/deleteUserInDepot',
    perm: 'sys:user:edit',
    in: z.object({ depotId: idText, userIds: idList }),
    message: 'ok.deleted',
    ...changed,
  },
})
