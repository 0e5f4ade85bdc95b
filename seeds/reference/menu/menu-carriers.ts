import { LABEL_CARRIERS, type LabelCarrierCode } from '#contracts/carriers/carrier-sets.ts'
import { row, type Permission } from '../permission.ts'
import { folder, screen, type MenuEntry } from './menu-entry.ts'

const TITLES: Readonly<Record<LabelCarrierCode, readonly [name: string, nameEn: string]>> = {
  dhl: ['DHL 德国包裹', 'DHL Parcel DE'],
  gls: ['GLS', 'GLS'],
}

const ACTIONS = {
  batch: [
    ['add', '新建批次', 'Add batches'],
    ['manifest', '交接', 'Manifest batches'],
    ['cancel', '取消批次', 'Cancel batches'],
  ],
  shipment: [
    ['edit', '校验和查询面单', 'Check and look up labels'],
    ['cancel', '撤销面单', 'Revoke labels'],
  ],
  account: [
    ['add', '新增账号', 'Add accounts'],
    ['edit', '编辑账号', 'Edit accounts'],
  ],
} as const

export const carrierPermissions: readonly Permission[] = LABEL_CARRIERS.flatMap((code) =>
  Object.entries(ACTIONS).flatMap(([thing, actions]) =>
    actions.map(([action, name, nameEn]) =>
      row(
        `dlv:${code}:${thing}:${action}`,
        `${TITLES[code][0]} ${name}`,
        `${TITLES[code][1]}: ${nameEn}`,
      ),
    ),
  ),
)

const buttons = (code: string, thing: keyof typeof ACTIONS): string[] =>
  ACTIONS[thing].map(([action]) => `dlv:${code}:${thing}:${action}`)

/** Three screens a carrier; they know it by their address. */
export const carrierMenu: MenuEntry[] = LABEL_CARRIERS.map((code) => {
  const at = (thing: keyof typeof ACTIONS, path: string, component: string, icon: string) => {
    const names = {
      batch: ['批次', 'Batches'],
      shipment: ['面单', 'Labels'],
      account: ['账号配置', 'Account configuration'],
    } as const
    return screen(
      `delivery.${code}.${path}`,
      names[thing],
      `/delivery/${code}/${path}`,
      `carrier-labels/${component}`,
      icon,
      [`dlv:${code}:${thing}:list`],
      { entity: `carrier-${path}`, buttons: buttons(code, thing) },
    )
  }
  return {
    ...folder(`delivery.${code}`, TITLES[code], 'send', [
      at('batch', 'batches', 'CarrierBatches', 'inbox'),
      at('shipment', 'shipments', 'CarrierShipments', 'barcode'),
      at('account', 'accounts', 'CarrierAccounts', 'key'),
    ]),
    path: `/delivery/${code}`,
    component: 'layouts/TabLayout',
  }
})
