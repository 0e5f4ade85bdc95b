import { Button, Input } from 'antd'
import { useState } from 'react'
import { useKeys } from '../../../../kit/platform/use-keys.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import type { AddressField } from './draft.ts'
import { parseAddress } from './parse-address.ts'

/** An address as one text: what is recognised goes into the fields, what is not stays in sight. */
export function PasteAddress({
  country,
  onAddress,
}: {
  country: string
  /** `whole`: nothing of the text is left. */ onAddress: (
    found: Partial<Record<AddressField, string>>,
    whole: boolean,
  ) => void
}) {
  const t = useT('shipments')
  const [text, setText] = useState('')
  const [typing, setTyping] = useState(false)
  const [left, setLeft] = useState<readonly string[]>([])
  const run = () => {
    const parsed = parseAddress(text, country)
    setLeft(parsed.left)
    if (Object.keys(parsed.found).length === 0) return
    setText(parsed.left.join('\n'))
    onAddress(parsed.found, parsed.left.length === 0)
  }
  // In the box Ctrl+Enter reads the address; elsewhere in the form it saves the order.
  useKeys({ 'mod+enter': run }, { enabled: typing })
  return (
    <div className="order-paste">
      <Input.TextArea
        autoFocus
        value={text}
        autoSize={{ minRows: 3, maxRows: 8 }}
        aria-label={t('form.paste')}
        placeholder={t('form.paste.hint')}
        onChange={(event) => setText(event.target.value)}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
      />
      <span className="order-line">
        <Button size="small" type="primary" disabled={text.trim() === ''} onClick={run}>
          {t('form.paste.run')}
        </Button>
        {left.length > 0 && (
          <span className="order-issue">{t('form.paste.left', { text: left.join(' / ') })}</span>
        )}
      </span>
    </div>
  )
}
