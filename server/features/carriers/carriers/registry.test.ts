import { expect, test } from 'vitest'
import type { CarrierAdapter, Operation } from './adapter.ts'
import { carrierRegistry } from './registry.ts'

const adapter = (
  courier: string,
  operations: Operation[],
  methods: Partial<CarrierAdapter> = {},
): CarrierAdapter => ({
  courier,
  capabilities: () => ({
    operations,
    sandbox: true,
    labelFormats: [],
    callsPerDay: null,
    minIntervalMs: 0,
  }),
  health: async () => ({ ok: true, detail: 'ok' }),
  ...methods,
})
const track: CarrierAdapter['track'] = async () => []

test('adapters are found by courier, with what they can', () => {
  const registry = carrierRegistry([adapter('gls', []), adapter('dhl', ['track'], { track })])
  expect(registry.couriers()).toEqual(['dhl', 'gls'])
  expect(registry.get('dhl')?.courier).toBe('dhl')
  expect(registry.get('ups')).toBeUndefined()
  expect([
    registry.can('dhl', 'track'),
    registry.can('gls', 'track'),
    registry.can('ups', 'track'),
  ]).toEqual([true, false, false])
})

test('a code given twice, an empty promise and an unpromised method do not start', () => {
  expect(() => carrierRegistry([adapter('dhl', []), adapter('dhl', [])])).toThrow('two adapters')
  expect(() => carrierRegistry([adapter('dhl', ['track'])])).toThrow('track')
  expect(() => carrierRegistry([adapter('dhl', [], { track })])).toThrow('track')
})
