import type { CheckedGoods, CustomsOrder, CustomsRules, Embargo } from './customs-input.ts'
import type { Report } from './findings.ts'
import { mentions, wordsOf } from './words.ts'

const HAN = /\p{Script=Han}/u
/** Batteries alone; posts do not carry them, and airlines only from approved senders. */
const ALONE = new Set(['UN3480', 'UN3090'])
/** Cells and accumulators of the Harmonized System. */
const BATTERY_HS = ['8506', '8507']
const BATTERY_WORDS = [
  '电池',
  '充电宝',
  '移动电源',
  '锂电',
  'battery',
  'batteries',
  'power bank',
  'powerbank',
  'lithium',
]

/** What a single line of goods contains. */
export function checkGoods(
  goods: CheckedGoods,
  at: string,
  order: CustomsOrder,
  rules: CustomsRules,
  report: Report,
): void {
  checkNames(goods, at, order, rules, report)
  checkCodes(goods, at, order, rules, report)
  checkOrigin(goods, at, order, rules, report)
  checkFigures(goods, at, report)
  checkBattery(goods, at, order, report)
  checkEmbargoes(goods, at, order, rules, report)
}

/** Goods that are not carried, or only with papers. */
export function checkEmbargoes(
  goods: CheckedGoods,
  at: string,
  order: CustomsOrder,
  rules: CustomsRules,
  report: Report,
): void {
  for (const embargo of rules.embargoes)
    if (applies(embargo, goods, order, rules.today))
      report(embargo.severity, `${at}.${pathOf(embargo)}`, 'customs.embargo', {
        reason: embargo.reason,
        reasonEn: embargo.reasonEn ?? embargo.reason,
      })
}

function checkNames(
  { nameCn, nameEn }: CheckedGoods,
  at: string,
  { from }: CustomsOrder,
  { vagueWords }: CustomsRules,
  report: Report,
): void {
  if (!nameEn) report('error', `${at}.nameEn`, 'customs.nameEnMissing')
  else if (HAN.test(nameEn)) report('error', `${at}.nameEn`, 'customs.nameEnNotLatin')
  // Export declarations are made in Chinese.
  if (!nameCn) {
    if (from === 'CN') report('error', `${at}.nameCn`, 'customs.nameCnMissing')
  } else if (!HAN.test(nameCn)) report('warning', `${at}.nameCn`, 'customs.nameCnNotChinese')
  for (const [field, name] of [
    ['nameCn', nameCn],
    ['nameEn', nameEn],
  ] as const) {
    const vague = name ? vagueIn(name, vagueWords) : null
    if (vague)
      report(
        vague.whole ? 'error' : 'warning',
        `${at}.${field}`,
        vague.whole ? 'customs.nameVague' : 'customs.nameHasVagueWord',
        { word: vague.word },
      )
  }
}

/**
 * A vague word in a name, and whether the name has nothing else. "Car parts" names goods worse
 * than "brake pads", but is no empty word: doubtful, not wrong.
 */
export function vagueIn(
  name: string,
  vagueWords: readonly string[],
): { word: string; whole: boolean } | null {
  const found = vagueWords.filter((word) => mentions(name, word))
  if (found.length === 0) return null
  let rest = ` ${wordsOf(name).join(' ')} `
  for (const word of [...found].sort((a, b) => b.length - a.length)) {
    const plain = wordsOf(word).join(' ')
    rest = HAN.test(plain) ? rest.replaceAll(plain, ' ') : rest.replaceAll(` ${plain} `, ' ')
    rest = HAN.test(plain) ? rest : rest.replaceAll(` ${plain}s `, ' ')
  }
  return { word: found[0]!, whole: !/[\p{L}]/u.test(rest) }
}

/** Codes as they are compared: customs print them with points. */
const digits = (code: string): string => code.replaceAll(/[.\s]/g, '')

