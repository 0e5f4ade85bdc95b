import { stockArrived, stockNotFound } from '#contracts/orders/stock/stock.events.ts'
import { stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { subscribe } from '#server/kit/jobs/jobs.ts'
import {
  allocateArrived,
  allocateElsewhere,
  allocateOrders,
  backOrderOrders,
  releaseOrders,
} from './order-stock.ts'
import { readOrderStock } from './read-order-stock.ts'
import { readWave } from './read-wave.ts'
import { addWave, closeWave, dropWave, openOrders } from './waves.ts'

/** Waves, and the stock of orders by hand. Orders that wait are served when goods arrive. */
export function waveCalls(): BoundEndpoint[] {
  return bindEndpoints(stockWaves, {
    queryById: readWave,
    ofOrder: readOrderStock,
    open: openOrders,
    add: addWave,
    close: closeWave,
    drop: dropWave,
    allocate: allocateOrders,
    release: releaseOrders,
    backOrder: backOrderOrders,
  })
}

subscribe(stockArrived, 'waves.onStockArrived', allocateArrived)
subscribe(stockNotFound, 'waves.onStockNotFound', allocateElsewhere)
