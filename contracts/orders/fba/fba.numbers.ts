/** Numbers a marketplace gives (domain §3.8): the shipment's id and those of its boxes. */
export const FBA_ID = /^FBA[A-Z0-9]{8,12}$/
export const BOX_ID = /^(FBA[A-Z0-9]{8,12})U(\d{6})$/
/** Box ids in a longer text, as on a label. */
export const BOX_IDS = /FBA[A-Z0-9]{8,12}U\d{6}(?!\d)/g

/** The id of a box from its shipment's id and its number from 1. */
export const boxIdOf = (fbaCode: string, number: number): string =>
  `${fbaCode}U${String(number).padStart(6, '0')}`

/** A freight bill number: no blanks, at most 30 characters. */
export const PRO_NO = /^\S{1,30}$/

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}[ T]([01]\d|2[0-3]):[0-5]\d$/
/** A moment of a warehouse's own clock: a day there is, 24 hours, no zone. */
export function isLocalTime(text: string): boolean {
  if (!LOCAL_TIME.test(text)) return false
  const at = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 10))
}
