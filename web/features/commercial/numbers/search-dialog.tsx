import { Alert, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { splitNumbers } from '#contracts/commercial/numbers/split-numbers.ts'
import { poolNumbers, SEARCH_MAX } from '#contracts/commercial/numbers/number-pools.ts'
import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { call, type ApiError } from '../../../kit/http/api.ts'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { CopyText, Moment } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { NumberState } from './number-state.tsx'

type Row = Out<typeof poolNumbers.search>[number] & { id: string }

/** Who has numbers: pasted, found among pools, segments and orders. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useT('numbers')
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const [found, setFound] = useState<{ rows: Row[]; missing: string[] } | null>(null)
  const asked = splitNumbers(text)
  const find = async () => {
    setBusy(true)
    setError(null)
    try {
      const rows = await call(poolNumbers.search, { numbers: asked.slice(0, SEARCH_MAX) })
      const hit = new Set(rows.map((row) => row.asked))
      setFound({
        rows: rows.map((row) => ({ ...row, id: row.number })),
        missing: asked.filter((one) => !hit.has(one)),
      })
    } catch (thrown) {
      setError(thrown as ApiError)
    } finally {
      setBusy(false)
    }
  }
  const columns: Column<Row>[] = [
    {
      key: 'number',
      title: t('file.number'),
      width: 190,
      card: 'title',
      render: (row) => <CopyText text={row.number} />,
    },
    {
      key: 'state',
      title: t('numbers.state'),
      width: 90,
      render: (row) => <NumberState state={row.state} />,
    },
    {
      key: 'source',
      title: t('search.source'),
      width: 170,
      render: (row) => t(`search.source.${row.source}`, { code: row.sourceCode ?? '' }),
    },
    {
      key: 'order',
      title: t('search.order'),
      width: 170,
      render: (row) =>
        row.orderNo && (
          <Link
            to={`${ALL_ORDERS}?open=${encodeURIComponent(row.shipmentId ?? '')}`}
            onClick={onClose}
          >
            {row.orderNo}
          </Link>
        ),
    },
    { key: 'customer', title: t('search.customer'), width: 150, render: (row) => row.customer },
    { key: 'thirdId', title: t('file.thirdId'), width: 150, render: (row) => row.thirdId },
    { key: 'thirdMark', title: t('file.thirdMark'), width: 110, render: (row) => row.thirdMark },
    {
      key: 'at',
      title: t('numbers.when'),
      width: 150,
      render: (row) => row.at && <Moment at={row.at} />,
    },
  ]
  return (
    <Modal
      open
      width={980}
      title={t('search.title')}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
      onCancel={onClose}
    >
      <Input.TextArea
        autoFocus
        rows={4}
        aria-label={t('search.box')}
        placeholder={t('search.box')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && asked.length > 0)
            void find()
        }}
      />
      <p className="number-row">
        <Button
          type="primary"
          loading={busy}
          disabled={asked.length === 0 || asked.length > SEARCH_MAX}
          onClick={() => void find()}
        >
          {t('search.go')}
        </Button>
        <span className="py-num">
          {asked.length} / {SEARCH_MAX}
        </span>
      </p>
      {error && <Alert type="error" role="alert" title={reasonOf(error, t)} />}
      {found &&
        (found.rows.length === 0 ? (
          <p role="status">{t('search.none')}</p>
        ) : (
          <>
            <DataTable<Row>
              label={t('search.title')}
              columns={columns}
              rows={found.rows}
              keys={false}
            />
            {found.missing.length > 0 && (
              <p role="status">{t('search.missing', { numbers: found.missing.join(', ') })}</p>
            )}
          </>
        ))}
    </Modal>
  )
}
