import { PlusOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useT } from '../../../kit/text/i18n.ts'

export interface FreshZone {
  code: string
  name: string
  nameEn: string
}
const EMPTY: FreshZone = { code: '', name: '', nameEn: '' }

/** A zone that is added with the rows. */
export function NewZone({
  known,
  onAdd,
}: {
  known: readonly string[]
  onAdd: (zone: FreshZone) => void
}) {
  const t = useT('zones')
  const [zone, setZone] = useState<FreshZone | null>(null)
  const taken = zone !== null && known.includes(zone.code.trim())
  return (
    <>
      <Button icon={<PlusOutlined />} onClick={() => setZone(EMPTY)}>
        {t('newZone')}
      </Button>
      {zone && (
        <Modal
          open
          className="py-dialog"
          title={t('newZone')}
          onCancel={() => setZone(null)}
          okText={t('newZone.add')}
          okButtonProps={{
            disabled: taken || zone.code.trim() === '' || zone.name.trim() === '',
          }}
          onOk={() => {
            onAdd({ code: zone.code.trim(), name: zone.name.trim(), nameEn: zone.nameEn.trim() })
            setZone(null)
          }}
          destroyOnHidden
        >
          <div className="zone-form">
            {(['code', 'name', 'nameEn'] as const).map((key) => (
              <label key={key}>
                {t(`newZone.${key}`)}
                <input
                  className="py-input"
                  maxLength={key === 'code' ? 32 : 100}
                  value={zone[key]}
                  onChange={(event) => setZone({ ...zone, [key]: event.target.value })}
                />
              </label>
            ))}
          </div>
          {taken && (
            <p role="alert" className="zone-failed">
              {t('newZone.taken', { code: zone.code.trim() })}
            </p>
          )}
          <p className="zone-note">{t('newZone.hint')}</p>
        </Modal>
      )}
    </>
  )
}
