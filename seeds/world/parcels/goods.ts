import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { csvRows } from '../csv.ts'

export interface Good {
  hs6: string
  nameEn: string
  nameCn: string
  sku: string
  grams: number
  cents: number
  /** Millimetres, longest first. */
  size: readonly [number, number, number]
  material: string
  usage: string
}

let goods: readonly Good[] | undefined

/** The goods of seeds/data/goods.csv. */
export function allGoods(): readonly Good[] {
  goods ??= csvRows(readFileSync(join(import.meta.dirname, '../../data/goods.csv'), 'utf8')).map(
    (row) => {
      const [
        hs6 = '',
        ,
        nameEn = '',
        nameCn = '',
        sku = '',
        grams = '',
        cents = '',
        l = '',
        w = '',
        h = '',
        material = '',
        usage = '',
      ] = row
      return {
        hs6,
        nameEn,
        nameCn,
        sku,
        grams: Number(grams),
        cents: Number(cents),
        size: [Number(l), Number(w), Number(h)],
        material,
        usage,
      }
    },
  )
  return goods
}

let small: readonly Good[] | undefined
/** What fits a packet of at most 2 kg and 90 cm of sides, even twice. */
export function smallGoods(): readonly Good[] {
  small ??= allGoods().filter(
    ({ grams, size: [l, w, h] }) => grams <= 450 && l <= 360 && l + w + 2 * h <= 800,
  )
  return small
}

let carton: readonly Good[] | undefined
/** What is sent to the warehouse by the carton. */
export function cartonGoods(): readonly Good[] {
  carton ??= allGoods().filter(({ size: [longest] }) => longest <= 400)
  return carton
}
