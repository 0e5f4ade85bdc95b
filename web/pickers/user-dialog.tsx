import { Empty, Modal, Pagination, Tree } from 'antd'
import { useState } from 'react'
import type { users } from '#contracts/platform/people/users.calls.ts'
import type { CallOf } from '../kit/http/api.ts'
import { departItems, useDepartTree } from './depart-select.tsx'
import { ErrorNote } from '../kit/platform/empty.tsx'
import { useLang, useT } from '../kit/text/i18n.ts'
import { useNotify } from '../kit/http/notify.tsx'
import { useApi } from '../kit/http/query.ts'
import { useDebouncedValue } from '../kit/platform/use-timing.ts'
import './user-dialog.css'

const list: CallOf<typeof users.list> = { method: 'GET', path: '/sys/user/list' }
const SIZE = 10

interface Props {
  many: boolean
  kind: 'staff' | 'customer'
  chosen: readonly string[]
  onOk: (ids: readonly string[]) => void
  onClose: () => void
}

/** Departments at the side, their people next to it; with all below the chosen department. */
export default function UserDialog({ many, kind, chosen, onOk, onClose }: Props) {
  const t = useT()
  const notify = useNotify()
  const english = useLang() === 'en_US'
  const [depart, setDepart] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(chosen))
  const word = useDebouncedValue(typed.trim())
  const staff = kind === 'staff'
  const departs = useDepartTree(staff)
  const found = useApi(
    list,
    {
      pageNo: String(page),
      pageSize: String(SIZE),
      column: 'realname',
      order: 'asc',
      kind,
      ...(depart ? { departId: depart } : {}),
      // Name or account: whichever of the two is known.
      ...(word
        ? {
            superQueryMatchType: 'or',
            superQueryParams: encodeURIComponent(
              JSON.stringify(
                ['realname', 'username', 'workNo'].map((field) => ({
                  field,
                  rule: 'like',
                  val: word,
                })),
              ),
            ),
          }
        : {}),
    },
    { keepPrevious: true, quiet: true },
  )
  const rows = found.data?.records ?? []
  const toggle = (id: string) =>
    setIds((now) => {
      if (!many) return new Set([id])
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const submit = () => {
    if (ids.size === 0) notify.warning(t('choice.none'))
    else onOk([...ids])
  }
  return (
    <Modal
      open
      title={t('choice.users')}
      width={760}
      okText={t('action.confirm')}
      cancelText={t('action.cancel')}
      onOk={submit}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <div className="py-people" data-tree={staff || undefined}>
        {staff && (
          <nav aria-label={t('choice.departs')}>
            <button
              type="button"
              className="py-people-all"
              aria-pressed={depart === null}
              onClick={() => {
                setDepart(null)
                setPage(1)
              }}
            >
              {t('choice.allDeparts')}
            </button>
            {departs.nodes.length > 0 && (
              <Tree
                key={departs.nodes.length}
                defaultExpandAll
                blockNode
                fieldNames={{ key: 'value' }}
                treeData={departItems(departs.nodes, english) as never}
                selectedKeys={depart ? [depart] : []}
                onSelect={([key]) => {
                  setDepart(typeof key === 'string' ? key : null)
                  setPage(1)
                }}
              />
            )}
          </nav>
        )}
        <section>
          <input
            className="py-input"
            type="search"
            aria-label={t('choice.search')}
            placeholder={t('choice.search')}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setPage(1)
            }}
          />
          {found.isError && !found.data ? (
            <ErrorNote error={found.error} retry={() => void found.refetch()} />
          ) : (
            <ul
              className={found.isPlaceholderData ? 'py-stale' : undefined}
              aria-busy={found.isFetching}
            >
              {rows.map((user) => (
                <li key={user.id}>
                  <label onDoubleClick={() => !many && onOk([user.id])}>
                    <input
                      type={many ? 'checkbox' : 'radio'}
                      name="person"
                      checked={ids.has(user.id)}
                      onChange={() => toggle(user.id)}
                    />
                    <span>{user.realname}</span>
                    <small>{user.username}</small>
                    <small>{user.orgCodeTxt}</small>
                  </label>
                </li>
              ))}
              {found.data && rows.length === 0 && (
                <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('empty.noMatch')} />
              )}
            </ul>
          )}
          <div className="py-people-foot">
            <span role="status">{t('bulk.count', { count: ids.size, shown: ids.size })}</span>
            <Pagination
              size="small"
              simple
              current={page}
              pageSize={SIZE}
              total={found.data?.total ?? 0}
              onChange={setPage}
            />
          </div>
        </section>
      </div>
    </Modal>
  )
}
