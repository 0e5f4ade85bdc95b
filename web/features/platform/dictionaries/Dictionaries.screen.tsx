import {
  DeleteOutlined,
  DownloadOutlined,
  ReloadOutlined,
  SearchOutlined,
  TranslationOutlined,
  UnorderedListOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { dicts, dictList, type DictRow } from '#contracts/platform/lists/dictionaries.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { text } from '#contracts/kit/field.ts'
import { refreshDictionaries } from '../../../kit/http/dict.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { Can } from '../../../kit/session/permissions.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useDownload } from '../../../kit/http/use-download.ts'
import './dictionaries.css'

const ItemsDrawer = lazy(() => import('./items-drawer.tsx'))
const TranslateDialog = lazy(() => import('./translate-dialog.tsx'))
const UsageDialog = lazy(() => import('./usage-dialog.tsx'))
const BinDrawer = lazy(() => import('./bin-drawer.tsx'))
const ImportDialog = lazy(() => import('../../../kit/resource/import-dialog.tsx'))

/** What a sheet holds: one line per item, with its dictionary. */
const sheetFields = {
  dictCode: text({ required: true }),
  dictName: text(),
  dictNameEn: text(),
  itemValue: text(),
  itemText: text(),
  itemTextEn: text(),
  color: text(),
  sortOrder: text(),
  status: text(),
  itemDescription: text(),
}
const COLUMNS = ['dictCode', 'dictName', 'itemCount', 'origin', 'description'] as const
type Open =
  | { kind: 'items' | 'translate' | 'usage'; row: DictRow }
  | { kind: 'bin' | 'import' }
  | null

/**
 * The dictionaries of the product and the tenant's own, with their items, their English and where
 * they are used.
 */
export default function Dictionaries() {
  const t = useT('dictionaries')
  const lang = useLang()
  const notify = useNotify()
  const download = useDownload(dicts.exportXls)
  const [open, setOpen] = useState<Open>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setOpen(null)
  const show = (kind: 'items' | 'translate' | 'usage', row: unknown) =>
    setOpen({ kind, row: row as DictRow })
  const refresh = async () => {
    setBusy(true)
    try {
      await refreshDictionaries()
      notify.success(t('refreshed'))
    } catch (error) {
      notify.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <ResourceScreen
        of={dictList}
        columns={COLUMNS}
        numbers={['dictCode']}
        cells={{
          itemCount: (row) => {
            const dict = row as unknown as DictRow
            const { itemCount } = dict
            return (
              <button
                type="button"
                className="dic-link"
                aria-label={`${itemCount} · ${t('items.title', { name: nameOf(dict, lang, 'dictName') })}`}
                onClick={(event) => {
                  event.stopPropagation()
                  show('items', row)
                }}
              >
                {itemCount}
              </button>
            )
          },
          origin: (row) => {
            const dict = row as unknown as DictRow
            const kind = dict.builtIn ? (dict.own ? 'laid' : 'builtIn') : 'own'
            return (
              <StatusTag tone={({ builtIn: 'idle', laid: 'moving', own: 'done' } as const)[kind]}>
                {t(`origin.${kind}`)}
              </StatusTag>
            )
          },
        }}
        toolbar={() => (
          <>
            <Button icon={<ReloadOutlined />} loading={busy} onClick={() => void refresh()}>
              {t('action.refresh')}
            </Button>
            <Can action="sys:dict:delete">
              <Button icon={<DeleteOutlined />} onClick={() => setOpen({ kind: 'bin' })}>
                {t('action.bin')}
              </Button>
            </Can>
            <Can action="sys:dict:import">
              <Button icon={<UploadOutlined />} onClick={() => setOpen({ kind: 'import' })}>
                {t('action.import')}
              </Button>
            </Can>
            <Can action={dicts.exportXls}>
              <Button
                icon={<DownloadOutlined />}
                loading={download.busy}
                onClick={() => void download.run({}, 'dictionaries.xlsx')}
              >
                {t('action.export')}
              </Button>
            </Can>
          </>
        )}
        rowActions={(row) => [
          {
            key: 'items',
            label: t('action.items'),
            icon: <UnorderedListOutlined />,
            onClick: () => show('items', row),
          },
          {
            key: 'translate',
            label: t('action.translate'),
            icon: <TranslationOutlined />,
            onClick: () => show('translate', row),
          },
          {
            key: 'usage',
            label: t('action.usage'),
            icon: <SearchOutlined />,
            onClick: () => show('usage', row),
          },
        ]}
      />
      <Suspense>
        {open?.kind === 'items' && <ItemsDrawer dict={open.row} onClose={close} />}
        {open?.kind === 'translate' && <TranslateDialog dict={open.row} onClose={close} />}
        {open?.kind === 'usage' && <UsageDialog dict={open.row} onClose={close} />}
        {open?.kind === 'bin' && <BinDrawer onClose={close} />}
        {open?.kind === 'import' && (
          <ImportDialog
            of={dictList}
            fields={sheetFields}
            t={t}
            title={t('action.import')}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
