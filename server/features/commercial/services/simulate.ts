import { businessDay, businessSpan } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Explanation } from '#contracts/commercial/rating.ts'
import type { simulator } from '#contracts/commercial/simulate.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import { formatMoney, moneyIssue, parseMoney } from '#contracts/kit/money.ts'
import { cmToMm, gramsToKg, kgToGrams } from '#contracts/kit/units.ts'
import { SEE_COSTS, SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import {
  chargeableWeight,
  convert,
  limitsOf,
  loadTariff,
  quote,
  seenFee,
  type ExchangeRate,
  type Quote,
  type RatingInput,
  type RatingParcel,
  type Tariff,
} from '#server/features/commercial/rating/index.ts'
import { isAllowed, limitsOf as limitsOfUser } from '#server/features/platform/users/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { configVersion } from '#server/kit/db/config-version.ts'
import { together } from '#server/kit/db/tx.ts'
import { fail, failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { asErrorCode, translate } from '#server/kit/http/texts.ts'
import {
  numberToCome,
  routingOf,
  simulatedService,
  type SimulatedService,
} from './simulate-lookups.ts'

type Input = In<typeof simulator.simulate>
type Answer = Out<typeof simulator.simulate>

/**
 * What a shipment would cost, by the calculation orders go through. A customer's user asks about
 * the own account; costs are there for who may see them.
 */
export async function simulate(ctx: Ctx, input: Input): Promise<Answer> {
  const customerId = customerOf(ctx, input.customerId ?? null)
  const system = asSystem(ctx, ctx.principal.tenantId)
  const at = await momentOf(ctx, input.date ?? null)
  const day = await businessDay(ctx, Date.parse(at))
  const [, service, known] = await together(
    requireCustomer(ctx, customerId),
    serviceOf(ctx, input.serviceCode, customerId),
    configVersion(system),
  )
  const tariff = await loadTariff(system, service.id, {
    customerId,
    at,
    known,
    announced: ctx.principal.customerId !== null,
  })
  if (!tariff) fail('service.unknown')
  const asked = ratingInput(input, day, tariff.fees[0]?.currency ?? '')
  // A broken limit is one answer of several here: the price is shown all the same.
  const priced = quote(asked, { ...tariff, rules: [] })
  if (!priced.ok) {
    const [issue] = priced.issues
    return fail(asErrorCode(issue?.code ?? 'rate.noFee'), issue?.params)
  }
  const { currency, total } = priced.quote
  const weight = chargeableWeight(asked.parcels, tariff.weight)
  const [cost, number, routing] = await together(
    ctx.can(SEE_COSTS) ? costOf(system, service.id, asked, { at, known }, priced.quote) : null,
    numberToCome(ctx, service.id, customerId),
    routingOf(ctx, service.id, asked),
  )
  return {
    partition: { ...priced.quote.partition, why: whyZone(ctx.lang, priced.quote) },
    fee: feeOf(ctx, priced.quote),
    actualWeightKg: gramsToKg(priced.quote.actualGrams),
    volumetricWeightKg: gramsToKg(priced.quote.volumetricGrams),
    chargeableWeightKg: gramsToKg(priced.quote.chargeableGrams),
    parcels: weight.parcels.map(({ chargeable }) => ({
      chargeableWeightKg: gramsToKg(chargeable),
    })),
    currency,
    total: formatMoney({ minor: total, currency }),
    lines: linesOf(ctx.lang, priced.quote),
    steps: priced.quote.steps.map((step) => inWords(ctx.lang, step)),
    limits: limitsOf(asked, [...tariff.rules, ...piecesOf(service)], currency),
    number,
    routing,
    label: {
      labelType: service.labelType,
      template: ctx.principal.customerId === null ? service.template : null,
    },
    transit: priced.quote.transit,
    open: service.open,
    ...(cost
      ? {
          cost: {
            currency: cost.currency,
            total: cost.total,
            lines: linesOf(ctx.lang, cost.quote),
            margin: cost.margin,
          },
        }
      : {}),
  }
}

const whyZone = (lang: Lang, { steps }: Quote): string => {
  const why = steps.find(({ code }) => code.startsWith('zone.'))
  return why ? inWords(lang, why) : ''
}

function feeOf(ctx: Ctx, { fee }: Quote): Answer['fee'] {
  const { id, name, nameEn, versionNo } = seenFee(ctx, fee)
  return { id, name, nameEn: nameEn ?? null, versionNo: versionNo ?? null }
}

function customerOf(ctx: Ctx, wanted: string | null): string | null {
  const own = ctx.principal.customerId
  if (own !== null && (!ctx.can(SEE_PRICES) || (wanted !== null && wanted !== own)))
    failFields([{ path: 'customerId', code: 'field.ref' }])
  return own ?? wanted
}

/** Staff ask for customers they may see. */
async function requireCustomer(ctx: Ctx, id: string | null): Promise<void> {
  if (id === null || id === ctx.principal.customerId) return
  const found = await sql`select 1 from ${ctx.rows('customer').as('c')}
    where c.id = ${id}`.execute(ctx.db)
  if (found.rows.length === 0) failFields([{ path: 'customerId', code: 'field.ref' }])
}

/** Customers know the services that are open to them; staff try those that are not sold yet, too. */
async function serviceOf(
  ctx: Ctx,
  code: string,
  customerId: string | null,
): Promise<SimulatedService> {
  const service = await simulatedService(ctx, code, customerId, ctx.principal.customerId !== null)
  if (!service) failFields([{ path: 'serviceCode', code: 'service.unknown' }])
  const limits =
    ctx.principal.dataScope === 'sub' ? await limitsOfUser(ctx, ctx.principal.username) : null
  if (!isAllowed(limits?.services, service.id)) fail('service.notAllowed', { value: code })
  return service
}

/** A day means noon of the company's, today this moment. */
async function momentOf(ctx: Ctx, date: string | null): Promise<string> {
  if (date === null || date === (await businessDay(ctx))) return nowIso()
  if (date.length > 10) return new Date(date).toISOString()
  return new Date(Date.parse((await businessSpan(ctx, date)).first) + HALF_DAY_MS).toISOString()
}
const HALF_DAY_MS = 43_200_000

function ratingInput(input: Input, date: string, currency: string): RatingInput {
  const issues: RawIssue[] = []
  const read = (
    text: string | null | undefined,
    path: string,
    convertTo: (text: string) => number | null,
  ): number | null => {
    if (text === null || text === undefined || text.trim() === '') return null
    const value = convertTo(text.trim())
    if (value === null || value <= 0) issues.push({ path, code: 'field.tooSmall' })
    return value
  }
  const parcels = input.parcels.map((parcel, index): RatingParcel => {
    const at = (name: string) => `parcels.${index}.${name}`
    return {
      grams: read(parcel.weightKg, at('weightKg'), kgToGrams) ?? 0,
      lengthMm: read(parcel.lengthCm, at('lengthCm'), cmToMm),
      widthMm: read(parcel.widthCm, at('widthCm'), cmToMm),
      heightMm: read(parcel.heightCm, at('heightCm'), cmToMm),
    }
  })
  for (const [index, { grams }] of parcels.entries())
    if (grams === 0 && !issues.some(({ path }) => path === `parcels.${index}.weightKg`))
      issues.push({ path: `parcels.${index}.weightKg`, code: 'field.required' })
  const value = input.declaredValue ?? null
  const wrong = value !== null && currency !== '' && moneyIssue(value, currency, 'nonNegative')
  if (wrong)
    issues.push({
      path: 'declaredValue',
      code: asErrorCode(`field.${wrong.code}`),
      data: { ...wrong.data },
    })
  if (issues.length > 0) failFields(issues)
  return {
    date,
    destination: {
      country: input.country.toUpperCase(),
      postalCode: input.postalCode ?? '',
      state: input.state ?? null,
      city: input.city ?? null,
    },
    parcels,
    ...(value !== null && currency !== ''
      ? { declaredValue: parseMoney(value, currency, 'nonNegative')?.minor ?? null }
      : {}),
    attributes: input.attributes ?? [],
  }
}

/** Pieces the service's own switches allow, as a limit like the others. */
function piecesOf({ id, izSingle, izMult, maxPieces }: SimulatedService): Tariff['rules'] {
  const max = izMult ? maxPieces : 1
  const min = izSingle ? null : 2n
  if (max === null && min === null) return []
  return [{ id, validType: '7', min, max: max === null ? null : BigInt(max) }]
}

async function costOf(
  ctx: Ctx,
  serviceId: string,
  asked: RatingInput,
  { at, known }: { at: string; known: string },
  sold: Quote,
): Promise<{ currency: string; total: string; margin: string | null; quote: Quote } | null> {
  const tariff = await loadTariff(ctx, serviceId, { at, cost: true, known })
  const priced = tariff?.fees.length ? quote(asked, { ...tariff, rules: [] }) : null
  if (!priced?.ok) return null
  const { currency, total } = priced.quote
  const inSold =
    currency === sold.currency
      ? { minor: total }
      : convert({ minor: total, currency }, sold.currency, await ratesOf(ctx), asked.date)
  const margin = inSold && { minor: sold.total - inSold.minor, currency: sold.currency }
  return {
    currency,
    total: formatMoney({ minor: total, currency }),
    margin: margin ? formatMoney(margin) : null,
    quote: priced.quote,
  }
}

async function ratesOf(ctx: Ctx): Promise<ExchangeRate[]> {
  const found = await sql<ExchangeRate>`select r.currency, r.base_currency, r.rate, r.valid_from
    from ${ctx.rows('exchangeRate').as('r')}`.execute(ctx.db)
  return found.rows
}

function inWords(lang: Lang, { code, params }: Explanation): string {
  const names =
    lang === 'en_US'
      ? Object.fromEntries(
          Object.entries(params).flatMap(([key, value]) =>
            key.endsWith('En') ? [[key.slice(0, -2), value]] : [],
          ),
        )
      : {}
  return translate(lang, 'rating', `formula.${code}`, { ...params, ...names })
}

const linesOf = (lang: Lang, { lines, currency }: Quote) =>
  lines.map((line) => ({
    tradeItem: line.tradeItem,
    amount: formatMoney({ minor: line.amount, currency }),
    text: [inWords(lang, line), ...(line.why ? [inWords(lang, line.why)] : [])].join(' · '),
  }))
