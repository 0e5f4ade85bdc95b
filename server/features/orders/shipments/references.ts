import { businessDay } from '#server/kit/db/business-day.ts'
import { isId } from '#contracts/kit/envelope.ts'
import { sql } from 'kysely'
import { CHECKED_FORMS } from '#contracts/platform/rules/checked-fields.ts'
import { DEFAULT_KIND, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { kindsTaken } from '#contracts/orders/kinds/service-kinds.ts'
import { loadTariff } from '#server/features/commercial/rating/index.ts'
import type { SubLimits } from '#server/features/platform/users/index.ts'
import { dictItems } from '#server/kit/http/dict-texts.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { asSystem } from '#server/kit/access/ctx.ts'
import { cachedByConfigVersion, configVersion } from '#server/kit/db/config-version.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
// Not the package's main file: that one reads the names in every language of the world.
import countries from 'i18n-iso-countries/index.js'
import { choicesOf } from './choices/load-choices.ts'
import { valueAddedCodes } from './checks/check-services.ts'
import { withTaxOf } from './spend.ts'
import { shortPattern } from '#server/kit/patterns/pattern-cost.ts'
import type {
  DepotRef,
  PostalPattern,
  References,
  ServiceRef,
  UserDepotRef,
  WarehouseAddress,
} from './checks/validated-order.ts'

interface OfferRow {
  id: string
  code: string
  name: string
  nameEn: string | null
  courierCode: string | null
  tradeType: string
  izSingle: boolean
  izMult: boolean
  maxPieces: number | null
  valueAdded: string | null
  priority: number
  customers: string[] | null
}
/** What a tenant offers to all: tariffs are read when a service is asked for. */
interface Offer {
  services: readonly OfferRow[]
  depots: ReadonlyMap<string, DepotRef>
  depotIdByCode: ReadonlyMap<string, string>
  postalRules: ReadonlyMap<string, PostalPattern>
  warehouses: ReadonlyMap<string, WarehouseAddress>
  ruleCodes: ReadonlySet<string>
}

const COUNTRIES: ReadonlySet<string> = new Set(Object.keys(countries.getAlpha2Codes()))

/** Which of it a single order needs; an order file needs every service and names no shippers. */
export interface Needed {
  serviceId: string | null
  shipperId: string | null
  userDepotId: string | null
}

/**
 * Everything an order is judged against. Services are those open to the customer; prices and zones
 * are read as the system, since a customer may be priced by a table it may not browse. `known`: the
 * set-up's version, where it was just read, and `usualUserDepot` likewise; `limits`: of the
 * sub-account whose order it is; `at`: the moment whose prices count, where it is not now.
 */
export async function loadReferences(
  ctx: Ctx,
  customerId: string,
  {
    needed,
    known,
    usualUserDepot = null,
    limits = null,
    kind = DEFAULT_KIND,
    at = null,
  }: {
    needed?: Needed
    known?: string | undefined
    usualUserDepot?: UserDepotRef | null
    limits?: SubLimits | null
    kind?: KindCode
    at?: string | null
  } = {},
): Promise<References> {
  const version = known ?? (await configVersion(ctx))
  const moment = at ?? nowIso()
  const offer = await offerOf(ctx, '', version)
  const choices = await choicesOf(ctx, customerId, version)
  // An order without a service may get any of them by a rule.
  const all = !needed || (!needed.serviceId && choices.length > 0)
  const services = new Map<string, ServiceRef>()
  for (const { customers, ...row } of offer.services) {
    if ((!all && needed.serviceId !== row.id) || (customers && !customers.includes(customerId)))
      continue
    const tariff = await loadTariff(ctx, row.id, { customerId, at: moment, known: version })
    if (tariff) services.set(row.id, { ...row, tariff })
  }
  const shippers =
    needed?.shipperId && isId(needed.shipperId)
      ? (
          await sql<{
            id: string
          }>`select id
            from ${asSystem(ctx, ctx.principal.tenantId).rows('shipper').as('s')}
            where s.customer_id = ${customerId} and s.id = ${needed.shipperId}`.execute(ctx.db)
        ).rows
      : []
  return {
    customerId,
    kind,
    services,
    choices,
    serviceIdByCode: new Map([...services.values()].map((one) => [one.code, one.id])),
    depots: offer.depots,
    depotIdByCode: offer.depotIdByCode,
    shippers: new Set(shippers.map((one) => one.id)),
    ...(usualUserDepot && needed?.userDepotId === usualUserDepot.id
      ? userDepotsIn([usualUserDepot])
      : await userDepotsOf(ctx, customerId, needed ? needed.userDepotId : 'all')),
    dictionaries: await dictItems(ctx, ctx.lang),
    countries: COUNTRIES,
    postalRules: offer.postalRules,
    warehouses: offer.warehouses,
    ruleCodes: offer.ruleCodes,
    limits,
    withTax: limits?.cap ? await withTaxOf(ctx, customerId, COUNTRIES) : (minor) => minor,
    today: await businessDay(ctx, Date.parse(moment)),
  }
}

type UserDepots = Pick<References, 'userDepots' | 'userDepotIdByCode' | 'usualUserDepot'>

/** The customer's own codes at depots: the one an order names, or all where a file may name any. */
async function userDepotsOf(
  ctx: Ctx,
  customerId: string,
  named: string | null,
): Promise<UserDepots> {
  const none = named === null || (named !== 'all' && !isId(named))
  const id = named === 'all' ? null : named
  const found = none
    ? []
    : (
        await sql<{
          id: string
          code: string
          depotId: string
          isUsual: boolean
        }>`select id, depot_code as code, depot_id, iz_default as is_usual
          from ${asSystem(ctx, ctx.principal.tenantId).rows('userDepot').as('u')}
          where u.customer_id = ${customerId} and (${id}::bigint is null or u.id = ${id}::bigint)`.execute(
          ctx.db,
        )
      ).rows
  return userDepotsIn(found, found.find(({ isUsual }) => isUsual) ?? null)
}

const userDepotsIn = (
  found: readonly UserDepotRef[],
  usualUserDepot: UserDepotRef | null = null,
): UserDepots => ({
  userDepots: new Map(found.map((one) => [one.id, one.code])),
  userDepotIdByCode: new Map(found.map((one) => [one.code.toUpperCase(), one.id])),
  usualUserDepot,
})

/** Per service that cannot do all of them: the value-added services it can do. */
export async function valueAddedOf(ctx: Ctx): Promise<Record<string, string[]>> {
  const { services } = await offerOf(ctx, '', await configVersion(ctx))
  return Object.fromEntries(
    services.flatMap(({ id, valueAdded }) => {
      const codes = valueAddedCodes(valueAdded)
      return codes ? [[id, codes]] : []
    }),
  )
}

/** Per service that is not for all of them: the kinds of orders it takes. */
export async function kindsOfServices(ctx: Ctx): Promise<Record<string, KindCode[]>> {
  const { services } = await offerOf(ctx, '', await configVersion(ctx))
  return Object.fromEntries(
    services.flatMap(({ id, tradeType }) => {
      const kinds = kindsTaken(tradeType)
      return kinds ? [[id, kinds]] : []
    }),
  )
}

const offerOf = cachedByConfigVersion(async (system): Promise<Offer> => {
  const services =
    await sql<OfferRow>`select s.id, s.code, s.name, s.name_en, o.code as courier_code, s.trade_type,
        s.iz_single, s.iz_mult, s.max_pieces, s.value_added, c.priority,
        coalesce((select array_agg(a.customer_id)
            from ${system.rows('serviceCustomer').as('a')} where a.service_id = s.id),
          case when s.restricted then '{}'::bigint[] end) as customers
    from ${system.rows('deliveryService').as('s')} join ${system.rows('channel').as('c')} on c.id = s.channel_id
    join ${system.rows('supplier').as('u')} on u.id = c.supplier_id and u.enabled
    left join ${system.rows('courier').as('o')} on o.id = c.courier_id
    where s.iz_enable and c.enabled order by s.id`.execute(system.db)
  const depots = (
    await sql<DepotRef>`select id, code, name, name_en from ${system.rows('depot').as('d')} where enabled`.execute(
      system.db,
    )
  ).rows
  const rules = (
    await sql<{
      country: string
      pattern: string
    }>`select country, pattern from ${system.rows('postalRule').as('p')}`.execute(system.db)
  ).rows
  const warehouses = await sql<WarehouseAddress & { code: string }>`select code, name, country,
      state, city, postal_code, street, house
    from ${system.rows('fbaWarehouse').as('w')} where enabled`.execute(system.db)
  const checked = await sql<{ code: string }>`select rule_code as code
    from ${system.rows('sysCheckRule').as('r')}
    where r.rule_code = any(${Object.values(CHECKED_FORMS.shipments)}::text[])`.execute(system.db)
  return {
    ruleCodes: new Set(checked.rows.map(({ code }) => code)),
    warehouses: new Map(warehouses.rows.map(({ code, ...address }) => [code, address])),
    services: services.rows,
    depots: new Map(depots.map((one) => [one.id, one])),
    depotIdByCode: new Map(depots.map((one) => [one.code, one.id])),
    postalRules: new Map(
      rules.flatMap((rule) => {
        const compiled = postalPattern(rule.pattern)
        return compiled ? [[rule.country, compiled] as const] : []
      }),
    ),
  }
})

/** No postal code is longer, and no rule is asked about more. */
const POSTCODE_MAX = 32

/**
 * A postal rule staff typed; one that does not compile or costs too much checks nothing rather than
 * everything.
 */
function postalPattern(pattern: string): PostalPattern | null {
  const made = shortPattern(pattern)
  return made && { test: (code) => code.length <= POSTCODE_MAX && made.matches(code) }
}
