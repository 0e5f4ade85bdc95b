import { CopyOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Input, Upload } from 'antd'
import { useId, useState } from 'react'
import { predictedBatches } from '#contracts/depot/predicted.ts'
import { copyText } from '../../../kit/text/clipboard.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useScanner } from '../../../kit/platform/use-keys.ts'
import { NUMBERS_MAX, pastedNumbers } from './pasted-numbers.ts'

interface Refused {
  no: string
  code: string
  message: string
}

/**
 * Puts parcels on a batch by pasted numbers, a text file or a scan; whatever is refused is listed
 * with its reason and stays at hand.
 */
export function PredictBox({ id }: { id: string }) {
  const t = useT('scans')
  const field = useId()
  const notify = useNotify()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const add = useAction(predictedBatches.addParcels, {
    success: false,
  })
  const numbers = pastedNumbers(text)
  useScanner((no) => void addOne(no))
  const tooMany = numbers.length > NUMBERS_MAX
  const addOne = async (no: string) => {
    const outcome = await add.run({ id, nos: [no] })
    if (!outcome.ok) return
    setRefused(outcome.result.refused)
    if (outcome.result.added > 0) notify.success(t('scan.added', { no }))
  }
  const send = async () => {
    const outcome = await add.run({ id, nos: numbers })
    if (!outcome.ok) return
    setRefused(outcome.result.refused)
    setText('')
    if (outcome.result.added > 0)
      notify.success(t('announce.added', { count: outcome.result.added }))
  }
  return (
    <section className="wh-announce">
      <label htmlFor={field}>{t('announce.label')}</label>
      <Input.TextArea
        id={field}
        value={text}
        placeholder={t('announce.placeholder')}
        autoSize={{ minRows: 2, maxRows: 8 }}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      <span className="py-actions">
        <Button
          type="primary"
          disabled={numbers.length === 0 || tooMany}
          loading={add.busy}
          onClick={() => void send()}
        >
          {t('announce.add', { count: numbers.length })}
        </Button>
        <Upload
          accept=".txt,.csv,text/plain,text/csv"
          showUploadList={false}
          beforeUpload={(file) => {
            void file.text().then((content) => setText(content))
            return false
          }}
        >
          <Button icon={<UploadOutlined />}>{t('announce.file')}</Button>
        </Upload>
        {tooMany && (
          <span className="py-negative" role="alert">
            {t('announce.tooMany', { max: NUMBERS_MAX })}
          </span>
        )}
      </span>
      {refused.length > 0 && (
        <div className="wh-refused" role="alert">
          <header>
            <b>{t('announce.refused', { count: refused.length })}</b>
            <Button
              size="small"
              icon={<CopyOutlined />}
              onClick={() => void copyText(refused.map((one) => one.no).join('\n'))}
            >
              {t('action.copy')}
            </Button>
          </header>
          <ul>
            {refused.map((one) => (
              <li key={one.no}>
                <b className="py-num">{one.no}</b> {one.message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
