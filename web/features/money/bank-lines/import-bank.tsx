import { Alert, Button, Modal } from 'antd'
import { useId, useState } from 'react'
import { bankLines } from '#contracts/money/bank-lines.ts'
import type { BankMapping } from '#contracts/money/bank-files.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { TableDrop, UnreadLines } from '../../../kit/form/table-file.tsx'
import type { Callable } from '../../../kit/http/api.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { ImportPreview } from './import-preview.tsx'
import { MapColumns } from './map-columns.tsx'
import './bank-lines.css'

type Result = Out<typeof bankLines.importBank>
/** Fields of a multipart body are sent with its file. */
const { method, path, touches } = bankLines.importBank
const upload: Callable<
  {
    receivingAccountId: string
    mapping?: string
    dryRun?: 'true'
    allIncoming?: 'true' | 'false'
  },
  Result
> = { method, path, body: 'multipart', idempotency: 'accepted', touches }
const ACCEPT = '.xml,.sta,.mt940,.940,.txt,.csv,.xlsx,.zip'

/** A bank's file: the account it is of, the file, and the columns of a table that is new. */
export default function ImportBank({ onClose }: { onClose: () => void }) {
  const t = useT('bank-lines')
  const id = useId()
  const [accountId, setAccountId] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const send = useAction(upload, { success: false, ownRefusals: true })
  const [mapped, setMapped] = useState<BankMapping | null>(null)
  /** A dry run first: what the file would bring is looked at before it is taken. */
  const run = async (chosen: File, mapping: BankMapping | null, dryRun = true) => {
    if (accountId === null) return
    setFile(chosen)
    setMapped(mapping)
    const body = {
      receivingAccountId: accountId,
      ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
      // Where nothing went out, the preview has its button only once that was confirmed.
      ...(dryRun
        ? { dryRun: 'true' as const }
        : { allIncoming: result?.allIncoming ? ('true' as const) : ('false' as const) }),
    }
    const outcome = await send.run(body, { file: chosen })
    setResult(outcome.ok ? outcome.result : null)
  }
  const rows = result?.rows ?? null
  return (
    <Modal
      open
      width={760}
      title={t('import')}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
      onCancel={onClose}
    >
      <label className="bkl-pick" htmlFor={id}>
        {t('import.account')}
        <RefSelect
          id={id}
          of="payment-accounts"
          value={accountId}
          onChange={(value) => setAccountId(typeof value === 'string' ? value : null)}
        />
      </label>
      <p className="py-hint">{t('import.hint')}</p>
      <TableDrop
        file={file}
        accept={ACCEPT}
        busy={send.busy}
        disabled={accountId === null}
        onFile={(chosen) => void run(chosen, null)}
      />
      {send.error && (
        <Alert
          type="error"
          role="alert"
          title={send.error.issues[0]?.message ?? reasonOf(send.error, t)}
        />
      )}
      {rows && file && (
        <MapColumns rows={rows} busy={send.busy} onMapped={(mapping) => void run(file, mapping)} />
      )}
      {result?.preview && file && (
        <ImportPreview
          result={result}
          preview={result.preview}
          busy={send.busy}
          onTake={() => void run(file, mapped, false)}
        />
      )}
      {result && !rows && <Done result={result} />}
    </Modal>
  )
}

function Done({ result }: { result: Result }) {
  const t = useT('bank-lines')
  const { preview, total, added, repeated, suggested, pending, errors } = result
  return (
    <Alert
      type={errors.length > 0 || result.allIncoming ? 'warning' : 'success'}
      role="status"
      title={t(preview ? 'import.preview' : 'import.done', {
        total,
        added,
        repeated,
        suggested,
        outgoing: result.outgoing,
        sure: result.sure,
      })}
      description={
        <>
          {result.allIncoming && <p>{t('import.allIncoming')}</p>}
          {pending > 0 && <p>{t('import.pending', { pending })}</p>}
          <UnreadLines errors={errors} />
        </>
      }
    />
  )
}
