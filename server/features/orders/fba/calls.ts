import { fbaConfig, fbaOrders } from '#contracts/orders/fba/fba.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import {
  editTransport,
  enterAppointment,
  markDelivered,
  refuseDelivery,
  requestAppointment,
} from './change-orders.ts'
import { assignLabel, printLabels, removeLabels, uploadLabels } from './label-calls.ts'
import { listConfig, readCartons, readHistory, readReadiness } from './read-cartons.ts'

/** Orders on their way into a warehouse: appointment, delivery, cartons and their labels. */
export function fbaCalls() {
  return [
    ...bindEndpoints(fbaOrders, {
      requestAppointment,
      enterAppointment,
      editTransport,
      refuse: refuseDelivery,
      deliver: markDelivered,
      history: readHistory,
      readiness: readReadiness,
      cartons: readCartons,
      uploadLabels,
      assignLabel,
      removeLabels,
      printLabels,
    }),
    ...bindEndpoints(fbaConfig, { list: listConfig }),
  ]
}
