import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SCORE } from '#contracts/returns/return-tracks.states.ts'
import {
  certainOwner,
  EVIDENCE,
  scoreOwners,
  suggested,
  type Evidence,
  type EvidenceKind,
} from './score-owners.ts'
import { addressCodes, lastSix, wordsOfLabel } from './words-of-label.ts'

const KINDS = Object.keys(EVIDENCE) as EvidenceKind[]
const evidence: fc.Arbitrary<Evidence> = fc.record({
  customerId: fc.integer({ min: 1, max: 4 }).map(String),
  kind: fc.constantFrom(...KINDS),
  found: fc.string({ minLength: 1, maxLength: 4 }),
})
const one = (customerId: string, kind: EvidenceKind, found = 'X'): Evidence => ({
  customerId,
  kind,
  found,
})

test('a score depends neither on the order of the evidence nor on how often it was found', () => {
  fc.assert(
    fc.property(fc.array(evidence, { maxLength: 20 }), (all) => {
      const scores = (list: readonly Evidence[]) =>
        scoreOwners(list).map(({ customerId, score }) => [customerId, score])
      expect(scores(all.toReversed())).toEqual(scores(all))
      expect(scores([...all, ...all])).toEqual(scores(all))
    }),
  )
})

test('at most one owner is certain, and only with a score that decides', () => {
  fc.assert(
    fc.property(fc.array(evidence, { maxLength: 20 }), (all) => {
      const candidates = scoreOwners(all)
      const owner = certainOwner(candidates)
      if (owner) {
        expect(owner.score).toBeGreaterThanOrEqual(SCORE.auto)
        expect(candidates.filter(({ score }) => score >= SCORE.auto)).toEqual([owner])
      }
      for (const { score } of candidates) expect(score).toBeLessThanOrEqual(100)
      for (const { score } of suggested(candidates))
        expect(score).toBeGreaterThanOrEqual(SCORE.suggest)
    }),
  )
})

test('more evidence for a customer never lowers its score, unless it points to others as well', () => {
  fc.assert(
    fc.property(fc.array(evidence, { maxLength: 12 }), evidence, (all, more) => {
      const own = all.filter(({ customerId }) => customerId === more.customerId)
      const before = scoreOwners(own)[0]?.score ?? 0
      expect(scoreOwners([...own, more])[0]!.score).toBeGreaterThanOrEqual(before)
    }),
  )
})

test('what decides by itself, what is offered, and what two have in common', () => {
  expect(certainOwner(scoreOwners([one('1', 'announced')]))?.customerId).toBe('1')
  expect(certainOwner(scoreOwners([one('1', 'rma')]))?.customerId).toBe('1')
  expect(certainOwner(scoreOwners([one('1', 'addressCode')]))).toBeNull()
  expect(certainOwner(scoreOwners([one('1', 'addressCode'), one('1', 'orderNo')]))?.score).toBe(94)
  expect(certainOwner(scoreOwners([one('1', 'orderNo'), one('2', 'orderNo')]))).toBeNull()
  // Two claims on one number are decided by a person.
  expect(certainOwner(scoreOwners([one('1', 'announced'), one('2', 'outbound')]))).toBeNull()
  expect(suggested(scoreOwners([one('1', 'lastSix')]))).toMatchObject([{ score: 66 }])
})

test('codes are read off a label, however it is written', () => {
  expect(addressCodes('Muster GmbH c/o DE1034, Lagerstr. 5')).toEqual(['DE1034'])
  expect(addressCodes('C/ODE1034\nBerlin')).toEqual(['DE1034'])
  expect(addressCodes('收件人：张三 c/o　ＤＥ１０３４')).toEqual(['DE1034'])
  expect(wordsOfLabel('RMA: #R-7781 / Order PO_55.')).toEqual(['RMA', 'R-7781', 'ORDER', 'PO_55'])
  expect(lastSix('0034 0434-1610 9401 5902')).toBe('015902')
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      for (const word of wordsOfLabel(text)) expect(word.length).toBeLessThanOrEqual(60)
      addressCodes(text)
    }),
  )
})
