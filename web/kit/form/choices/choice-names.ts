import type { DictOption } from '#contracts/platform/session/session.ts'

/** Codes of ISO lists, which people know and write: NL, EUR, DAP. */
const CODE = /^[A-Z]{2,3}$/
const isCode = ({ value, text }: DictOption): boolean => CODE.test(value) && value !== text

/** `NL 荷兰`; a text that contains its code already stays. */
export const labelOf = (item: DictOption): string =>
  isCode(item) && !item.text.startsWith(item.value) ? `${item.value} ${item.text}` : item.text

/** UK, USA, UAE: what people write in addition to the list's code and name. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'England'],
  NL: ['Holland'],
  TR: ['Turkey'],
  US: ['USA', 'America'],
}

/** What an item of a dictionary is found by: its code, its name in both languages. */
export function namesOf(dict: string, item: DictOption): string[] {
  const names = [item.value, item.text, labelOf(item)]
  if (item.otherText) names.push(item.otherText)
  if (dict === 'country') names.push(...(SHORT[item.value] ?? []))
  return names
}

/** What a label of a code and a name is found by: `ECO 经济包裹`, `DHL · DHL Paket`. */
export function namesIn(label: string): string[] {
  const [code = '', ...rest] = label.split(/ · | /)
  return rest.length > 0 ? [label, code, label.slice(code.length).replace(/^[ ·]+/, '')] : [label]
}
