import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { IMPORT_FIELDS, type ImportColumn } from '#contracts/orders/imports/import-fields.ts'
import { shipmentImports, type ImportRow } from '#contracts/orders/imports/shipment-imports.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useNotify } from '../../../../kit/http/notify.tsx'
import { useConfirm } from '../../../../kit/platform/confirm.tsx'
import { useT } from '../../../../kit/text/i18n.ts'

/** Fills a column of all refused rows, or replaces a text in it; all of them, not only those shown. */
export function MendAll({
  id,
  rows,
  dirty,
  undoable,
  onChecked,
}: {
  id: string
  rows: readonly ImportRow[]
  /** Cells of the grid were changed and not checked yet. */
  dirty: boolean
  /** Many were changed, which can be taken back. */
  undoable: boolean
  onChecked: () => void
}) {
  const t = useT('shipment-imports')
  const fields = fieldsOf(rows)
  const [field, setField] = useState<ImportColumn | null>(null)
  const [find, setFind] = useState('')
  const [value, setValue] = useState('')
  const [right, setRight] = useState(false)
  const notify = useNotify()
  const confirm = useConfirm()
  const send = useAction(shipmentImports.mendAll, { success: false })
  const back = useAction(shipmentImports.undoAll, { success: false })
  const chosen = field ?? fields.find(({ name }) => name !== 'reference')?.name
  const undo = async () => {
    const sent = await back.run({ id })
    if (!sent.ok) return
    notify.success(t('mend.all.undone', { count: sent.result.rows }))
    onChecked()
  }
  const apply = async () => {
    if (!chosen) return
    const change = {
      id,
      field: chosen,
      find: find || null,
      cells: right ? 'all' : 'open',
      value,
    } as const
    const counted = await send.run({ ...change, count: true })
    if (!counted.ok) return
    const { rows: count } = counted.result
    if (count === 0) return notify.warning(t('mend.all.none'))
    const column = t(`column.${chosen}`)
    const title = t('mend.all.ask', { count, column, value: value || '–' })
    if ((await confirm({ title, ok: t('mend.all.do') })) === null) return
    const sent = await send.run(change)
    if (!sent.ok) return
    notify.success(t('mend.all.done', { count: sent.result.rows }))
    onChecked()
  }
  return (
    <div className="order-line import-mend-all" role="group" aria-label={t('mend.all')}>
      <Select<ImportColumn>
        {...(chosen ? { value: chosen } : {})}
        aria-label={t('mend.all.column')}
        popupMatchSelectWidth={false}
        onChange={setField}
        options={fields.map(({ name }) => ({ value: name, label: t(`column.${name}`) }))}
      />
      <Input
        value={find}
        aria-label={t('mend.all.find')}
        placeholder={t('mend.all.find')}
        maxLength={500}
        onChange={(event) => setFind(event.currentTarget.value)}
      />
      <Checkbox
        checked={right}
        disabled={find !== ''}
        onChange={(event) => setRight(event.target.checked)}
      >
        {t('mend.all.right')}
      </Checkbox>
      <Input
        value={value}
        aria-label={t('mend.all.value')}
        placeholder={t('mend.all.value')}
        maxLength={500}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button
        loading={send.busy}
        disabled={dirty}
        title={dirty ? t('mend.all.first') : undefined}
        onClick={() => void apply()}
      >
        {t('mend.all.do')}
      </Button>
      {undoable && (
        <Button loading={back.busy} disabled={dirty} onClick={() => void undo()}>
          {t('mend.all.undo')}
        </Button>
      )}
    </div>
  )
}

/** Fields with a value or an error in some row: the reference, then what is wrong, then the rest. */
export function fieldsOf(rows: readonly ImportRow[]) {
  const wrong = new Set(
    rows.flatMap(({ errors, warnings }) => [...errors, ...warnings].map(({ column }) => column)),
  )
  const used = new Set(
    rows.flatMap(({ values, proposed }) => [...Object.keys(values), ...Object.keys(proposed)]),
  )
  const rank = (name: string) => (name === 'reference' ? 0 : wrong.has(name) ? 1 : 2)
  return IMPORT_FIELDS.filter(({ name }) => wrong.has(name) || used.has(name)).toSorted(
    (a, b) => rank(a.name) - rank(b.name),
  )
}
