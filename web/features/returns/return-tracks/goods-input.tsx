import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import {
  goodsName,
  predictedReturns,
  type GoodsChoice,
} from '#contracts/returns/predicted-returns.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { useSession } from '../../../kit/session/session.ts'
import { useT } from '../../../kit/text/i18n.ts'

const TEXT_MAX = 4000
/** As much of the goods as fits an address is looked up. */
const ASKED_MAX = 2000

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
/** Whole lines only: half a SKU is none. */
const wholeLines = (goods: string): string =>
  goods.length <= ASKED_MAX
    ? goods
    : goods.slice(0, Math.max(0, goods.lastIndexOf('\n', ASKED_MAX)))
const lineOf = ({ sku, name, left }: GoodsChoice): string =>
  `${sku ?? `"${goodsName(name)}"`}*${left ?? 1}`

interface Announcement {
  customerId: string
  orderNo: string
  goods: string
}

function useGoods({ customerId, orderNo, goods }: Announcement, keyword: string, on: boolean) {
  const own = useSession().user?.customerId
  return useApi(
    predictedReturns.goods,
    {
      ...(customerId ? { customerId } : {}),
      ...(orderNo ? { orderNo } : {}),
      ...(keyword ? { keyword } : {}),
      goods: wholeLines(goods),
    },
    { enabled: on && Boolean(own ?? customerId), keepPrevious: true, quiet: true },
  )
}

/** What is announced: chosen from the order's goods and those in stock, or written. */
export function GoodsInput({ id, value, onChange, disabled = false }: FieldInputProps) {
  const t = useT('predicted-returns')
  const form = Form.useFormInstance()
  const customerId = textOf(Form.useWatch('customerId', form))
  const orderNo = useDebouncedValue(textOf(Form.useWatch('orderNo', form)).trim())
  const goods = textOf(value)
  const written = useDebouncedValue(goods)
  const [typed, setTyped] = useState('')
  const keyword = useDebouncedValue(typed.trim())
  const found = useGoods({ customerId, orderNo, goods: written }, keyword, !disabled)
  const choices = found.data?.choices ?? []
  const add = (at: string) => {
    const chosen = choices[Number(at)]
    if (chosen) onChange?.([goods.trimEnd(), lineOf(chosen)].filter(Boolean).join('\n'))
  }
  return (
    <>
      <ChoiceInput
        aria-label={t('goods.choose')}
        placeholder={t('goods.choose')}
        disabled={disabled}
        value={null}
        onTyped={setTyped}
        pending={typed.trim() !== keyword || found.isFetching}
        options={choices.map(({ sku, name, left }, at) => ({
          value: String(at),
          label: [sku, name].filter(Boolean).join(' · '),
          ...(left === null ? {} : { note: t('goods.left', { left }), disabled: left === 0 }),
        }))}
        onChange={(at) => {
          if (typeof at === 'string') add(at)
        }}
      />
      <Input.TextArea
        {...(id ? { id } : {})}
        value={goods}
        maxLength={TEXT_MAX}
        disabled={disabled}
        autoSize={{ minRows: 3, maxRows: 12 }}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Unlisted list={found.data?.unlisted ?? []} />
    </>
  )
}

/** Marks SKUs of an announcement that are none of the customer's goods. */
export function UnlistedGoods(row: Announcement) {
  return <Unlisted list={useGoods(row, '', row.goods !== '').data?.unlisted ?? []} />
}

function Unlisted({ list }: { list: readonly string[] }) {
  const t = useT('predicted-returns')
  return list.length === 0 ? null : (
    <Alert
      type="warning"
      showIcon
      title={t('goods.unlisted', { list: list.join(t('list.comma')) })}
    />
  )
}
