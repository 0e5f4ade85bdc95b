import { Button, Drawer, Skeleton } from 'antd'
import { useEffect, useId, useState } from 'react'
import type { Crud } from '#contracts/kit/crud.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { ErrorNote } from '../platform/empty.tsx'
import { focusFirst } from '../form/focus-first.ts'
import { useLang, useT, type T } from '../text/i18n.ts'
import { useApi } from '../http/query.ts'
import { ResourceForm, type Inputs } from './resource-form.tsx'
import { isObject } from '../text/storage.ts'
import { useKeys } from '../platform/use-keys.ts'
import { useDelayedFlag } from '../platform/use-timing.ts'

export interface FormDrawerProps {
  of: Crud
  t: T
  /** The row's id; null adds a new one. `copyOf` fills that from another row. */
  id: string | null
  copyOf?: string | null
  /** What a new row begins with that is no copy. */
  start?: Readonly<Record<string, unknown>>
  inputs?: Inputs
  fixed?: Record<string, unknown>
  /** One new row and no more: opened from within another form. */
  single?: boolean
  onClose: () => void
  /** Where Ctrl+Enter goes after saving: the next row, or null to start another new one. */
  onNext?: (() => void) | null
  onSaved?: (row: Record<string, unknown>) => void
  /** Where a new row leads once it is saved, in place of closing. */
  onMade?: (id: string) => void
}

/**
 * What is made or changed, by its name: "New supplier". A screen that has words of its own for it
 * keeps them.
 */
function useFormTitle(t: T, editing: boolean): string {
  const common = useT()
  const english = useLang() === 'en_US'
  const key = editing ? 'form.edit' : 'form.new'
  if (t(key) !== common(key) || !t.has('one')) return t(key)
  const one = t('one')
  return common(`${key}One`, {
    one: english && !/^[A-Z]{2}/.test(one) ? one.charAt(0).toLowerCase() + one.slice(1) : one,
  })
}

/** Add and edit next to the list. Enter saves and closes, Ctrl+Enter saves and continues. */
export default function FormDrawer({
  of,
  t,
  id,
  copyOf = null,
  start,
  inputs,
  fixed,
  single = false,
  onClose,
  onNext,
  onSaved,
  onMade,
}: FormDrawerProps) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState(false)
  const [goOn, setGoOn] = useState(false)
  const [round, setRound] = useState(0)
  const [drawn, setDrawn] = useState(false)
  const source = id ?? copyOf
  // The row as it is now, not as the list showed it: an old version would be refused.
  const found = useApi(
    of.endpoints.queryById,
    { id: source ?? '' },
    { enabled: source !== null, staleTime: 0 },
  )
  const row = isObject(found.data) ? found.data : null
  const ready = source === null || (row !== null && !found.isFetching) || changed
  const late = useDelayedFlag(!ready)
  const saveAndGoOn = () => {
    setGoOn(!single)
    const form = document.getElementById(formId)
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }
  useKeys({ 'mod+enter': () => saveAndGoOn(), Escape: onClose }, { modal: true })
  // The drawer slides in and the row arrives, whichever is later.
  useEffect(() => {
    if (drawn && ready) focusFirst(formId)
  }, [drawn, ready, formId, source, round])
  const title = useFormTitle(t, id !== null)
  const lang = useLang()
  const name = row && id ? nameOf(row, lang, of.label) : null

  return (
    <Drawer
      open
      size={720}
      title={name ? `${title} · ${name}` : title}
      onClose={onClose}
      keyboard={false}
      mask={{ closable: !changed }}
      rootClassName="py-drawer"
      footer={
        <div className="py-drawer-footer">
          <span className="py-hint">{single ? '' : t('form.keys')}</span>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          {!id && !single && (
            <Button loading={busy && goOn} disabled={!ready} onClick={() => saveAndGoOn()}>
              {t('form.saveAndNew')}
            </Button>
          )}
          <Button
            type="primary"
            htmlType="submit"
            form={formId}
            loading={busy && !goOn}
            disabled={!ready}
            onClick={() => setGoOn(false)}
          >
            {t('action.save')}
          </Button>
        </div>
      }
      afterOpenChange={setDrawn}
    >
      {found.isError && !ready ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : null}
      {!ready && !found.isError && late && <Skeleton active />}
      {ready && (
        <ResourceForm
          key={`${source ?? 'new'}:${round}`}
          of={of}
          t={t}
          row={id ? row : null}
          copy={id ? null : row}
          formId={formId}
          onBusy={setBusy}
          onChanged={setChanged}
          {...(start ? { start } : {})}
          {...(inputs ? { inputs } : {})}
          {...(fixed ? { fixed } : {})}
          onSaved={(saved) => {
            onSaved?.(saved)
            if (!goOn && !id && onMade && typeof saved.id === 'string') return onMade(saved.id)
            if (!goOn) return onClose()
            if (id && onNext) return onNext()
            if (id) return onClose()
            setRound(round + 1)
          }}
        />
      )}
    </Drawer>
  )
}
