import { Checkbox, Modal, Radio } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { feePrices, type PriceSheet, type VersionHead } from '#contracts/commercial/fee-versions.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { companyMidnight, companyToday, companyZone } from '../../../kit/session/company-zone.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { changeText, useOtherVersion } from './other-version.tsx'
import { startOf } from './version-strip.tsx'

/** From when a draft counts: at once, or from a day of the company to come. */
export default function ActivateDialog({
  sheet,
  version,
  onClose,
}: {
  sheet: PriceSheet
  version: VersionHead
  onClose: (done: boolean) => void
}) {
  const t = useT('prices')
  const send = useAction(feePrices.activate, {
    ownRefusals: true,
    success: (now) =>
      t('activate.done', {
        no: now.versionNo,
        name: sheet.fee.name,
        from: now.validFrom === null ? '' : startOf(now.validFrom),
      }),
  })
  const [announced, setAnnounced] = useState(false)
  const [later, setLater] = useState(true)
  const [day, setDay] = useState<dayjs.Dayjs | null>(() =>
    dayjs(companyToday()).add(1, 'month').startOf('month'),
  )
  const issues = send.error?.issues ?? []
  const warnings = sheet.issues.filter(({ level }) => level === 'warning').length
  const run = async () => {
    const done = await send.run({
      id: version.id,
      version: version.version,
      ...(later && day ? { validFrom: companyMidnight(day.format('YYYY-MM-DD')), announced } : {}),
    })
    if (done.ok) onClose(true)
  }
  return (
    <Modal
      open
      title={t('activate.title', { no: version.versionNo, name: sheet.fee.name })}
      okText={t('activate.run')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: send.busy, disabled: later && day === null }}
      onOk={() => void run()}
      onCancel={() => onClose(false)}
      destroyOnHidden
    >
      <Radio.Group
        className="price-when"
        value={later}
        onChange={(event) => setLater(event.target.value as boolean)}
        options={[
          { value: true, label: t('activate.later') },
          { value: false, label: t('activate.now') },
        ]}
      />
      {later && (
        <p>
          <DateInput value={day} onChange={setDay} />{' '}
          <small>{t('activate.midnight', { zone: companyZone().replaceAll('_', ' ') })}</small>
        </p>
      )}
      {later && sheet.fee.kind !== '2' && (
        <p>
          <Checkbox checked={announced} onChange={(event) => setAnnounced(event.target.checked)}>
            {t('activate.announce')}
          </Checkbox>
          <br />
          <small>{t('activate.announce.hint')}</small>
        </p>
      )}
      <Effect sheet={sheet} version={version} />
      <p>{t('activate.hint')}</p>
      {warnings > 0 && (
        <p className="price-warned">{t('activate.warnings', { count: warnings })}</p>
      )}
      {send.error && (
        <ul role="alert" className="price-failed">
          {(issues.length > 0 ? issues : [{ path: '', message: send.error.message }])
            .slice(0, 12)
            .map(({ path, message }) => (
              <li key={path}>{message}</li>
            ))}
        </ul>
      )}
    </Modal>
  )
}

/** What the prices change by against the version that is charged: old and new. */
function Effect({ sheet, version }: { sheet: PriceSheet; version: VersionHead }) {
  const t = useT('prices')
  const { id, others } = useOtherVersion(sheet, version)
  const before = others.find((one) => one.id === id)
  const follows = sheet.fee.baseFeeId !== null
  const found = useApi(
    feePrices.compare,
    { id, withId: version.id },
    { enabled: before !== undefined && !follows, staleTime: 0 },
  ).data
  if (!before) return null
  const no = before.versionNo
  if (follows)
    return (
      <p role="status">
        {t('activate.follows', {
          no,
          name: sheet.fee.baseName ?? '',
          before: changeText(before.percentBp ?? 0),
          after: changeText(version.percentBp ?? 0),
        })}
      </p>
    )
  if (!found) return null
  const changes = found.cells.flatMap(({ changeBp }) => changeBp ?? [])
  return (
    <p role="status">
      {found.cells.length === 0
        ? t('activate.same', { no })
        : t('activate.changes', { no, changed: found.cells.length, same: found.same })}
      {changes.length > 0 &&
        ` ${t('activate.range', {
          least: changeText(Math.min(...changes)),
          most: changeText(Math.max(...changes)),
        })}`}
    </p>
  )
}
