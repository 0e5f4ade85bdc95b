import { BUNDLED, type Bundled } from '#contracts/orders/documents.ts'
import type { OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'

const FORMATS = ['pdf', 'zip'] as const
export type BundleFormat = (typeof FORMATS)[number]

/** Which documents orders of these kinds may have that the user may print. */
export function useOfferedDocuments(kinds: readonly OrderKind[]): readonly Bundled[] {
  const may = useRightsCheck()
  return BUNDLED.filter(
    (one) =>
      (one === 'files' || kinds.some(({ documents }) => documents.includes(one))) &&
      (one !== 'label' || may('ship:label:print')),
  )
}

/** A label is counted with every print and files decide the format: both are chosen, not left in. */
export const isOfferedFirst = (one: Bundled): boolean => one !== 'label' && one !== 'files'

/** Documents to be printed, and whether as one PDF or each for itself. */
export function DocumentChoice({
  offered,
  chosen,
  format,
  onChosen,
  onFormat,
}: {
  offered: readonly Bundled[]
  chosen: readonly Bundled[]
  format: BundleFormat
  onChosen: (next: readonly Bundled[]) => void
  onFormat: (next: BundleFormat) => void
}) {
  const t = useT('shipments')
  const names = useT('customs')
  // Files of any type cannot be joined to one PDF.
  const zipOnly = chosen.includes('files')
  const choose = (next: readonly Bundled[]) => {
    if (next.includes('files')) onFormat('zip')
    onChosen(next)
  }
  return (
    <>
      <fieldset className="order-boxes">
        <legend>{t('documents.which')}</legend>
        {offered.map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={(event) =>
                choose(
                  event.target.checked ? [...chosen, one] : chosen.filter((other) => other !== one),
                )
              }
            />
            {names(`document.${one}`)}
          </label>
        ))}
      </fieldset>
      <fieldset className="order-boxes">
        <legend>{t('documents.format')}</legend>
        {FORMATS.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="document-format"
              checked={format === one}
              disabled={zipOnly && one === 'pdf'}
              onChange={() => onFormat(one)}
            />
            {t(`documents.${one}`)}
          </label>
        ))}
      </fieldset>
    </>
  )
}
