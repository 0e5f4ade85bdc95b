import { Select } from 'antd'
import { channelHealth } from '#contracts/orders/channel-health.ts'
import { useApi } from '../../../kit/http/query.ts'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { useT } from '../../../kit/text/i18n.ts'

const useAdapters = () => useApi(channelHealth.adapters, {}, { quiet: true, staleTime: 300_000 })

/** The sources of labels there are; none is the automatic choice. */
export function AdapterSelect({ id, value, onChange, disabled }: FieldInputProps) {
  const t = useT('channels')
  const known = useAdapters().data ?? []
  const now = typeof value === 'string' && value !== '' ? value : null
  const isGone = now !== null && !known.some(({ code }) => code === now)
  return (
    <Select
      {...(id ? { id } : {})}
      allowClear
      disabled={disabled ?? false}
      placeholder={t('adapter.auto')}
      value={now}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      options={[
        ...known.map(({ code, text }) => ({ value: code, label: text })),
        ...(isGone ? [{ value: now, label: t('adapter.gone', { code: now }) }] : []),
      ]}
    />
  )
}

export function AdapterName({ code }: { code: string | null }) {
  const t = useT('channels')
  const known = useAdapters().data
  if (!code) return <>{t('adapter.auto')}</>
  const found = known?.find((one) => one.code === code)
  return <>{found?.text ?? (known ? t('adapter.gone', { code }) : code)}</>
}
