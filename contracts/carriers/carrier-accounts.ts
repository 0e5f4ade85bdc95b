import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { bool, datetime, dict, ref, text, textarea } from '../kit/field.ts'
import {
  ACCOUNT_MODES,
  carrierPerms,
  carrierPrefixes,
  LABEL_CARRIERS,
  SIMULATOR_SCRIPTS,
} from './carrier-sets.ts'

/** Accounts labels are bought with. What a carrier asks for in addition comes with `read`. */
export const carrierAccountList = crud(
  entity({
    name: 'carrier-accounts',
    table: 'carrier_account',
    scope: 'tenant',
    label: 'name',
    fields: {
      carrier: dict('label_source', { readOnly: true, filter: 'eq', show: ['detail'] }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      mode: dict('carrier_mode', { required: true, filter: 'in', width: 120 }),
      courierId: ref('couriers', { required: true, filter: 'in', width: 150 }),
      labelFormat: dict('carrier_format', { required: true, width: 100 }),
      mustEncode: bool({ initial: true, width: 110 }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      stoppedAt: datetime({ readOnly: true, width: 160 }),
      testedAt: datetime({ readOnly: true, width: 160 }),
      testResult: dict('carrier_test', { readOnly: true, width: 140 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/carrierAccount',
    perm: carrierPrefixes('account'),
    verbs: ['list', 'queryById', 'delete', 'options'],
    byHand: ['add', 'edit'],
  },
)

const name = z.string().trim().min(1, { error: 'field.required' }).max(64)
const words = z.string().max(200, { error: 'field.tooLong' })
/** Service codes of a carrier with their values; true where one needs none. */
const options = z.record(name, z.union([words, z.literal(true)]))
const mapping = z.object({ serviceId: idText, product: name, options })
export type ServiceMapping = z.infer<typeof mapping>

const draft = z.object({
  name: z.string().trim().min(1, { error: 'field.required' }).max(100, { error: 'field.tooLong' }),
  mode: z.enum(ACCOUNT_MODES),
  courierId: idText,
  labelFormat: z.enum(['pdf', 'zpl']),
  mustEncode: z.boolean(),
  enabled: z.boolean(),
  simulatorScript: z.enum(SIMULATOR_SCRIPTS),
  remark: z.string().max(500, { error: 'field.tooLong' }).nullish(),
  /** By the names of the carrier's fields; secrets have a call of their own. */
  settings: z.record(name, words),
  billing: z.record(name, words),
  services: z.array(mapping).max(500),
})
const offer = z.object({ code: z.string(), title: z.string() })

const touches = ['/erp/carrierAccount', '/erp/channel'] as const

export const carrierAccounts = endpoints({
  /** What there is to be set up for a carrier, in the words of its own folder. */
  describe: {
    method: 'GET',
    path: '/erp/carrierAccount/carriers',
    perm: [
      ...carrierPerms('account', 'list'),
      ...carrierPerms('batch', 'list'),
      ...carrierPerms('shipment', 'list'),
    ],
    in: z.object({}),
    out: z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        closes: z.enum(['shipments', 'day']),
        formats: z.array(z.string()),
        /** What it can be asked, in the words of the adapters. */
        operations: z.array(z.string()),
        fields: z.array(
          z.object({
            name: z.string(),
            title: z.string(),
            secret: z.boolean(),
            required: z.boolean(),
            initial: z.string().nullable(),
            max: z.number().int(),
            /** Where files to the carrier go, no part of its login. */
            isOfFiles: z.boolean(),
          }),
        ),
        products: z.array(offer.extend({ billed: z.boolean() })),
        services: z.array(offer),
      }),
    ),
  },
  read: {
    method: 'GET',
    path: '/erp/carrierAccount/read',
    perm: carrierPerms('account', 'list'),
    in: z.object({ id: idText }),
    out: draft.extend({
      id: z.string(),
      version: z.number(),
      carrier: z.string(),
      remark: z.string().nullable(),
      stoppedAt: z.string().nullable(),
      /** Which secrets are there, with their last four characters. */
      secrets: z.record(z.string(), z.object({ set: z.boolean(), last4: z.string() })),
    }),
  },
  add: {
    method: 'POST',
    path: '/erp/carrierAccount/add',
    perm: carrierPerms('account', 'add'),
    in: draft.extend({ carrier: z.enum(LABEL_CARRIERS) }),
    out: z.object({ id: z.string() }),
    message: 'ok.added',
    idempotency: 'accepted',
    touches,
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/carrierAccount/edit',
    perm: carrierPerms('account', 'edit'),
    in: draft.extend({ id: idText, version: rowVersion }),
    out: z.object({ id: z.string() }),
    message: 'ok.edited',
    touches,
  },
  /**
   * New secrets: tried first, where the account is not simulated, and taken only where the carrier
   * lets them in. Until then the old ones serve. What is left out stays.
   */
  rotate: {
    method: 'PUT',
    path: '/erp/carrierAccount/rotate',
    perm: carrierPerms('account', 'edit'),
    secret: true,
    in: z.object({
      id: idText,
      secrets: z.record(
        name,
        z
          .string()
          .max(500, { error: 'field.tooLong' })
          .regex(/^[\x20-\x7e]*$/, { error: 'carrierAccount.secret' }),
      ),
    }),
    out: z.object({ ok: z.boolean(), detail: z.string() }),
    touches,
  },
  /** Shops of the carrier near an address, nearest first. */
  shops: {
    method: 'GET',
    path: '/erp/carrierAccount/shops',
    perm: carrierPerms('account', 'list'),
    in: z.object({
      id: idText,
      country: z.string().regex(/^[A-Z]{2}$/, { error: 'field.invalid' }),
      postalCode: z.string().trim().min(1, { error: 'field.required' }).max(10),
      city: z.string().trim().max(40).default(''),
      street: z.string().trim().max(50).nullish(),
    }),
    out: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        street: z.string(),
        postalCode: z.string(),
        city: z.string(),
        country: z.string(),
        /** In metres. */
        distance: z.number().nullable(),
      }),
    ),
  },
  /** Asks the carrier whether it lets the account in; a stopped one goes on when it does. */
  test: {
    method: 'POST',
    path: '/erp/carrierAccount/test',
    perm: carrierPerms('account', 'edit'),
    in: z.object({ id: idText }),
    out: z.object({
      ok: z.boolean(),
      /** `ok`, or the kind of failure. */
      detail: z.string(),
      message: z.string(),
      /** What the account may use, where the carrier names it. */
      allowed: z.array(z.string()),
    }),
    touches,
  },
})
