import { expect, test } from 'vitest'
import { cruds, entities } from './catalogue.ts'
import { orderDraft } from './orders/shipments.draft.ts'
import { inputOf } from './kit/field.ts'

/** Fields that hold a number of its own: two that look the same are the same. */
const NUMBERS = /^(reference|sku|outTradeNo)$/
/** `ABC-1` with a full-width letter, a soft hyphen and a mark of direction. */
const ODD = ' \uff21B\u00adC-1\u200e '

test('numbers people type have one form, in every definition', () => {
  const fields = entities.flatMap((of) =>
    Object.entries(of.fields)
      .filter(([name, spec]) => NUMBERS.test(name) && spec.type === 'text' && !spec.readOnly)
      .map(([name, spec]) => ({ at: `${of.name}.${name}`, spec })),
  )
  expect(fields.length).toBeGreaterThan(2)
  expect(fields.filter(({ spec }) => !spec.typed).map(({ at }) => at)).toEqual([])
  for (const { spec } of fields) expect(inputOf(spec).parse(ODD)).toBe('ABC-1')
})

test('so do those of an order', () => {
  const draft = orderDraft.parse({
    shipmentResource: 'B2C',
    consignee: {},
    reference: ODD,
    parcels: [{ products: [{ sku: ODD }] }],
  })
  expect(draft.reference).toBe('ABC-1')
  expect(draft.parcels[0]!.products[0]!.sku).toBe('ABC-1')
})

/** Users and departments are served by hand; an account or a stock of a place has no name of its own. */
const UNNAMED = ['users', 'departments', 'accounts', 'stock-balances']

test('what a filter names by its id can be asked for its name', () => {
  const verbs = new Map(cruds.map(({ name, verbs: own }) => [name, own]))
  const unnamed = cruds.flatMap((of) =>
    Object.entries(of.fields).flatMap(([key, { ref, filter }]) => {
      const own = ref && filter && !UNNAMED.includes(ref) ? verbs.get(ref) : undefined
      return own && !own.includes('options') ? [`${of.name}.${key}: ${ref}`] : []
    }),
  )
  expect(unnamed).toEqual([])
})
