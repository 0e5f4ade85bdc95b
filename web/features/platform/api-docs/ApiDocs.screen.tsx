import { DownloadOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Drawer, Input, type InputRef } from 'antd'
import { useDeferredValue, useMemo, useRef } from 'react'
import { apiDocs } from '#contracts/platform/operations/api-docs.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../../kit/http/api-error.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { saveBlob } from '../../../kit/text/csv.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useDelayedFlag, useMobile } from '../../../kit/platform/use-timing.ts'
import { callsOf, search, tagOf, type ApiCall, type ApiDocument } from './api-document.ts'
import { CallDetail, Method } from './call-detail.tsx'
import './api-docs.css'

/**
 * Every call of the server: found by any word, shown whole, ready to be tried. What is searched and
 * open stands in the address.
 */
export default function ApiDocs() {
  return <ApiCalls answer={useApi(apiDocs.openapi, {}, { staleTime: Infinity, quiet: true })} />
}

/** The calls of a description. */
export function ApiCalls({
  answer,
  heading,
}: {
  answer: UseQueryResult<Record<string, unknown>, ApiError>
  heading?: string
}) {
  const t = useT('api-docs')
  const mobile = useMobile()
  const field = useRef<InputRef>(null)
  const [params, setParams] = useAddress()
  const [query, open] = [params.get('q') ?? '', params.get('call')]
  const put = (name: string, value: string | null) =>
    setParams(
      (now) => {
        if (value) now.set(name, value)
        else now.delete(name)
        return now
      },
      { replace: true },
    )

  const late = useDelayedFlag(answer.isPending)
  // The contract promises a document and no more: its own shape is the standard's.
  const document = answer.data as ApiDocument | undefined
  const calls = useMemo(() => (document ? callsOf(document) : []), [document])
  const requested = useDeferredValue(query)
  const found = useMemo(() => search(calls, requested), [calls, requested])
  const shown =
    calls.find((call) => call.operation.operationId === open) ?? (mobile ? undefined : found[0])
  const step = (by: number) => {
    const next = found[found.findIndex((call) => call === shown) + by]
    if (next) put('call', next.operation.operationId)
  }
  useKeys({ '/': () => field.current?.focus(), j: () => step(1), k: () => step(-1) })

  const detail = document && shown && <CallDetail document={document} call={shown} />
  return (
    <div className="api-docs">
      <PageHeader
        title={heading ?? t('title')}
        note={document && t('count', { found: found.length, all: calls.length })}
      >
        <Button
          icon={<DownloadOutlined />}
          disabled={!document}
          onClick={() =>
            saveBlob(
              new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }),
              'openapi.json',
            )
          }
        >
          openapi.json
        </Button>
      </PageHeader>
      {answer.error ? (
        <ErrorNote error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <div className="api-panes">
          <nav className="api-list" aria-label={t('title')}>
            <div className="api-search">
              <Input
                ref={field}
                allowClear
                prefix={<SearchOutlined />}
                value={query}
                placeholder={t('search')}
                aria-label={t('search')}
                onChange={(event) => put('q', event.target.value || null)}
              />
            </div>
            {!document && late && (
              <>
                <span className="py-skeleton" />
                <span className="py-skeleton" />
                <span className="py-skeleton" />
              </>
            )}
            {document && found.length === 0 && (
              <Empty kind="noMatch">
                <Button onClick={() => put('q', null)}>{t('filter.clear')}</Button>
              </Empty>
            )}
            <CallList
              calls={found}
              shown={shown}
              onShow={(call) => put('call', call.operation.operationId)}
            />
          </nav>
          {mobile ? (
            <Drawer
              open={Boolean(detail)}
              onClose={() => put('call', null)}
              placement="right"
              size="100%"
              title={shown?.operation.summary}
            >
              {detail}
            </Drawer>
          ) : (
            <div className="api-pane">{detail}</div>
          )}
        </div>
      )}
    </div>
  )
}

function CallList({
  calls,
  shown,
  onShow,
}: {
  calls: readonly ApiCall[]
  shown: ApiCall | undefined
  onShow(call: ApiCall): void
}) {
  const t = useT('api-docs')
  const groups = Map.groupBy(calls, tagOf)
  return [...groups].map(([tag, inside]) => (
    <section key={tag}>
      <h2>
        {tag}
        <small className="py-num">{inside.length}</small>
      </h2>
      <ul>
        {inside.map((call) => (
          <li key={call.operation.operationId}>
            <button
              type="button"
              aria-current={call === shown ? 'true' : undefined}
              onClick={() => onShow(call)}
            >
              <Method name={call.method} />
              <span className="api-path">
                {call.path.slice(call.path.indexOf(tag) + tag.length) || '/'}
              </span>
              <small>
                {call.operation['x-permission']?.join(' ') ??
                  t(`access.${call.operation['x-access']}`)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  ))
}
