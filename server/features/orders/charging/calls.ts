import { rerates } from '#contracts/money/rerates.ts'
import { charging } from '#contracts/orders/charging.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { payerOf } from './payer/read-payer.ts'
import { taxedOf } from './payer/taxed-price.ts'
import { chargesOfOrder, moneyOfEnding } from './read-charges.ts'
import { explainTrade } from './explain/explain-trade.ts'
import { missingCosts } from './costs/missing-costs.ts'
import { previewRerate, rerateOrders } from './rerate/rerate-orders.ts'
import { readSetting, saveSetting } from './setting.ts'
import './proof/prove-charges.ts'

export const chargingCalls = () => [
  ...bindEndpoints(charging, {
    setting: readSetting,
    saveSetting,
    payer: payerOf,
    taxed: taxedOf,
    ofOrder: chargesOfOrder,
    ending: moneyOfEnding,
    missingCosts,
    ofTrade: explainTrade,
  }),
  ...bindEndpoints(rerates, { preview: previewRerate, apply: rerateOrders }),
]