function checkCodes(
  goods: CheckedGoods,
  at: string,
  { from }: CustomsOrder,
  { knowsHs }: CustomsRules,
  report: Report,
): void {
  const cn = goods.hscodeCn ? digits(goods.hscodeCn) : null
  const foreign = goods.hscodeForeign ? digits(goods.hscodeForeign) : null
  if (cn === null) {
    if (from === 'CN') report('error', `${at}.hscodeCn`, 'customs.hscodeCnMissing')
  } else if (!/^\d{10}$/.test(cn))
    report(from === 'CN' ? 'error' : 'warning', `${at}.hscodeCn`, 'customs.hscodeCnShape')
  else if (!knowsHs(cn.slice(0, 6)))
    report('warning', `${at}.hscodeCn`, 'customs.hscodeUnknown', { code: cn.slice(0, 6) })
  if (foreign === null) {
    if (cn === null) report('error', `${at}.hscodeForeign`, 'customs.hscodeForeignMissing')
    else report('warning', `${at}.hscodeForeign`, 'customs.hscodeForeignDerived')
  } else if (!/^\d{6,11}$/.test(foreign))
    report('error', `${at}.hscodeForeign`, 'customs.hscodeForeignShape')
  else {
    if (!knowsHs(foreign.slice(0, 6)))
      report('warning', `${at}.hscodeForeign`, 'customs.hscodeUnknown', {
        code: foreign.slice(0, 6),
      })
    if (cn !== null && /^\d{6,}$/.test(cn) && cn.slice(0, 6) !== foreign.slice(0, 6))
      report('warning', `${at}.hscodeForeign`, 'customs.hscodesDiffer', {
        cn: cn.slice(0, 6),
        foreign: foreign.slice(0, 6),
      })
  }
}

function checkOrigin(
  { origin }: CheckedGoods,
  at: string,
  { customs }: CustomsOrder,
  { countries }: CustomsRules,
  report: Report,
): void {
  const code = origin?.toUpperCase() ?? null
  if (code === null)
    report(
      customs?.exportType === 'COMMERCIAL_GOODS' ? 'error' : 'warning',
      `${at}.origin`,
      'customs.originMissing',
    )
  else if (!countries.has(code))
    report('error', `${at}.origin`, 'customs.originUnknown', { value: code })
}

/** A declaration has the weight and the value of each kind of goods; the line is what they are of. */
function checkFigures({ unitWeightKg, unitPrice }: CheckedGoods, at: string, report: Report): void {
  const line = Number(at.split('.').at(-1)) + 1
  if (!unitWeightKg) report('error', `${at}.unitWeightKg`, 'customs.goodsWeightMissing', { line })
  if (!unitPrice) report('error', `${at}.unitPrice`, 'customs.goodsValueMissing', { line })
}

function checkBattery(
  goods: CheckedGoods,
  at: string,
  { dangerousGoods, unNumber }: CustomsOrder,
  report: Report,
): void {
  const codes = [goods.hscodeCn, goods.hscodeForeign].map((code) => (code ? digits(code) : ''))
  const byCode = codes.some((code) => BATTERY_HS.some((prefix) => code.startsWith(prefix)))
  const byName = [goods.nameCn, goods.nameEn].some(
    (name) => name && BATTERY_WORDS.some((word) => mentions(name, word)),
  )
  if (!byCode && !byName) return
  if (!dangerousGoods && !unNumber) report('warning', `${at}.nameEn`, 'customs.batteryUndeclared')
  else if (unNumber && ALONE.has(unNumber.toUpperCase()))
    report('warning', 'attributes.unNumber', 'customs.batteryAlone', { value: unNumber })
}

const pathOf = ({ hsPrefix }: Embargo): string => (hsPrefix ? 'hscodeForeign' : 'nameEn')

/** A row for goods; one that names a country alone is asked once, for the whole order. */
function applies(
  { country, hsPrefix, word, validFrom, validTo }: Embargo,
  goods: CheckedGoods,
  { to }: CustomsOrder,
  today: string,
): boolean {
  if (!hsPrefix && !word) return false
  if ((validFrom && today < validFrom) || (validTo && today > validTo)) return false
  if (country && country !== to) return false
  const codes = [goods.hscodeCn, goods.hscodeForeign].map((code) => (code ? digits(code) : ''))
  if (hsPrefix && !codes.some((code) => code.startsWith(hsPrefix))) return false
  return !word || [goods.nameCn, goods.nameEn].some((name) => name && mentions(name, word))
}
