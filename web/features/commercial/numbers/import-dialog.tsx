import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Modal, Progress, Spin } from 'antd'
import { useRef, useState } from 'react'
import { poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import type { Callable } from '../../../kit/http/api.ts'
import { useApi, useInvalidate } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { Num } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** The contract's own `in` is empty: fields of a multipart body are sent with its file. */
const { method, path, touches } = poolNumbers.importNumbers
const upload: Callable<{ poolId: string; dryRun: string }, { id: string }> = {
  method,
  path,
  body: 'multipart',
  idempotency: 'accepted',
  touches,
}
const ACCEPT = '.csv,.txt,.tsv,.xlsx,.xlsm'
const SHOWN = 200
const AGAIN_MS = 700

type Import = Out<typeof poolNumbers.importById>
type ErrorRow = Import['errors'][number] & { id: string }

/** A file of numbers: checked as soon as it is chosen, then taken. */
export default function ImportDialog({
  poolId,
  code,
  onClose,
}: {
  poolId: string
  code: string
  onClose: () => void
}) {
  const t = useT('numbers')
  const [id, setId] = useState<string | null>(null)
  return (
    <Modal
      open
      width={760}
      title={t('import.title', { code })}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
      onCancel={onClose}
    >
      {id === null ? (
        <Choose poolId={poolId} onStarted={setId} />
      ) : (
        <State key={id} id={id} onTaken={setId} onAgain={() => setId(null)} />
      )}
    </Modal>
  )
}

function Choose({ poolId, onStarted }: { poolId: string; onStarted: (id: string) => void }) {
  const t = useT('numbers')
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const send = useAction(upload, { success: false, ownRefusals: true })
  const take = async (files: FileList | null) => {
    const file = files?.[0]
    if (!file || send.busy) return
    const outcome = await send.run({ poolId, dryRun: 'true' }, { file })
    if (outcome.ok) onStarted(outcome.result.id)
  }
  return (
    <>
      <button
        type="button"
        className="py-drop"
        data-over={over || undefined}
        disabled={send.busy}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void take(event.dataTransfer.files)
        }}
      >
        {send.busy ? <Spin /> : <InboxOutlined />}
        <span role="status">{t('import.drop')}</span>
        <small>{t('import.columns')}</small>
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={ACCEPT}
        aria-label={t('import.drop')}
        onChange={(event) => {
          void take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      {send.error && (
        <Alert
          type="error"
          role="alert"
          title={send.error.issues[0]?.message ?? reasonOf(send.error, t)}
        />
      )}
    </>
  )
}

const isOver = (state: Import | undefined) => state?.status === 'done' || state?.status === 'failed'

/** How far an import is, what it found, and what can be done with it. */
function State({
  id,
  onTaken,
  onAgain,
}: {
  id: string
  onTaken: (id: string) => void
  onAgain: () => void
}) {
  const t = useT('numbers')
  const invalidate = useInvalidate()
  const counted = useRef(false)
  const [live, setLive] = useState(true)
  const state = useApi(
    poolNumbers.importById,
    { id },
    { staleTime: 0, refetchInterval: live ? AGAIN_MS : false },
  ).data
  if (live && isOver(state)) setLive(false)
  const take = useAction(poolNumbers.takeImport, {
    success: false,
    onDone: (made) => onTaken(made.id),
  })
  const errors = useDownload(poolNumbers.exportErrors)
  if (state && isOver(state) && !state.dryRun && !counted.current) {
    counted.current = true
    void invalidate(poolNumbers.takeImport)
  }
  if (!state) return <Spin />
  const figures = {
    accepted: formatNumber(state.accepted),
    refused: formatNumber(state.refused),
    done: formatNumber(state.done),
  }
  if (!isOver(state))
    return (
      <div role="status">
        <p>
          {state.fileName} · {t(state.dryRun ? 'import.checking' : 'import.taking')}
        </p>
        <Progress
          percent={
            state.total > 0 ? Math.floor((state.done / state.total) * 100) : state.done > 0 ? 50 : 0
          }
          status="active"
          showInfo={state.total > 0}
        />
        <p className="py-num">{t('import.rows', { done: figures.done })}</p>
      </div>
    )
  const count = formatNumber(state.accepted)
  return (
    <>
      <Alert
        role="status"
        type={state.status === 'failed' ? 'error' : state.refused > 0 ? 'warning' : 'success'}
        title={
          state.status === 'failed'
            ? t('import.failed')
            : t(state.dryRun ? 'import.checked' : 'import.done', figures)
        }
        description={state.failure?.message}
      />
      <div className="number-tools number-row">
        {state.dryRun && state.status === 'done' && state.accepted > 0 && (
          <Button
            type="primary"
            loading={take.busy}
            onClick={() => void take.run({ id, whole: state.refused === 0 })}
          >
            {t(state.refused === 0 ? 'import.takeAll' : 'import.takeGood', { count })}
          </Button>
        )}
        <Button onClick={onAgain}>{t('import.again')}</Button>
        {state.refused > 0 && state.status === 'done' && (
          <Button
            icon={<DownloadOutlined />}
            loading={errors.busy}
            onClick={() => void errors.run({ id, exportFormat: 'csv' }, 'rejected.csv')}
          >
            {t('import.download')}
          </Button>
        )}
      </div>
      {state.errors.length > 0 && <Errors state={state} />}
    </>
  )
}

function Errors({ state }: { state: Import }) {
  const t = useT('numbers')
  const rows = state.errors.map((error, at): ErrorRow => ({ ...error, id: String(at) }))
  const columns: Column<ErrorRow>[] = [
    {
      key: 'row',
      title: t('file.row'),
      width: 90,
      align: 'right',
      card: 'title',
      render: (error) => <Num value={error.row} />,
    },
    {
      key: 'column',
      title: t('file.column'),
      width: 120,
      render: (error) => t(`file.${error.column}`),
    },
    {
      key: 'value',
      title: t('file.value'),
      width: 200,
      render: (error) => error.value ?? <span className="py-none">–</span>,
    },
    {
      key: 'message',
      title: t('file.reason'),
      width: 280,
      render: (error) => <span title={error.message}>{error.message}</span>,
    },
  ]
  return (
    <>
      {state.refused > SHOWN && <p>{t('import.errors.first', { shown: SHOWN })}</p>}
      <DataTable<ErrorRow> label={t('import.errors')} columns={columns} rows={rows} keys={false} />
    </>
  )
}
