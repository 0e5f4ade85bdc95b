import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import type {
  CalledSource,
  FindAnswer,
  LabelService,
  MakeAnswer,
  VoidAnswer,
} from '#server/features/orders/label-sources/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { bytesOf, filesOf } from '#server/kit/files/stored-files.ts'
import { translate } from '#server/kit/http/texts.ts'
import { now } from '#server/kit/runtime/clock.ts'
import type { LabelCarrier } from '../carriers/label-carrier.ts'
import { buyLabels } from './buy-labels.ts'
import { SHIPMENT_FILES } from './label-files.ts'
import { carrierLabels, type CarrierLabel } from './label-rows.ts'
import { lookUp } from './look-up.ts'
import { takeBack } from './take-back.ts'
import { reasonOf } from './wording.ts'

/** Less than the lease of a label: what is under way when it is over ends before another asks. */
const PATIENCE_MS = 55_000

/** A carrier as orders know it: services whose accounts are set up, and whose label is its own. */
export function carrierSource(carrier: LabelCarrier): CalledSource {
  return {
    code: carrier.code,
    kind: 'called',
    patienceMs: PATIENCE_MS,
    limits: carrier.limits,
    serves: (ctx, services) => servedBy(ctx, carrier.code, services),
    make: async (ctx, wanted, signal) => {
      await buyLabels(ctx, carrier.code, wanted, signal)
      return answersOf(ctx, await carrierLabels(ctx, { keys: wanted.map(({ key }) => key) }))
    },
    find: async (ctx, keys) => {
      await lookUp(ctx, await carrierLabels(ctx, { keys }), now())
      const labels = await carrierLabels(ctx, { keys })
      const answers = new Map<string, FindAnswer>(await answersOf(ctx, labels))
      const known = new Set(labels.map(({ labelKey }) => labelKey))
      const open = labels.filter(({ state }) => state === 'wanted').map((one) => one.labelKey)
      for (const key of [...keys.filter((one) => !known.has(one)), ...open])
        answers.set(key, { state: 'absent' })
      return answers
    },
    whyNotVoid: async (ctx, keys) =>
      (await carrierLabels(ctx, { keys })).flatMap(({ closedAt, carrierNo, serialNumber }) =>
        closedAt === null
          ? []
          : [
              translate(ctx.lang, 'carrier-labels', 'closed.void', {
                number: carrierNo ?? serialNumber,
              }),
            ],
      ),
    void: async (ctx, asked) => {
      const labels = await carrierLabels(ctx, { keys: asked.map(({ key }) => key) })
      const results = await takeBack(ctx, labels)
      return new Map(
        labels.flatMap(({ id, labelKey }) => {
          const answer = voidAnswer(results.get(id))
          return answer ? [[labelKey, answer] as const] : []
        }),
      )
    },
  }
}

/** Label kinds whose label is the carrier's own; the others are drawn here. */
const ITS_OWN = ['2', '3', '4']
/** Bought by us at some moment; without one its numbers are typed in, or it has ours. */
const BOUGHT = ['1', '2', '3', '4']

async function servedBy(
  ctx: Ctx,
  carrier: string,
  services: readonly LabelService[],
): Promise<ReadonlySet<string>> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ id: string }>`select v.id
    from ${tenant.rows('deliveryService').as('v')}
      join ${tenant.rows('carrierAccountService').as('m')} on m.service_id = v.id
      join ${tenant.rows('carrierAccount').as('a')} on a.id = m.account_id
    where v.id = any(${services.map(({ id }) => id)}::bigint[]) and a.carrier = ${carrier}
      and a.enabled and v.label_type = any(${ITS_OWN}::text[])
      and v.push_method = any(${BOUGHT}::text[])`.execute(ctx.db)
  return new Set(found.rows.map(({ id }) => id))
}

/** Labels as orders know them: those still open are left out, which leaves them unknown. */
async function answersOf(
  ctx: Ctx,
  labels: readonly CarrierLabel[],
): Promise<Map<string, MakeAnswer>> {
  const answers = new Map<string, MakeAnswer>()
  const more = await moreOf(ctx, labels)
  const files = await filesOf(
    ctx,
    SHIPMENT_FILES,
    labels.map(({ id }) => id),
  )
  const fileOf = new Map(files.map((file) => [file.id, file]))
  for (const label of labels) {
    if (label.state === 'refused')
      answers.set(label.labelKey, {
        state: 'refused',
        reason: reasonOf(ctx.lang, label.messages),
      })
    else if (label.state === 'wanted') answers.set(label.labelKey, { state: 'pending' })
    else if (label.state === 'bought') {
      const file = fileOf.get(label.labelFileId ?? '')
      if (!file) continue
      const bytes = await bytesOf(ctx, file)
      const { courier, labelType } = more.get(label.id) ?? { courier: '', labelType: '' }
      const format = label.labelFormat ?? 'pdf'
      const isStamped = labelType === '4' && format === 'pdf'
      answers.set(label.labelKey, {
        state: 'made',
        number: label.carrierNo,
        courier,
        label: { format, bytes: isStamped ? await stampOverlay(bytes, label.serialNumber) : bytes },
        cost: null,
      })
    }
  }
  return answers
}

async function moreOf(
  ctx: Ctx,
  labels: readonly CarrierLabel[],
): Promise<ReadonlyMap<string, { courier: string; labelType: string }>> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ id: string; courier: string; labelType: string }>`select c.id,
      o.code as courier, v.label_type
    from ${tenant.rows('carrierShipment').as('c')}
      join ${tenant.rows('carrierAccount').as('a')} on a.id = c.account_id
      join ${tenant.rows('courier').as('o')} on o.id = a.courier_id
      join ${tenant.rows('parcel').as('p')} on p.id = c.parcel_id
      join ${tenant.rows('deliveryService').as('v')} on v.id = p.service_id
    where c.id = any(${labels.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
  return new Map(found.rows.map((row) => [row.id, row]))
}

function voidAnswer(
  result: Pick<CarrierLabel, 'voidState' | 'voidReason'> | undefined,
): VoidAnswer | null {
  if (result?.voidState === 'void') return { state: 'void' }
  if (result?.voidState === 'pending') return { state: 'pending' }
  if (result?.voidState !== 'refused') return null
  return { state: 'refused', reason: result.voidReason ?? '' }
}

const SIZE = 7
const EDGE = 6

/** The carrier's label with our number at its lower edge, where carriers leave a margin. */
async function stampOverlay(label: Buffer, number: string): Promise<Buffer> {
  const document = await PDFDocument.load(label)
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const page of document.getPages())
    page.drawText(number, { x: EDGE, y: EDGE, size: SIZE, font })
  return Buffer.from(await document.save())
}
