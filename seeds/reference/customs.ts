/**
 * What a tenant's customs checks start with; all of it is edited on its own screens. Words taken
 * from the lists of unacceptable descriptions posts and the EU's ICS2 publish, as far as the trade
 * meets them.
 */
export const VAGUE_WORDS: readonly string[] = (
  'gift,part,sample,accessory,accessories,goods,merchandise,item,article,product,stuff,thing,' +
  'consolidated,various,misc,miscellaneous,other,others,cargo,freight,general cargo,' +
  'personal effects,equipment,spare part,appliance,supplies,parcel,package,daily necessities,' +
  'commodity,礼物,礼品,配件,样品,货物,商品,物品,产品,东西,其他,杂货,百货,日用品,个人物品,零件,' +
  '用品,普货,包裹,电子产品,设备'
).split(',')

/**
 * Starting values, not official rates: a tenant that uses them enters the rates of its bank or
 * its post.
 */
export const RATES: readonly (readonly [currency: string, rate: string])[] = [
  ['XDR', '1.18'],
  ['USD', '0.86'],
  ['GBP', '1.15'],
  ['CHF', '1.07'],
  ['CNY', '0.12'],
  ['HKD', '0.11'],
  ['PLN', '0.235'],
  ['CZK', '0.04'],
]
export const RATES_FROM = '2026-01-01'

interface EmbargoSeed {
  country?: string
  hsPrefix: string | null
  word: string | null
  severity: 'error' | 'warning'
  reason: string
  reasonEn: string
}
const embargo = (
  hsPrefix: string | null,
  word: string | null,
  severity: EmbargoSeed['severity'],
  reason: string,
  reasonEn: string,
): EmbargoSeed => ({ hsPrefix, word, severity, reason, reasonEn })

/** What no post takes (UPU Convention, prohibited articles), and what often needs papers. */
export const EMBARGOES: readonly EmbargoSeed[] = [
  embargo('93', null, 'error', '武器、弹药及其零件', 'Arms and ammunition, parts thereof'),
  embargo('36', null, 'error', '炸药、烟火制品、火柴', 'Explosives, fireworks, matches'),
  embargo('9613', null, 'warning', '打火机，含气体不收', 'Lighters: not with gas'),
  embargo('2403', null, 'error', '烟草制品', 'Tobacco products'),
  embargo('2402', null, 'error', '雪茄、香烟', 'Cigars and cigarettes'),
  embargo('2404', null, 'error', '电子烟液及尼古丁制品', 'Vaping liquids, nicotine products'),
  embargo(
    '854340',
    null,
    'warning',
    '电子烟，多国禁止进口',
    'E-cigarettes: not allowed in many countries',
  ),
  embargo('3004', null, 'warning', '药品，须有进口许可', 'Medicines: import licence needed'),
  embargo(
    '97',
    null,
    'warning',
    '文物、艺术品，须有出口许可',
    'Art and antiques: export licence needed',
  ),
  embargo(null, '象牙', 'error', '濒危物种制品', 'Products of endangered species'),
  embargo(null, 'ivory', 'error', '濒危物种制品', 'Products of endangered species'),
  // Under comprehensive sanctions; a company that has a licence takes its row out.
  ...['KP', 'IR', 'CU'].map((country) => ({
    ...embargo(null, null, 'error', '受制裁国家，不收件', 'Country under sanctions: not carried'),
    country,
  })),
]
