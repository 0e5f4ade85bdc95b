import type { LabelElement } from '#contracts/commercial/labels/document.ts'
import { isFieldKey, placesOf } from '#contracts/commercial/labels/fields.ts'
import type { T } from '../../../../kit/text/i18n.ts'

/** What a person calls an element: its own name, else what it prints. */
export function elementTitle(element: LabelElement, t: T, fields: T): string {
  if (element.name) return element.name
  switch (element.type) {
    case 'text':
      return short(element.text.replaceAll('\n', ' '))
    case 'field':
      return fields(element.field)
    case 'address':
      return t(`of.${element.of}`)
    case 'barcode':
      return `${t(`symbology.${element.symbology}`)} ${dataWords(element.data, fields)}`
    default:
      return t(`type.${element.type}`)
  }
}

/** `{number}` by its name in the reader's language. */
const dataWords = (data: string, fields: T): string => {
  const [only] = placesOf(data)
  return short(
    only && data === `{${only}}` && isFieldKey(only)
      ? fields(only)
      : data.replace(/\{([A-Za-z]+)\}/g, (whole, key: string) =>
          isFieldKey(key) ? `{${fields(key)}}` : whole,
        ),
  )
}
const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)

/** Type, title and place in words, for those who do not see the label. */
export const elementWords = (element: LabelElement, t: T, fields: T): string =>
  t('element.words', {
    type: t(`type.${element.type}`),
    title: elementTitle(element, t, fields),
    x: element.x,
    y: element.y,
    w: element.w,
    h: element.h,
  })
