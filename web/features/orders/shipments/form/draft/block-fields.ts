import { customsBlock } from '#contracts/orders/customs/customs.ts'
import { attributesBlock, deliveryBlock, fbaBlock } from '#contracts/orders/shipments.draft.ts'
import type { Capability, Section } from '#contracts/orders/kinds/kinds.ts'

/** The blocks that are a list of fields, each a section of the form. */
export type FieldBlock = Extract<Section, 'delivery' | 'fba' | 'customs' | 'attributes'>

export interface BlockField {
  name: string
  max: number
  /** A dictionary to choose from. */
  dict?: string
  /** Several of the dictionary. */
  many?: true
  /** A date and time of the user's zone. */
  moment?: true
  numeric?: true
  /** A warehouse from the list of marketplaces; its address becomes the consignee's. */
  warehouse?: true
  /** Shown only to kinds that can do it, or where it holds something already. */
  needs?: Capability
}

const field = (name: string, max: number, more: Omit<BlockField, 'name' | 'max'> = {}) => ({
  name,
  max,
  ...more,
})

/** What each block's section shows, in the order it is filled in. */
export const BLOCK_FIELDS: Readonly<Record<FieldBlock, readonly BlockField[]>> = {
  delivery: [
    field('windowFrom', 40, { moment: true }),
    field('windowTo', 40, { moment: true }),
    field('dockContact', 100),
    field('dockPhone', 40),
    field('dockRemark', 200),
  ],
  fba: [
    field('warehouseCode', 12, { warehouse: true }),
    field('referenceId', 40),
    field('boxContentSource', 24, { dict: 'fba_box_content' }),
  ],
  customs: [
    field('exportType', 24, { dict: 'customs_export_type' }),
    field('incoterm', 3, { dict: 'customs_incoterm' }),
    field('invoiceNo', 40),
    field('eori', 20),
    field('vat', 20),
    field('ioss', 16),
    field('mrn', 24),
    field('declaredValue', 16, { numeric: true }),
    field('postalCharges', 16, { numeric: true }),
    field('licenceNo', 40),
    field('certificateNo', 40),
    field('undeliverable', 8, { dict: 'customs_undeliverable' }),
    field('remark', 200),
  ],
  attributes: [
    field('dangerousGoods', 20, { dict: 'dangerous_goods' }),
    field('unNumber', 6),
    field('codAmount', 16, { numeric: true, needs: 'takesCod' }),
    field('codCurrency', 3, { dict: 'currency', needs: 'takesCod' }),
    field('insuredAmount', 16, { numeric: true }),
    field('insuredCurrency', 3, { dict: 'currency' }),
    field('pickupPoint', 60),
    field('services', 40, { dict: 'value_added_service', many: true }),
  ],
}

const SHAPES = {
  delivery: deliveryBlock.shape,
  fba: fbaBlock.shape,
  customs: customsBlock.shape,
  attributes: attributesBlock.shape,
} as const
export const FIELD_BLOCKS = Object.keys(SHAPES) as FieldBlock[]

/** A block as the form holds it: '' where nothing was typed, several values as a list. */
export type BlockDraft = Readonly<Record<string, string | readonly string[]>>

/** Every field of the block's contract, also those no section shows: none is lost on the way. */
export function blankBlock(block: FieldBlock, from: unknown = null): BlockDraft {
  const stored = from !== null && typeof from === 'object' ? from : {}
  return Object.fromEntries(
    Object.keys(SHAPES[block]).map((name) => {
      const value: unknown = Reflect.get(stored, name)
      const many = BLOCK_FIELDS[block].some((one) => one.name === name && one.many)
      if (many) return [name, Array.isArray(value) ? value.filter(isText) : []]
      return [name, isText(value) ? value : '']
    }),
  )
}
const isText = (value: unknown): value is string => typeof value === 'string'

export const isEmptyBlock = (block: BlockDraft): boolean =>
  Object.values(block).every((value) => value.length === 0)

/** As the contract takes it: null where nothing was given. */
export const sentBlock = (block: BlockDraft): Record<string, unknown> | null =>
  isEmptyBlock(block)
    ? null
    : Object.fromEntries(
        Object.entries(block).map(([name, value]) => [
          name,
          isText(value) ? value.trim() || null : value,
        ]),
      )
