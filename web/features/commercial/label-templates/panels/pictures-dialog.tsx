import { DeleteOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { labelPictures, PICTURES_MAX } from '#contracts/commercial/labels/designs.ts'
import { FileDrop } from '../../../../kit/files/file-drop.tsx'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useInvalidate } from '../../../../kit/http/query.ts'
import { Empty, ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useConfirm } from '../../../../kit/platform/confirm.tsx'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { usePicture, usePictures } from './use-pictures.ts'

/** The tenant's pictures: one is chosen, others are added or deleted. */
export default function PicturesDialog({
  chosen,
  onChoose,
  onClose,
}: {
  chosen: string | null
  onChoose: ((id: string) => void) | null
  onClose: () => void
}) {
  const t = useT('label-designer')
  const confirm = useConfirm()
  const invalidate = useInvalidate()
  const found = usePictures()
  const mayAdd = useCan(labelPictures.addPicture)
  const drop = useAction(labelPictures.dropPicture)
  const pictures = found.data?.pictures ?? []
  const askDrop = async (id: string, name: string) => {
    const yes = await confirm({ title: t('picture.drop', { name }), danger: true })
    if (yes !== null) await drop.run({ id })
  }
  return (
    <Modal
      open
      width={680}
      className="py-dialog"
      title={t('pictures')}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {mayAdd && pictures.length < PICTURES_MAX && (
        <FileDrop
          action={labelPictures.addPicture}
          input={{}}
          accept=".png,.jpg,.jpeg,.webp"
          hint={t('picture.hint')}
          onDone={() => void invalidate(labelPictures.addPicture)}
        />
      )}
      {found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.data && pictures.length === 0 && <Empty kind="nothing" title={t('pictures.none')} />}
      <ul className="lbl-pictures">
        {pictures.map(({ id, name, width, height }) => (
          <li key={id} data-chosen={id === chosen || undefined}>
            <button
              type="button"
              disabled={!onChoose}
              aria-pressed={id === chosen}
              onClick={() => onChoose?.(id)}
            >
              <Thumb id={id} />
              <strong>{name}</strong>
              <small>{`${width} × ${height}`}</small>
            </button>
            {mayAdd && (
              <Button
                size="small"
                danger
                icon={<DeleteOutlined />}
                aria-label={t('picture.drop', { name })}
                onClick={() => void askDrop(id, name)}
              />
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function Thumb({ id }: { id: string }) {
  const url = usePicture(id)
  return url ? <img src={url} alt="" /> : <span className="lbl-thumb" />
}
