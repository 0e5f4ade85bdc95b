import { z } from 'zod'
import { idText } from '../../kit/envelope.ts'
import { event } from '../../kit/events.ts'

/** An order file has ended, well or not; dry runs as well. */
export const shipmentImportFinished = event(
  'shipmentImport.finished',
  z.object({ importId: idText }),
)
