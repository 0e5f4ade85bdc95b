import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import {
  labelSources,
  type CalledSource,
  type FindAnswer,
  type MakeAnswer,
  type VoidAnswer,
} from '#server/features/orders/label-sources/index.ts'
import { openWorld, type World } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'

/** How the source behaves: what it does with the next calls. */
export interface Behaviour {
  /** Answers late: the label is made, the answer never arrives. */
  slow: boolean
  make: 'made' | 'refused' | 'pending'
  void: 'void' | 'refused' | 'pending' | 'slow'
}

/**
 * A system that makes labels elsewhere: it remembers what it made by key, and answers as its
 * behaviour defines. Only for services of the tenant it is opened in.
 */
export async function openTestSource(world: World, code: string) {
  const made = new Map<string, MakeAnswer>()
  const voided: string[] = []
  const calls = { make: 0, find: 0, void: 0 }
  const behaviour: Behaviour = { slow: false, make: 'made', void: 'void' }
  const never = () => new Promise<never>(() => {})
  const service = await world.db.pool.query<{ id: string }>(
    `select id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world.tenantId],
  )
  const document = await PDFDocument.create()
  document.addPage([283, 425])
  const bytes = Buffer.from(await document.save())
  const label = (key: string): MakeAnswer => ({
    state: 'made',
    number: `T${code}${key.replace('-', 'X')}`,
    label: { format: 'pdf', bytes },
    cost: { amount: 345n, currency: 'EUR' },
  })
  const source: CalledSource = {
    code,
    kind: 'called',
    patienceMs: 300,
    limits: {
      fields: { name: { lines: 1, length: 35 }, address: { lines: 2, length: 20 } },
      widthOf: (text) => [...text].length,
      unprintable: (text) => [...new Set(text.match(/[^\u0020-\u024f]/g) ?? [])],
    },
    serves: (_ctx, services) =>
      Promise.resolve(
        new Set(services.map(({ id }) => id).filter((id) => id === service.rows[0]!.id)),
      ),
    make: (_ctx, wanted) => {
      calls.make += wanted.length
      const answers = new Map<string, MakeAnswer>()
      for (const { key } of wanted) {
        if (behaviour.make === 'refused')
          answers.set(key, { state: 'refused', reason: 'postcode not served' })
        else if (behaviour.make === 'pending') {
          made.set(key, { state: 'pending' })
          answers.set(key, { state: 'pending' })
        } else {
          if (made.has(key)) throw new Error(`made twice: ${key}`)
          made.set(key, label(key))
          answers.set(key, label(key))
        }
      }
      return behaviour.slow ? never() : Promise.resolve(answers)
    },
    find: (_ctx, keys) => {
      calls.find += keys.length
      return Promise.resolve(
        new Map(
          keys.map((key): [string, FindAnswer] => [key, made.get(key) ?? { state: 'absent' }]),
        ),
      )
    },
    void: (_ctx, labels) => {
      calls.void += labels.length
      if (behaviour.void === 'slow') return never()
      const answer: VoidAnswer =
        behaviour.void === 'refused'
          ? { state: 'refused', reason: 'already manifested' }
          : { state: behaviour.void }
      if (behaviour.void === 'void') voided.push(...labels.map(({ key }) => key))
      return Promise.resolve(new Map(labels.map(({ key }) => [key, answer])))
    },
  }
  const { called } = labelSources.of(world.deps)
  called.push(source)
  return {
    behaviour,
    calls,
    made,
    voided,
    label,
    close: () => {
      if (called.includes(source)) called.splice(called.indexOf(source), 1)
    },
  }
}

type TestSource = Awaited<ReturnType<typeof openTestSource>>

/**
 * A world of the suite's own with a new source for each test: the source is known to this app only,
 * and jobs of other suites' apps must not take its calls.
 */
export function useSourceWorld(prefix: string): {
  world: () => World
  source: () => TestSource
  code: () => string
} {
  let own: World
  let source: TestSource
  let count = 0
  beforeAll(async () => {
    own = await openWorld({ databaseUrl: await ownDatabase() })
  })
  afterAll(() => own.close())
  beforeEach(async () => {
    source = await openTestSource(own, `${prefix}${++count}`)
  })
  afterEach(() => source.close())
  return { world: () => own, source: () => source, code: () => `${prefix}${count}` }
}
