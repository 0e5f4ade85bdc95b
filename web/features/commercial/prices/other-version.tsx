import { Select } from 'antd'
import { useState } from 'react'
import type { PriceSheet, VersionHead } from '#contracts/commercial/fee-versions.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Of the versions next to one: the active, else the newest. Empty where there is no other. */
export function useOtherVersion(sheet: PriceSheet, version: VersionHead) {
  const others = sheet.versions.filter(({ id }) => id !== version.id)
  const [id, choose] = useState(
    () => (others.find(({ state }) => state === 'active') ?? others[0])?.id ?? '',
  )
  return { others, id, choose }
}

/** The version another one is put next to. */
export function OtherVersion({ others, id, choose }: ReturnType<typeof useOtherVersion>) {
  const t = useT('prices')
  return (
    <Select
      className="price-other"
      aria-label={t('compare.with')}
      value={id}
      onChange={choose}
      options={others.map((one) => ({
        value: one.id,
        label: `${t('version', { no: one.versionNo })} · ${t(`state.${one.state}`)}`,
      }))}
    />
  )
}

export const changeText = (bp: number | null): string =>
  bp === null ? '' : `${bp > 0 ? '+' : ''}${(bp / 100).toFixed(2)}`
