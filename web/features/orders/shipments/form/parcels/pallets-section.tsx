import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { LineCell } from '../../../../../kit/form/lines/line-cell.tsx'
import { addLine, changeLine, pasteLines, removeLine } from '../../../../../kit/form/lines/lines.ts'
import type { Entry } from '../../../../../kit/form/use-entry.tsx'
import { useT } from '../../../../../kit/text/i18n.ts'
import {
  blankPallet,
  MAX_PALLETS,
  PALLET_FIELDS,
  type Draft,
  type PalletDraft,
} from '../draft/draft.ts'
import { ORDER } from '../field-labels.ts'

const NUMBERS: readonly string[] = PALLET_FIELDS

/** The pallets parcels stand on; a parcel names its pallet by number. */
export function PalletsSection({
  entry,
  value: pallets = [],
}: {
  entry: Entry<Draft>
  value?: readonly PalletDraft[]
}) {
  const t = useT('shipments')
  const change = (next: (now: readonly PalletDraft[]) => readonly PalletDraft[]) =>
    entry.edit((draft) => ({ ...draft, pallets: next(draft.pallets) }), 'pallets')
  const nextNo = () =>
    String(Math.max(0, ...pallets.map(({ palletNo }) => Number(palletNo) || 0)) + 1)
  const blank = () => blankPallet({ palletNo: nextNo() })
  const add = (
    <Button
      icon={<PlusOutlined />}
      type={pallets.length === 0 ? 'link' : 'default'}
      disabled={pallets.length >= MAX_PALLETS}
      onClick={() => change((now) => addLine(now, blank(), MAX_PALLETS))}
    >
      {t('pallet.add')}
    </Button>
  )
  if (pallets.length === 0) return add
  return (
    <section className="order-section">
      <h2>{t('form.section.pallets')}</h2>
      {pallets.map((pallet, at) => (
        <div key={pallet.lineKey} className="py-line-cells" data-first={at === 0 || undefined}>
          {PALLET_FIELDS.map((field) => (
            <LineCell
              key={field}
              form={ORDER}
              path={`pallets.${at}.${field}`}
              label={t(field === 'palletNo' ? 'palletNo' : `field.${field}`)}
              value={pallet[field]}
              issue={entry.issues[`pallets.${at}.${field}`]}
              numeric
              max={14}
              width="1 1 90px"
              set={entry.set}
              onPasteCells={(path, cells) =>
                change((now) =>
                  pasteLines(now, at, {
                    fields: PALLET_FIELDS,
                    field: path.split('.').at(-1) as (typeof PALLET_FIELDS)[number],
                    cells,
                    numbers: NUMBERS,
                    blank,
                    max: MAX_PALLETS,
                  }),
                )
              }
              onMove={() => undefined}
            />
          ))}
          <Checkbox
            checked={pallet.stackable}
            onChange={(event) =>
              change((now) =>
                changeLine(now, at, (one) => ({ ...one, stackable: event.target.checked })),
              )
            }
          >
            {t('pallet.stackable')}
          </Checkbox>
          <span className="py-line-tools">
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('pallet.remove')}
              title={t('pallet.remove')}
              onClick={() => change((now) => removeLine(now, at))}
            />
          </span>
        </div>
      ))}
      {add}
    </section>
  )
}
