import { dict, text } from '../kit/field.ts'
import type { Place } from '../kit/field.ts'

const inside = ['form', 'detail'] as const satisfies readonly Place[]

/**
 * Who and where, of shippers and of consignees. Short lines: carriers print 30 to 50
 * characters of each.
 */
export const addressFields = {
  name: text({ required: true, max: 100, filter: 'like', sort: true, width: 160 }),
  company: text({ max: 100, filter: 'like', width: 180 }),
  phone: text({ max: 40, filter: 'like', width: 150 }),
  email: text({ max: 120, filter: 'like', width: 200, show: inside }),
  taxNumber: text({ max: 40, show: inside }),
  country: dict('country', { required: true, filter: 'in', sort: true, width: 130 }),
  state: text({ max: 60, show: inside }),
  city: text({ required: true, max: 80, filter: 'like', sort: true, width: 140 }),
  postalCode: text({ max: 16, filter: 'prefix', width: 110 }),
  street: text({ required: true, max: 120, width: 200 }),
  house: text({ max: 20, show: inside }),
  address1: text({ max: 120, show: inside }),
  address2: text({ max: 120, show: inside }),
}
