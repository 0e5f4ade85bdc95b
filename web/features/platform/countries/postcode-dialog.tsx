import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { countries, type countryList } from '#contracts/platform/lists/countries.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'

/** Tries a postcode on the tenant's rule for a country. */
export default function PostcodeDialog({
  row,
  onClose,
}: {
  row: RowOf<typeof countryList>
  onClose: () => void
}) {
  const t = useT('rules')
  const [typed, setTyped] = useState('')
  const attempt = useAction(countries.testPostcode, { success: false })
  const [answer, setAnswer] = useState<{
    valid: boolean
    by: string
    pattern: string | null
    sample: string | null
  } | null>(null)
  const run = async () => {
    const done = await attempt.run({ iso2: row.iso2 ?? '', postcode: typed })
    if (done.ok) setAnswer(done.result)
  }
  return (
    <Modal
      open
      title={`${t('country.postcode')} – ${row.iso2 ?? ''} ${row.name ?? ''}`}
      width={480}
      footer={null}
      onCancel={onClose}
    >
      <div className="cty-try">
        <label>
          {t('country.postcode.value')}
          <Input
            autoFocus
            value={typed}
            maxLength={24}
            onChange={(event) => {
              setTyped(event.target.value)
              setAnswer(null)
            }}
            onPressEnter={() => void run()}
          />
        </label>
        <Button
          type="primary"
          loading={attempt.busy}
          disabled={typed.trim() === ''}
          onClick={() => void run()}
        >
          {t('country.postcode.go')}
        </Button>
      </div>
      {answer && (
        <div role="status">
          <p className={answer.valid ? 'cty-good' : 'cty-bad'}>
            {t(
              answer.by === 'none'
                ? 'country.postcode.none'
                : answer.valid
                  ? 'country.postcode.ok'
                  : 'country.postcode.bad',
            )}
          </p>
          {answer.pattern && (
            <p>
              {t('country.postcode.pattern')}: <code className="cty-code">{answer.pattern}</code>
            </p>
          )}
          {answer.sample && (
            <p>
              {t('country.postcode.sample')}: <code>{answer.sample}</code>
            </p>
          )}
        </div>
      )}
    </Modal>
  )
}
