import { expect, it } from 'vitest'
import type { ComparedService } from '#contracts/orders/service-choices.ts'
import { rankServices, type RankBy } from './rank-services.ts'

const service = (code: string, gross: string | null, max: number | null, currency = 'EUR') =>
  ({
    id: code,
    code,
    name: code,
    price: gross === null ? null : { currency, net: gross, gross },
    transit: max === null ? null : { min: null, max },
    issues: gross === null ? ['too heavy'] : [],
  }) satisfies ComparedService

it('ranks by price or by days, what does not fit last', () => {
  const all = [
    service('DEAR', '12.00', 1),
    service('NONE', null, null),
    service('OPEN', '3.00', null),
    service('CHEAP', '3.00', 5),
    service('YEN', '200', 1, 'JPY'),
  ]
  const codes = (by: RankBy) => rankServices(all, by).map(({ code }) => code)
  expect(codes('price')).toEqual(['CHEAP', 'OPEN', 'DEAR', 'YEN', 'NONE'])
  expect(codes('days')).toEqual(['DEAR', 'YEN', 'CHEAP', 'OPEN', 'NONE'])
})
