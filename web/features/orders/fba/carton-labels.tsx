import { UploadOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import {
  fbaOrders,
  type Carton,
  type FbaLabel,
  type labelSplit,
} from '#contracts/orders/fba/fba.ts'
import type { z } from 'zod'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import type { Callable } from '../../../kit/http/api.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Weight } from '../../../kit/platform/cells.tsx'
import { useT, type T } from '../../../kit/text/i18n.ts'

const { method, path, touches } = fbaOrders.uploadLabels
const upload: Callable<{ id: string }, z.output<typeof labelSplit>> = {
  method,
  path,
  touches,
  body: 'multipart',
}
const DRAGGED = 'text/x-fba-label'

const nameOf = ({ fileName: file, page, place }: FbaLabel, t: T): string =>
  t('labels.name', { file, page, place })

/** The cartons of an order with their labels, and next to them the labels of no carton yet. */
export function CartonLabels({ id }: { id: string }) {
  const t = useT('fba')
  const may = useRightsCheck()
  const notify = useNotify()
  const picker = useRef<HTMLInputElement>(null)
  const found = useApi(fbaOrders.cartons, { id }, { keepPrevious: true })
  const send = useAction(upload, { success: false })
  const assign = useAction(fbaOrders.assignLabel, { success: false })
  const print = useDownload(fbaOrders.printLabels)
  if (!found.data) return <Skeleton active />
  const { cartons, labels } = found.data
  const canChange = may(fbaOrders.uploadLabels)
  const byId = new Map(labels.map((label) => [label.id, label]))
  const give = (labelId: string, parcelId: string | null) =>
    void assign.run({ id: labelId, parcelId })
  const take = async (file: File | undefined) => {
    if (!file) return
    const outcome = await send.run({ id }, { file })
    if (outcome.ok) notify.success(t('labels.uploaded', outcome.result))
  }
  return (
    <div className="fba-cartons">
      <div className="py-actions">
        {canChange && (
          <Button
            icon={<UploadOutlined />}
            loading={send.busy}
            onClick={() => picker.current?.click()}
          >
            {t('labels.upload')}
          </Button>
        )}
        {labels.some(({ parcelId }) => parcelId !== null) && (
          <Button
            loading={print.busy}
            onClick={() => void print.run({ ids: [id] }, 'box-labels.pdf')}
          >
            {t('action.printLabels')}
          </Button>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          accept=".pdf"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </div>
      <ul className="fba-carton-list">
        {cartons.length === 0 && <li className="py-hint">{t('cartons.noneYet')}</li>}
        {cartons.map((one) => (
          <CartonLine
            key={one.id}
            carton={one}
            label={byId.get(one.labelId ?? '')}
            onDrop={canChange ? (labelId) => give(labelId, one.id) : null}
            onDetach={canChange ? (labelId) => give(labelId, null) : null}
            onPrint={(labelId) => void print.run({ labelIds: [labelId] }, `${one.boxCode}.pdf`)}
          />
        ))}
      </ul>
      <OpenLabels
        labels={labels.filter(({ parcelId }) => parcelId === null)}
        cartons={cartons}
        give={canChange ? give : null}
      />
    </div>
  )
}

interface CartonLineProps {
  carton: Carton
  label: FbaLabel | undefined
  onDrop: ((labelId: string) => void) | null
  onDetach: ((labelId: string) => void) | null
  onPrint: (labelId: string) => void
}
function CartonLine({ carton, label, onDrop, onDetach, onPrint }: CartonLineProps) {
  const t = useT('fba')
  const [over, setOver] = useState(false)
  const sides = carton.sides.every((side) => side === null)
    ? '–'
    : carton.sides.map((side) => side ?? '?').join(' × ')
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onDrop?.(event.dataTransfer.getData(DRAGGED))
    },
  }
  return (
    <li data-over={over || undefined} {...(onDrop ? drop : {})}>
      <span className="py-num">{carton.seq}</span>
      <strong className="py-num">{carton.boxCode ?? '–'}</strong>
      <span>
        <Weight kg={carton.weightKg} unit /> · {sides} cm
        {carton.palletNo !== null && ` · ${t('cartons.pallet')} ${carton.palletNo}`}
        {` · ${t('cartons.skus')} ${carton.products}`}
      </span>
      {label ? (
        <span className="fba-label">
          <small>{nameOf(label, t)}</small>
          <Button type="link" size="small" onClick={() => onPrint(label.id)}>
            {t('labels.print')}
          </Button>
          {onDetach && (
            <Button type="link" size="small" onClick={() => onDetach(label.id)}>
              {t('labels.detach')}
            </Button>
          )}
        </span>
      ) : (
        <small className="py-none">{t('cartons.none')}</small>
      )}
    </li>
  )
}

interface OpenLabelsProps {
  labels: readonly FbaLabel[]
  cartons: readonly Carton[]
  give: ((labelId: string, parcelId: string | null) => void) | null
}
function OpenLabels({ labels, cartons, give }: OpenLabelsProps) {
  const t = useT('fba')
  const remove = useAction(fbaOrders.removeLabels, { success: false })
  if (labels.length === 0) return null
  return (
    <section aria-label={t('labels.open')}>
      <h4>{t('labels.open')}</h4>
      {give && <p className="py-hint">{t('labels.openHint')}</p>}
      <ul className="fba-open-labels">
        {labels.map((label) => (
          <li
            key={label.id}
            draggable={give !== null}
            onDragStart={(event) => event.dataTransfer.setData(DRAGGED, label.id)}
          >
            <strong className="py-num">{label.boxCode ?? '–'}</strong>
            <small>{nameOf(label, t)}</small>
            {give && (
              <>
                <ChoiceInput
                  aria-label={t('labels.assign')}
                  placeholder={t('labels.assign')}
                  value={null}
                  options={cartons.map((one) => ({
                    value: one.id,
                    label: `${one.seq} · ${one.boxCode ?? one.serialNumber}`,
                  }))}
                  onChange={(parcelId) => {
                    if (typeof parcelId === 'string') give(label.id, parcelId)
                  }}
                />
                <Button
                  type="link"
                  size="small"
                  danger
                  onClick={() => void remove.run({ ids: [label.id] })}
                >
                  {t('labels.remove')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
