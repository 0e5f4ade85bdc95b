import { Button, Form, Input, Modal, Table } from 'antd'
import { useState } from 'react'
import { carrierAccounts } from '#contracts/carriers/carrier-accounts.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

type Shop = Out<typeof carrierAccounts.shops>[number]
const FIELDS = [
  ['country', 2],
  ['postalCode', 10],
  ['city', 40],
  ['street', 50],
] as const

/** Shops of a carrier near an address; an order names one by its ID. */
export default function ShopsDialog({
  id,
  name,
  onClose,
}: {
  id: string
  name: string
  onClose: () => void
}) {
  const t = useT('carrier-labels')
  const [near, setNear] = useState({ country: 'DE', postalCode: '', city: '', street: '' })
  const [shops, setShops] = useState<Shop[] | null>(null)
  const search = useAction(carrierAccounts.shops, {
    success: false,
    ownRefusals: true,
    onDone: setShops,
  })
  const wrong = search.error?.issues[0]?.message ?? search.error?.message
  return (
    <Modal
      open
      width={720}
      title={t('shops.title', { name })}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
      onCancel={onClose}
    >
      <Form layout="vertical" onFinish={() => void search.run({ id, ...near })}>
        {FIELDS.map(([field, max]) => (
          <Form.Item key={field} label={t(`shops.${field}`)} htmlFor={`carrier-shops-${field}`}>
            <Input
              id={`carrier-shops-${field}`}
              maxLength={max}
              value={near[field]}
              onChange={({ target: { value } }) =>
                setNear({ ...near, [field]: field === 'country' ? value.toUpperCase() : value })
              }
            />
          </Form.Item>
        ))}
        <Form.Item {...(wrong ? { validateStatus: 'error' as const, help: wrong } : {})}>
          <Button
            type="primary"
            htmlType="submit"
            loading={search.busy}
            disabled={near.postalCode.trim() === ''}
          >
            {t('shops.search')}
          </Button>
        </Form.Item>
      </Form>
      {shops && (
        <Table
          size="small"
          rowKey="id"
          pagination={false}
          scroll={{ x: true, y: 320 }}
          dataSource={shops}
          locale={{ emptyText: t('shops.none') }}
          columns={[
            { title: t('shops.id'), dataIndex: 'id' },
            { title: t('shops.name'), dataIndex: 'name' },
            {
              title: t('shops.address'),
              render: (_, shop: Shop) => `${shop.street}, ${shop.postalCode} ${shop.city}`,
            },
            {
              title: t('shops.distance'),
              render: (_, { distance }: Shop) =>
                distance === null ? '' : t('shops.metres', { count: Math.round(distance) }),
            },
          ]}
          footer={() => t('shops.hint')}
        />
      )}
    </Modal>
  )
}
