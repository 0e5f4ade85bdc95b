import { SearchOutlined } from '@ant-design/icons'
import { Button, Input, Modal, Spin } from 'antd'
import { use, useState } from 'react'
import { customs } from '#contracts/orders/customs/customs.calls.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { CustomsContext } from './findings.tsx'
import { filledIn, type Found, type PickedGoods } from './picked-goods.ts'
import './customs.css'

type Code = Found['codes'][number]

const PAUSE_MS = 250

/** Finds an HS code by words in either language, after what the customer declared for the SKU. */
export function HsPicker({
  sku,
  words,
  onPick,
}: {
  sku: string
  /** What is searched for at first: the name of the goods. */
  words: string
  onPick: (goods: PickedGoods) => void
}) {
  const t = useT('customs')
  const { searches } = use(CustomsContext)
  const [open, setOpen] = useState(false)
  if (!searches) return null
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<SearchOutlined />}
        aria-label={t('hs.search')}
        title={t('hs.search')}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Modal
          open
          title={t('hs.search')}
          footer={null}
          onCancel={() => setOpen(false)}
          width={640}
        >
          <HsSearch
            sku={sku}
            words={words}
            onPick={(goods) => {
              onPick(goods)
              setOpen(false)
            }}
          />
        </Modal>
      )}
    </>
  )
}

function HsSearch({
  sku,
  words,
  onPick,
}: {
  sku: string
  words: string
  onPick: (goods: PickedGoods) => void
}) {
  const t = useT('customs')
  const { customerId } = use(CustomsContext)
  const [typed, setTyped] = useState(words)
  const q = useDebouncedValue(typed, PAUSE_MS)
  const found = useApi(
    customs.searchHscode,
    { q, ...(sku ? { sku } : {}), ...(customerId ? { customerId } : {}) },
    { enabled: q !== '' || sku !== '', keepPrevious: true },
  )
  const { remembered = [], codes = [] } = found.data ?? {}
  return (
    <div className="hs-search">
      <Input
        autoFocus
        allowClear
        value={typed}
        maxLength={100}
        placeholder={t('hs.placeholder')}
        aria-label={t('hs.placeholder')}
        suffix={found.isFetching ? <Spin size="small" /> : null}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="hs-results" aria-live="polite">
        {remembered.length > 0 && (
          <>
            <h3>{t('hs.remembered')}</h3>
            <ul>
              {remembered.map((goods) => (
                <li key={goods.sku}>
                  <button type="button" onClick={() => onPick(filledIn(goods))}>
                    <strong>{goods.sku}</strong>
                    <span>
                      {[goods.nameCn, goods.nameEn, goods.hscodeCn, goods.hscodeForeign]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <h3>{t('hs.codes')}</h3>
          </>
        )}
        <ul>
          {codes.map((code) => (
            <li key={code.code} data-level={code.level}>
              <CodeLine code={code} onPick={() => onPick({ hscodeForeign: code.code })} />
            </li>
          ))}
        </ul>
        {q !== '' && !found.isFetching && codes.length === 0 && remembered.length === 0 && (
          <p className="py-none">{t('hs.nothing')}</p>
        )}
      </div>
      <p className="py-none">{t('hs.note')}</p>
    </div>
  )
}

/** Six digits can be declared; a chapter or heading only narrows the search. */
function CodeLine({ code, onPick }: { code: Code; onPick: () => void }) {
  const lang = useLang()
  const chinese = lang === 'zh_CN'
  const [first, second] = chinese
    ? [code.nameCn ?? code.nameEn, code.nameCn ? code.nameEn : code.aboveCn]
    : [code.nameEn, code.nameCn ?? code.aboveEn]
  const text = (
    <>
      <strong>{pointed(code.code)}</strong>
      <span>
        {first}
        {second && <small>{second}</small>}
      </span>
    </>
  )
  return code.level === 6 ? (
    <button type="button" onClick={onPick}>
      {text}
    </button>
  ) : (
    <div>{text}</div>
  )
}

/** 851830 → 8518.30 */
const pointed = (code: string): string =>
  code.length > 4 ? `${code.slice(0, 4)}.${code.slice(4)}` : code
