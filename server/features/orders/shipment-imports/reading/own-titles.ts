import { once } from '#contracts/kit/entity.ts'
import { LANGS, type Lang } from '#contracts/kit/envelope.ts'
import { EXPORTED_FIELDS, type ExportedField } from '#contracts/orders/imports/exported-fields.ts'
import { translate } from '#server/kit/http/texts.ts'
import { plainHeading } from './plain-heading.ts'

export const exportedTitle = (lang: Lang, name: ExportedField): string =>
  translate(lang, 'shipment-imports', `exported.${name}`)

const titles = once(() =>
  LANGS.map((lang) => {
    const plain = (name: ExportedField) => plainHeading(exportedTitle(lang, name))
    return {
      signs: [plain('orderNumber'), plain('parcelNumber')],
      all: new Set(EXPORTED_FIELDS.map(plain)),
    }
  }),
)
/** Moments are headed with their zone. */
const withoutZone = (heading: string): string => plainHeading(heading).replace(/utc$/, '')

/**
 * Of a file this product exported: the headings no order is given by, which are left out. Empty for
 * other files.
 */
export function exportedHeadings(headings: readonly string[]): ReadonlySet<string> {
  const plain = new Set(headings.map(withoutZone))
  const own = titles().find(({ signs }) => signs.every((sign) => plain.has(sign)))
  return new Set(own ? headings.filter((heading) => own.all.has(withoutZone(heading))) : [])
}
