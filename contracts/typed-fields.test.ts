import { expect, test } from 'vitest'
import { entities } from './catalogue.ts'
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
