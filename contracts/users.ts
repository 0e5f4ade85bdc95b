import { resource } from './kit/resource.ts'
import { text } from './kit/field.ts'

/** Users as other records point at them. Only the picker is plain: accounts, passwords and freezing are written by hand. */
export const users = resource({
  name: 'users', path: '/sys/user', table: 'sys_user', perm: 'sys:user', scope: 'tenant', label: 'realname', verbs: ['options'],
  fields: {
    username: text({ readOnly: true, filter: 'like', sort: true }),
    realname: text({ readOnly: true, filter: 'like', sort: true }),
  },
})
