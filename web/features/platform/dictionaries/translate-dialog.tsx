import { Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { type DictRow } from '#contracts/platform/lists/dictionaries.ts'
import { dictItems } from '#contracts/platform/lists/dictionaries.items.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useUnsaved } from '../../../kit/platform/unsaved.ts'
import { useDictName, useItems } from './use-items.ts'

interface Translations {
  itemText: string
  itemTextEn: string | null
}

/**
 * Chinese and English side by side; only lines that were changed are saved, all of them or none.
 */
export default function TranslateDialog({ dict, onClose }: { dict: DictRow; onClose: () => void }) {
  const t = useT('dictionaries')
  const name = useDictName(dict)
  const { items, pending, error, refetch } = useItems(dict.id)
  const [typed, setTyped] = useState<Readonly<Record<string, Partial<Translations>>>>({})
  const save = useAction(dictItems.editBatch)
  const changed = items.flatMap((item) => {
    const now = {
      itemText: (typed[item.id]?.itemText ?? item.itemText).trim(),
      itemTextEn: (typed[item.id]?.itemTextEn ?? item.itemTextEn ?? '').trim() || null,
    }
    return now.itemText !== '' &&
      (now.itemText !== item.itemText || now.itemTextEn !== item.itemTextEn)
      ? [{ id: item.id, ...now }]
      : []
  })
  const saved = useUnsaved(changed.length > 0)
  const type = (id: string, words: Partial<Translations>) =>
    setTyped((before) => ({ ...before, [id]: { ...before[id], ...words } }))
  const run = async () => {
    const done = await save.run({ items: changed })
    if (!done.ok) return
    saved()
    onClose()
  }
  return (
    <Modal
      open
      title={t('translate.title', { name })}
      width={760}
      className="py-dialog"
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('action.cancel')}
        </Button>,
        <Button
          key="save"
          type="primary"
          disabled={changed.length === 0}
          loading={save.busy}
          onClick={() => void run()}
        >
          {changed.length > 0
            ? t('translate.save', { count: changed.length })
            : t('translate.none')}
        </Button>,
      ]}
    >
      {error && items.length === 0 ? (
        <ErrorNote error={error} retry={refetch} />
      ) : pending ? (
        <Skeleton active />
      ) : (
        <div className="dic-grid" role="table" aria-label={t('translate.title', { name })}>
          <div role="row" className="dic-grid-head">
            <span role="columnheader">{t('itemValue')}</span>
            <span role="columnheader">{t('itemText')}</span>
            <span role="columnheader">{t('itemTextEn')}</span>
          </div>
          {items.map((item) => (
            <div role="row" key={item.id}>
              <code role="cell">{item.itemValue}</code>
              <span role="cell">
                <input
                  className="py-input"
                  lang="zh"
                  aria-label={`${t('itemText')} ${item.itemValue}`}
                  maxLength={200}
                  value={typed[item.id]?.itemText ?? item.itemText}
                  onChange={(event) => type(item.id, { itemText: event.target.value })}
                />
              </span>
              <span role="cell">
                <input
                  className="py-input"
                  lang="en"
                  aria-label={`${t('itemTextEn')} ${item.itemValue}`}
                  maxLength={200}
                  value={typed[item.id]?.itemTextEn ?? item.itemTextEn ?? ''}
                  onChange={(event) => type(item.id, { itemTextEn: event.target.value })}
                />
              </span>
            </div>
          ))}
        </div>
      )}
    </Modal>
  )
}
