import { describe, expect, it } from 'vitest'
import { bodyOf, valuesOf, type UserValues } from './user-values.ts'

const NEW = { isNew: true, sub: false, platform: false }
const values = (more: Partial<UserValues> = {}): UserValues => ({
  ...valuesOf(null, ['3']),
  username: 'zhao',
  realname: 'Zhao',
  workNo: 'W1',
  ...more,
})

describe('a user in the form', () => {
  it('new: staff, an ordinary member, with the roles proposed', () => {
    expect(valuesOf(null, ['3'])).toMatchObject({
      kind: 'staff',
      userIdentity: '1',
      selectedroles: ['3'],
      selecteddeparts: [],
    })
  })
  it('stored: comma lists as lists, never the password', () => {
    expect(
      valuesOf({ username: 'zhao', selectedroles: '3,4', selecteddeparts: '', customerId: '9' }),
    ).toMatchObject({
      kind: 'customer',
      customerId: '9',
      selectedroles: ['3', '4'],
      selecteddeparts: [],
    })
  })
})

describe('a user on the wire', () => {
  it('of the staff has departments and no customer', () => {
    expect(
      bodyOf(values({ selecteddeparts: ['5'], post: ['clerk'], customerId: '9' }), NEW),
    ).toMatchObject({
      username: 'zhao',
      customerId: null,
      selectedroles: ['3'],
      selecteddeparts: ['5'],
      post: ['clerk'],
      departIds: [],
    })
  })
  it('of a customer has the customer and nothing that is for staff', () => {
    const body = bodyOf(
      values({ kind: 'customer', customerId: '9', userIdentity: '2', selecteddeparts: ['5'] }),
      NEW,
    )
    expect(body).toMatchObject({ customerId: '9', userIdentity: '1' })
    for (const key of ['selecteddeparts', 'departIds', 'post', 'depotIds', 'relTenantIds'])
      expect(body).not.toHaveProperty(key)
  })
  it('leads only departments it is in, and only as a superior', () => {
    const led = { departIds: ['5', '6'], selecteddeparts: ['5'] }
    expect(bodyOf(values({ ...led, userIdentity: '2' }), NEW).departIds).toEqual(['5'])
    expect(bodyOf(values({ ...led, userIdentity: '1' }), NEW).departIds).toEqual([])
  })
  it('that is changed keeps its name, password and customer', () => {
    const body = bodyOf(values(), { ...NEW, isNew: false })
    for (const key of ['username', 'password', 'customerId']) expect(body).not.toHaveProperty(key)
  })
  it('that is a sub-account gets no roles, other tenants only by the platform', () => {
    expect(bodyOf(values(), { ...NEW, sub: true })).not.toHaveProperty('selectedroles')
    expect(bodyOf(values({ relTenantIds: ['2'] }), NEW)).not.toHaveProperty('relTenantIds')
    expect(bodyOf(values({ relTenantIds: ['2'] }), { ...NEW, platform: true })).toMatchObject({
      relTenantIds: ['2'],
    })
  })
})
