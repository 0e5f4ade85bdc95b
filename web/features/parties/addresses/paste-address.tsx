import { Button, Input } from 'antd'
import { useState } from 'react'
import { ADDRESS_PARTS, addresses, type UnsurePart } from '#contracts/parties/addresses.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useT } from '../../../kit/text/i18n.ts'
import './addresses.css'

type Recognized = Out<typeof addresses.recognize>
export type AddressTexts = Record<(typeof ADDRESS_PARTS)[number], string>

/** Every field again: nothing of the address before it stays. */
const whole = ({ found }: Recognized, country: string): AddressTexts => ({
  ...(Object.fromEntries(ADDRESS_PARTS.map((part) => [part, found[part] ?? ''])) as AddressTexts),
  country: found.country ?? country,
})

/** Fields to mark for the user. */
export type PartToCheck = Exclude<UnsurePart, 'left'>
const fieldsToCheck = ({ unsure }: Recognized): PartToCheck[] =>
  unsure.filter((part) => part !== 'left')

/** Nothing is left, and nothing was read without proof. */
const isComplete = ({ left, unsure }: Recognized): boolean =>
  left.length === 0 && unsure.length === 0

/**
 * An address as one text: what is recognized goes into the fields, what is not stays in sight and
 * can be put into the second line of the address.
 */
export function PasteAddress({
  country,
  onAddress,
}: {
  /** The country chosen already, where the text leaves it open. */
  country: string
  /**
   * `complete`: nothing of the text is left, and no field has to be checked; `toCheck`: fields that
   * were read without proof.
   */
  onAddress: (address: AddressTexts, complete: boolean, toCheck: readonly PartToCheck[]) => void
}) {
  const t = useT('addresses')
  const [text, setText] = useState('')
  const [typing, setTyping] = useState(false)
  const [read, setRead] = useState<Recognized | null>(null)
  const recognize = useAction(addresses.recognize, { success: false })
  const run = async (from: string) => {
    if (from.trim() === '') return
    const done = await recognize.run({ text: from, country })
    if (!done.ok) return
    setRead(done.result)
    if (Object.keys(done.result.found).length === 0) return
    onAddress(whole(done.result, country), isComplete(done.result), fieldsToCheck(done.result))
  }
  // In the box Ctrl+Enter reads the address; elsewhere in the form it saves.
  useKeys({ 'mod+enter': () => void run(text) }, { enabled: typing })
  const left = read?.left ?? []
  const aside = read?.aside ?? []
  const unsure = read && Object.keys(read.found).length > 0 ? read.unsure : []
  const keepAll = () => {
    if (!read) return
    const address2 = [read.found.address2, ...left].filter(Boolean).join(', ')
    const found = { ...read.found, address2 }
    const filled: Recognized = { ...read, found, left: [], unsure: fieldsToCheck(read) }
    setRead(filled)
    onAddress(whole(filled, country), isComplete(filled), fieldsToCheck(filled))
  }
  return (
    <div className="address-paste">
      <Input.TextArea
        autoFocus
        value={text}
        maxLength={2000}
        autoSize={{ minRows: 3, maxRows: 8 }}
        aria-label={t('paste')}
        placeholder={t('paste.hint')}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          // Into the empty box: the address is whole, and read at once.
          const pasted = event.clipboardData.getData('text')
          if (text.trim() === '') void run(pasted)
        }}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
      />
      <span className="address-line">
        <Button
          size="small"
          type="primary"
          loading={recognize.busy}
          disabled={text.trim() === ''}
          onClick={() => void run(text)}
        >
          {t('paste.run')}
        </Button>
        {read && Object.keys(read.found).length === 0 && (
          <span className="address-left">{t('paste.none')}</span>
        )}
        {unsure.length > 0 && (
          <span className="address-unsure" role="status">
            {t('paste.check', {
              parts: unsure.map((part) => t(`part.${part}`)).join(t('paste.between')),
            })}
          </span>
        )}
        {/* A doubt about the rest is one about what was taken for no part of the address, too. */}
        {unsure.includes('left') && aside.length > 0 && (
          <span className="address-unsure">{t('paste.aside', { text: aside.join(' / ') })}</span>
        )}
        {left.length > 0 && (
          <>
            <span className="address-left" role="status">
              {t('paste.left', { text: left.join(' / ') })}
            </span>
            <Button size="small" onClick={keepAll}>
              {t('paste.keep')}
            </Button>
          </>
        )}
      </span>
    </div>
  )
}
