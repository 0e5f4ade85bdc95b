import { Modal } from 'antd'
import { feePrices, type PriceSheet, type VersionHead } from '#contracts/commercial/fee-versions.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { changeText, OtherVersion, useOtherVersion } from './other-version.tsx'

/** Lines drawn; the sum names all of them. */
const SHOWN = 500

/** What a version changes against another one, cell by cell. */
export default function CompareDialog({
  sheet,
  version,
  onClose,
}: {
  sheet: PriceSheet
  version: VersionHead
  onClose: () => void
}) {
  const t = useT('prices')
  const other = useOtherVersion(sheet, version)
  const found = useApi(
    feePrices.compare,
    { id: other.id, withId: version.id },
    { enabled: other.id !== '', staleTime: 0 },
  )
  const cells = found.data?.cells ?? []
  return (
    <Modal
      open
      width={720}
      className="py-dialog"
      title={t('compare.title', { no: version.versionNo })}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>
        {t('compare.with')} <OtherVersion {...other} />
      </p>
      {found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.data && (
        <>
          <p>{t('compare.sum', { changed: cells.length, same: found.data.same })}</p>
          <div className="price-compare">
            <table>
              <thead>
                <tr>
                  <th>{t('compare.zone')}</th>
                  <th>{t('sheet.upTo')}</th>
                  <th>{t('compare.before')}</th>
                  <th>{t('compare.after')}</th>
                  <th>%</th>
                </tr>
              </thead>
              <tbody>
                {cells.slice(0, SHOWN).map((cell) => (
                  <tr key={`${cell.zone}/${cell.upTo}/${cell.step}/${cell.part}`}>
                    <td>
                      {cell.zone}
                      {cell.part === 'second' && ` · ${t(`part.${sheet.fee.stepMode}.second`)}`}
                    </td>
                    <td>{cell.upTo ?? '∞'}</td>
                    <td>{cell.before ?? '–'}</td>
                    <td>{cell.after ?? '–'}</td>
                    <td>{changeText(cell.changeBp)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {cells.length > SHOWN && <p>{t('compare.more', { count: cells.length - SHOWN })}</p>}
        </>
      )}
    </Modal>
  )
}
