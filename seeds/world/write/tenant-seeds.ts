import type { ClientBase } from 'pg'
import { seedBags } from '../orders/bags.ts'
import { seedTrucks } from '../orders/fba-trucks.ts'
import { seedLabels } from '../orders/labels.ts'
import { seedNumberPools } from '../orders/number-pools.ts'
import { seedTariffs } from '../orders/prices.ts'
import { seedPaymentAccounts } from '../money/payment-accounts.ts'
import { seedRecharges } from '../money/recharges.ts'
import { seedDesks } from '../parties/desks.ts'
import { seedRouting } from '../orders/routing.ts'
import { seedServiceChoices } from '../orders/service-choices.ts'
import { seedEventTemplates } from '../parcels/event-templates.ts'
import { seedCases } from '../returns/cases.ts'
import { seedReturns } from '../returns/returns.ts'

/** What each demo tenant has in addition to the reference data, in this order; safe to repeat. */
export const TENANT_SEEDS: readonly ((
  client: ClientBase,
  tenantId: string,
  place: 1 | 2,
) => Promise<void>)[] = [
  seedTariffs,
  seedRouting,
  seedLabels,
  seedNumberPools,
  seedServiceChoices,
  seedDesks,
  seedPaymentAccounts,
  seedRecharges,
  seedEventTemplates,
  seedBags,
  seedTrucks,
  seedReturns,
  seedCases,
]
