import { ReloadOutlined } from '@ant-design/icons'
import { Button, Input, Space } from 'antd'
import { accountSecurity } from '#contracts/platform/account-security.ts'
import type { FieldInputProps } from '../../../kit/form/field-input.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { PasswordMeter } from '../../../kit/form/password-meter.tsx'
import { useApi } from '../../../kit/http/query.ts'

const KINDS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!#%*+-=?']

/** A random character of a set, each equally likely. */
function pick(signs: string): string {
  const top = 256 - (256 % signs.length)
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < top) return signs[byte % signs.length] ?? ''
  }
}
/** Sixteen characters, one of every kind, without those that look alike (0 and O, 1 and l). */
export function proposePassword(): string {
  const signs = [...KINDS.map(pick), ...Array.from({ length: 12 }, () => pick(KINDS.join('')))]
  return signs
    .map((sign) => ({ sign, at: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ sign }) => sign)
    .join('')
}

/** A first password: typed, or proposed and shown so that it can be handed over. */
export function NewPassword({
  id,
  value,
  onChange,
  disabled,
  words,
}: FieldInputProps & { words: readonly (string | null | undefined)[] }) {
  const t = useT('users')
  const rule = useApi(accountSecurity.overview, {}, { staleTime: 300_000, quiet: true })
  const typed = typeof value === 'string' ? value : ''
  return (
    <>
      <Space.Compact block>
        <Input
          {...(id ? { id } : {})}
          value={typed}
          disabled={disabled ?? false}
          autoComplete="new-password"
          spellCheck={false}
          className="usr-password"
          onChange={(event) => onChange?.(event.target.value)}
        />
        <Button
          icon={<ReloadOutlined />}
          disabled={disabled ?? false}
          onClick={() => onChange?.(proposePassword())}
        >
          {t('password.propose')}
        </Button>
      </Space.Compact>
      <PasswordMeter password={typed} mode={rule.data?.mode ?? 'seed'} words={words} />
    </>
  )
}
