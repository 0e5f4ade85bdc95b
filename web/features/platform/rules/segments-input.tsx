import { ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { checkRules } from '#contracts/platform/rules/check-rules.ts'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { isObject } from '../../../kit/text/storage.ts'
import { useAction } from '../../../kit/http/use-action.ts'

interface Segment {
  digits: string
  pattern: string
  message: string
}
const BLANK: Segment = { digits: '*', pattern: '', message: '' }

function read(value: unknown): Segment[] {
  try {
    const found: unknown = JSON.parse(typeof value === 'string' && value !== '' ? value : '[]')
    return Array.isArray(found)
      ? found.filter(isObject).map(({ digits, pattern, message }) => ({
          digits: String(digits ?? '*'),
          pattern: String(pattern ?? ''),
          message: String(message ?? ''),
        }))
      : []
  } catch {
    return []
  }
}

/** The segments of a check rule, one box each, and a value to try them on before they are saved. */
export function SegmentsInput({ id, value, onChange, disabled = false }: FieldInputProps) {
  const t = useT('rules')
  const [tried, setTried] = useState('')
  const attempt = useAction(checkRules.try, { success: false, ownRefusals: true })
  const [verdict, setVerdict] = useState<{ ok: boolean; text: string } | null>(null)
  const segments = read(value)
  const rows = segments.length > 0 ? segments : [BLANK]
  const write = (next: readonly Segment[]) => {
    setVerdict(null)
    onChange?.(next.length === 0 ? '' : JSON.stringify(next))
  }
  const change = (at: number, part: Partial<Segment>) =>
    write(rows.map((row, n) => (n === at ? { ...row, ...part } : row)))
  const run = async () => {
    const done = await attempt.run({ ruleJson: JSON.stringify(rows), value: tried })
    if (!done.ok)
      return setVerdict({ ok: false, text: done.error.issues[0]?.message ?? done.error.message })
    const { passed, message, beginIndex, endIndex, checkValue } = done.result
    setVerdict(
      passed
        ? { ok: true, text: t('check.try.ok') }
        : {
            ok: false,
            text: t('check.try.failed', {
              from: (beginIndex ?? 0) + 1,
              to: endIndex ?? 0,
              value: checkValue ?? '',
              message: message ?? '',
            }),
          },
    )
  }
  return (
    <div className="rul-segments" id={id}>
      {rows.map((row, at) => (
        <fieldset key={at} className="rul-segment" disabled={disabled}>
          <legend>{t('check.seg.n', { n: at + 1 })}</legend>
          <label>
            {t('check.seg.digits')}
            <Input
              value={row.digits}
              maxLength={3}
              title={t('check.seg.digits.help')}
              placeholder="*"
              onChange={(event) => change(at, { digits: event.target.value.trim() })}
            />
          </label>
          <label>
            {t('check.seg.pattern')}
            <Input
              className="rul-code"
              value={row.pattern}
              maxLength={256}
              placeholder="[A-Z]{2}"
              spellCheck={false}
              onChange={(event) => change(at, { pattern: event.target.value })}
            />
          </label>
          <label className="rul-message">
            {t('check.seg.message')}
            <Input
              value={row.message}
              maxLength={200}
              onChange={(event) => change(at, { message: event.target.value })}
            />
          </label>
          <span className="rul-tools">
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              disabled={at === 0}
              aria-label={t('check.seg.up', { n: at + 1 })}
              onClick={() => {
                const next = [...rows]
                next.splice(at - 1, 0, ...next.splice(at, 1))
                write(next)
              }}
            />
            <Button
              type="text"
              size="small"
              danger
              icon={<DeleteOutlined />}
              disabled={rows.length === 1}
              aria-label={t('check.seg.remove', { n: at + 1 })}
              onClick={() => write(rows.filter((_, n) => n !== at))}
            />
          </span>
        </fieldset>
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={disabled || rows.length >= 20}
        onClick={() => write([...rows, BLANK])}
      >
        {t('check.seg.add')}
      </Button>
      <div className="rul-try">
        <label>
          {t('check.try.value')}
          <Input
            value={tried}
            maxLength={256}
            onChange={(event) => {
              setTried(event.target.value)
              setVerdict(null)
            }}
            onPressEnter={(event) => {
              event.preventDefault()
              void run()
            }}
          />
        </label>
        <Button loading={attempt.busy} onClick={() => void run()}>
          {t('check.try.go')}
        </Button>
        {verdict && (
          <p role="status" className={verdict.ok ? 'rul-good' : 'rul-bad'}>
            {verdict.text}
          </p>
        )}
      </div>
    </div>
  )
}
