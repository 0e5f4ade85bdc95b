import { z } from 'zod'
import type {
  CallOptions,
  CarrierReply,
  CarrierRequest,
} from '#server/features/carriers/carriers/index.ts'

/** A call to DHL with the account's login. */
export type Ask = (
  operation: string,
  method: CarrierRequest['method'],
  path: string,
  body: unknown,
  options?: CallOptions,
) => Promise<CarrierReply>

/** What DHL Parcel DE shipping v2 answers; keys beyond these are let through and kept. */
const status = z.looseObject({
  title: z.string().nullish(),
  status: z.coerce.number().nullish(),
  statusCode: z.coerce.number().nullish(),
  detail: z.string().nullish(),
})
const paper = z.looseObject({
  b64: z.string().nullish(),
  zpl2: z.string().nullish(),
  url: z.string().nullish(),
  fileFormat: z.string().nullish(),
  format: z.string().nullish(),
})
export type Paper = z.infer<typeof paper>

export const item = z.looseObject({
  shipmentNo: z.coerce.string().nullish(),
  returnShipmentNo: z.coerce.string().nullish(),
  routingCode: z.string().nullish(),
  sstatus: status.nullish(),
  label: paper.nullish(),
  returnLabel: paper.nullish(),
  customsDoc: paper.nullish(),
  codLabel: paper.nullish(),
  validationMessages: z
    .array(
      z.looseObject({
        property: z.string().nullish(),
        validationMessage: z.string().nullish(),
        validationState: z.string().nullish(),
      }),
    )
    .nullish(),
  /** Technical errors name where in the request they are. */
  propertyPath: z.string().nullish(),
  message: z.string().nullish(),
})
export type Item = z.infer<typeof item>

export const reply = z.looseObject({
  status: z.union([status, z.coerce.number()]).nullish(),
  title: z.string().nullish(),
  detail: z.string().nullish(),
  items: z.array(z.unknown()).nullish(),
})
export type Reply = z.infer<typeof reply>

export const manifestReply = z.looseObject({
  manifest: z.union([z.array(paper), paper]).nullish(),
  sheetNo: z.array(z.looseObject({ sheetNo: z.coerce.string().nullish() })).nullish(),
})

export const returnReply = z.looseObject({
  sstatus: status.nullish(),
  shipmentNo: z.coerce.string().nullish(),
  routingCode: z.string().nullish(),
  label: paper.nullish(),
  qrLabel: paper.nullish(),
  title: z.string().nullish(),
  detail: z.string().nullish(),
})

export const collected = z.looseObject({
  confirmation: z.looseObject({
    value: z.looseObject({ orderID: z.coerce.string().min(1), pickupDate: z.string().nullish() }),
  }),
})
const ended = z.looseObject({ orderID: z.coerce.string(), message: z.string().nullish() })
export const collectionsEnded = z.looseObject({
  confirmedCancellations: z.array(ended).nullish(),
  failedCancellations: z.array(ended).nullish(),
})

/** 2xx, but for 204: of a number it means that DHL does not know it. */
export function isOk(one: z.infer<typeof status> | null | undefined): boolean {
  const code = one?.statusCode ?? one?.status ?? 0
  return code >= 200 && code < 300 && code !== 204
}
