import { describe, expect, test } from 'vitest'
import { cruds, entities } from '../catalogue.ts'
import { crud, isCrud, VERBS } from './crud.ts'
import { entity } from './entity.ts'
import { int, money, text } from './field.ts'
import { isAccountField } from './names.ts'

const crates = entity({
  name: 'crates',
  table: 'crate',
  scope: 'tenant',
  label: 'code',
  fields: { code: text({ required: true }), slots: int({ readOnly: true }) },
})

describe('an entity', () => {
  test('describes rows and bodies and has no calls', () => {
    expect(isCrud(crates)).toBe(false)
    expect(crates).not.toHaveProperty('endpoints')
    expect(Object.keys(crates.row.shape)).toEqual(expect.arrayContaining(['id', 'code', 'slots']))
    expect(Object.keys(crates.input.shape)).toEqual(['code'])
  })

  test('of the catalogue has standard calls, but for what has only its own', () => {
    const own = ['fee-versions']
    expect(entities.filter((of) => !isCrud(of)).map(({ name }) => name)).toEqual(own)
    expect(cruds).toHaveLength(entities.length - own.length)
  })

  test('names the currency of its amounts', () => {
    entity({
      ...crates,
      // @ts-expect-error No field of this entity holds the currency.
      fields: { code: text(), price: money({ currencyFrom: 'currency' }) },
    })
  })
})

describe('a crud', () => {
  test('is its entity with calls; all verbs where none are named', () => {
    const served = crud(crates, { path: '/erp/crate', perm: 'dlv:crate' })
    expect(isCrud(served)).toBe(true)
    expect(served).toMatchObject({ name: 'crates', table: 'crate', label: 'code' })
    expect(served.row).toBe(crates.row)
    expect(served.verbs).toEqual(VERBS)
    expect(served.endpoints.add).toMatchObject({ path: '/erp/crate/add', perm: 'dlv:crate:add' })
  })

  test('offers what the kit serves and what is written by hand', () => {
    const served = crud(crates, {
      path: '/erp/crate',
      perm: 'dlv:crate',
      verbs: ['list'],
      byHand: ['add'],
    })
    expect(served.verbs).toEqual(['list'])
    expect(served.offered).toEqual(['list', 'add'])
  })
})

test('a field that ends in By is the account of a user, or is named as something else', () => {
  const wrong = cruds.flatMap((of) =>
    Object.entries(of.fields).flatMap(([key, spec]) =>
      isAccountField(key) && spec.type !== 'text' ? [`${of.path}.${key}: ${spec.type}`] : [],
    ),
  )
  expect(wrong).toEqual([])
  expect(['checkedBy', 'operator'].every(isAccountField)).toBe(true)
})
