import { z } from 'zod'

/** What GLS ShipIT answers; keys beyond these are let through and kept. */
const text = z.union([z.string(), z.number().transform(String)])
export const parcelData = z.looseObject({
  TrackID: text,
  ParcelNumber: text,
  RoutingInfo: z
    .looseObject({
      Tour: text.nullish(),
      FinalLocationCode: z.string().nullish(),
      HubLocation: z.string().nullish(),
    })
    .nullish(),
})
export const printData = z.looseObject({
  /** A list in the description, one text in older clients. */
  Data: z.union([z.string(), z.array(z.string())]),
  LabelFormat: z.string().nullish(),
})
export const created = z.looseObject({
  CreatedShipment: z.looseObject({
    ParcelData: z.array(parcelData),
    PrintData: z.array(printData).nullish(),
    CustomerID: z.string().nullish(),
  }),
})

export const errors = z.looseObject({
  errors: z
    .array(
      z.looseObject({
        code: text.nullish(),
        message: z.string().nullish(),
        field: z.string().nullish(),
      }),
    )
    .nullish(),
  fault: z.looseObject({ faultstring: z.string().nullish() }).nullish(),
})

export const validated = z.looseObject({
  Success: z.boolean().nullish(),
  success: z.boolean().nullish(),
  ValidationResult: z
    .looseObject({
      Issues: z
        .array(
          z.looseObject({
            Rule: z.string().nullish(),
            Location: z.string().nullish(),
            Parameters: z.array(z.unknown()).nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
})

/** `Result` in the description, `result` in clients. */
export const cancelled = z.looseObject({
  Result: z.string().nullish(),
  result: z.string().nullish(),
})

export const allowed = z.looseObject({
  AllowedServices: z
    .array(z.looseObject({ ProductName: z.string().nullish(), ServiceName: z.string().nullish() }))
    .nullish(),
})

export const dayReport = z.looseObject({ Shipments: z.array(z.unknown()).nullish() })

export const foundUnits = z.looseObject({
  UnitItems: z.array(z.looseObject({ TrackID: text, ParcelNumber: text.nullish() })).nullish(),
})
export const reprinted = z.looseObject({
  CreatedShipment: z
    .looseObject({
      ParcelData: z.array(parcelData).nullish(),
      PrintData: z.array(printData).nullish(),
    })
    .nullish(),
})

export const collected = z.looseObject({ EstimatedPickUpDate: z.string().nullish() })
export const foundShops = z.looseObject({
  ParcelShop: z
    .array(
      z.looseObject({
        ParcelShopID: text,
        Address: z.looseObject({
          Name1: z.string().nullish(),
          Name2: z.string().nullish(),
          Street: z.string().nullish(),
          StreetNumber: text.nullish(),
          ZIPCode: text.nullish(),
          City: z.string().nullish(),
          CountryCode: z.string().nullish(),
        }),
        GLSCoordinates: z.looseObject({ AirLineDistance: z.coerce.number().nullish() }).nullish(),
      }),
    )
    .nullish(),
})
