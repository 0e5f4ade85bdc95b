import { Alert, Button, Modal } from 'antd'
import { useId, useState } from 'react'
import { bankLines } from '#contracts/money/bank-lines.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { TableDrop, UnreadLines } from '../../../kit/form/table-file/table-file.tsx'
import { useMappedFile, type MappedFields } from '../../../kit/form/table-file/use-mapped-file.ts'
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
  MappedFields & { receivingAccountId: string; allIncoming?: 'true' | 'false' },
  Result
> = { method, path, body: 'multipart', idempotency: 'accepted', touches }
const ACCEPT = '.xml,.sta,.mt940,.940,.txt,.csv,.xlsx,.zip'

/** A bank's file: the account it is of, the file, the columns of a table that is new, a preview. */
export default function ImportBank({ onClose }: { onClose: () => void }) {
  const t = useT('bank-lines')
  const id = useId()
  const [accountId, setAccountId] = useState<string | null>(null)
  const send = useAction(upload, { success: false, ownRefusals: true })
  const of = useMappedFile<Result>(async (chosen, fields, before) => {
    if (accountId === null) return null
    // Where nothing went out, the preview has its button only once that was confirmed.
    const allIncoming = before?.allIncoming ? ('true' as const) : ('false' as const)
    const body = {
      receivingAccountId: accountId,
      ...fields,
      ...(fields.dryRun ? {} : { allIncoming }),
    }
    const outcome = await send.run(body, { file: chosen })
    return outcome.ok ? outcome.result : null
  })
  const { file, table, read } = of
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
          onChange={(value) => {
            setAccountId(typeof value === 'string' ? value : null)
            of.reset()
          }}
        />
      </label>
      <p className="py-hint">{t('import.hint')}</p>
      <TableDrop
        file={file}
        accept={ACCEPT}
        busy={send.busy}
        missing={accountId === null ? [t('import.account')] : []}
        onFile={of.choose}
      />
      {send.error && (
        <Alert
          type="error"
          role="alert"
          title={send.error.issues[0]?.message ?? reasonOf(send.error, t)}
        />
      )}
      {table?.rows && table.guess && (
        <div hidden={!of.isMapping}>
          <MapColumns rows={table.rows} guess={table.guess} busy={send.busy} onMapped={of.map} />
        </div>
      )}
      {read?.preview && (
        <ImportPreview result={read} preview={read.preview} busy={send.busy} onTake={of.take} />
      )}
      {read && <Done result={read} />}
      {read?.preview && read.format === 'TABLE' && (
        <p className="py-take">
          <Button loading={send.busy} onClick={of.remap}>
            {t('columnMap.again')}
          </Button>
        </p>
      )}
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
