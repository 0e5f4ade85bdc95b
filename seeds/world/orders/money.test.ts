import { describe, expect, it } from 'vitest'
import { isTradeItem } from '#contracts/commercial/rating.ts'
import { parseLimit, quote } from '#server/features/commercial/rating/index.ts'
import type { Tariff } from '#server/features/commercial/rating/index.ts'
import { SERVICES } from '../../reference/services.ts'
import type { ReferenceService } from '../../reference/services.ts'
import { wholeWorld } from '../world.fixture.ts'

/** The reference tables as rating reads them. */
function tariffOf({ fee, zones, rules, divisor, weightStep, rounding }: ReferenceService): Tariff {
  const always = { validFrom: null, validTo: null }
  return {
    weight: {
      divisor,
      wholeCm: true,
      when: { kind: 'ALWAYS' },
      bubbleBp: 10_000,
      steps: weightStep > 1 ? [{ upTo: null, step: weightStep }] : [],
      rounding,
    },
    rules: rules.map(({ type, min, max }, i) => ({
      id: String(i),
      validType: type,
      min: min === null ? null : parseLimit(type, min, 'EUR'),
      max: parseLimit(type, max, 'EUR'),
    })),
    partitions: zones.flatMap(({ code, rows }) =>
      rows.map(({ country, prefix }, i) => ({
        ...always,
        id: String(i),
        partitionId: code,
        partitionCode: code,
        partitionName: code,
        country,
        matchType: prefix ? ('PREFIX' as const) : ('ALL' as const),
        from: prefix ?? null,
        to: null,
        priority: 0,
      })),
    ),
    fees: [
      {
        ...always,
        id: '1',
        name: fee.name,
        currency: 'EUR',
        stepMode: fee.stepMode,
        active: true,
        cells: fee.cells.map((cell, i) => ({
          ...cell,
          id: String(i),
          partitionId: cell.zone,
          price: BigInt(cell.price),
          stepPrice: cell.stepPrice === null ? null : BigInt(cell.stepPrice),
          minPrice: cell.minPrice === null ? null : BigInt(cell.minPrice),
        })),
        surcharges: fee.surcharges.flatMap((rule, i) =>
          isTradeItem(rule.tradeItem)
            ? [
                {
                  ...rule,
                  ...always,
                  tradeItem: rule.tradeItem,
                  id: String(i),
                  amount: rule.amount === null ? null : BigInt(rule.amount),
                },
              ]
            : [],
        ),
      },
    ],
  }
}

describe('prices of the world', () => {
  const tariffs = new Map(SERVICES.map((service) => [service.code, tariffOf(service)]))
  it('are those rating gives, and every parcel is one its service takes', () => {
    for (const { service, consignee, parcels, cents, chargeable, serial, head } of wholeWorld()
      .shipments) {
      const result = quote(
        {
          date: '2026-03-01',
          destination: {
            country: consignee.country,
            postalCode: consignee.postalCode,
            city: consignee.city,
            state: consignee.state,
          },
          parcels: parcels
            .map(({ measured, packed }) => measured ?? packed)
            .map(({ grams, length, width, height }) => ({
              grams,
              lengthMm: length,
              widthMm: width,
              heightMm: height,
            })),
        },
        tariffs.get(service.code)!,
      )
      if (!result.ok)
        throw new Error(
          `${head.tenant}/${serial} ${service.code}: ${JSON.stringify(result.issues)}`,
        )
      expect(
        { cents: Number(result.quote.total), chargeable: result.quote.chargeableGrams },
        serial,
      ).toEqual({ cents, chargeable })
    }
  })
})
