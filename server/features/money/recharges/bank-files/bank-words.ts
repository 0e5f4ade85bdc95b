/** Words banks have in a column next to an amount without a sign. */
const WORDS = {
  in: 'bij h haben c cr crdt credit crédit credito crédito kredit haben(+) gutschrift eingang ontvangen entrada ingreso abono wpływ uznanie příjem dobropis in incoming received deposit einzahlung entrata avere bijgeschreven money-in + 收 收入 入账 贷 贷方 收款 转入 存入',
  out: 'af s soll d dr dbit db debit débit debito débito debet soll(-) lastschrift belastung ausgang betaald salida gasto cargo wypływ obciążenie výdaj out outgoing sent withdrawal auszahlung uscita dare afgeschreven payment money-out - 支 支出 出账 借 借方 付款 转出 支取',
  neither: '不计收支 不计 / 其他 neutral none',
} as const
const DIRECTIONS = new Map(
  Object.entries(WORDS).flatMap(([way, words]) =>
    words.split(' ').map((word) => [word, way as keyof typeof WORDS] as const),
  ),
)

/** Which way money went, by a bank's word; '' of an empty cell, null of any other word. */
export function directionOf(cell: string): keyof typeof WORDS | '' | null {
  const word = cell.normalize('NFKC').trim().toLowerCase().replace(/[.:]$/, '').replace(/ /g, '-')
  return word === '' ? '' : (DIRECTIONS.get(word) ?? null)
}

/** What is not, or never, booked. */
const UNBOOKED =
  /vorgemerkt|vormerk|pending|in bearbeitung|en attente|en cours|in behandeling|gereserveerd|pendiente|oczekuj|čekaj|in sospeso|declined|failed|reverted|cancel|storniert|abgelehnt|rejected|geweigerd|refusé|annul|not booked|nicht gebucht|交易关闭|已关闭|关闭|失败|待|处理中|撤销/iu
/** Longer texts are no status. */
const STATUS_MAX = 40
export const isUnbookedWord = (cell: string): boolean =>
  cell.length <= STATUS_MAX && UNBOOKED.test(cell)

/** Beginnings of the months' names in the languages of banks, in the order of the year. */
const MONTHS = [
  /^(?:jan|janv|ene|gen|sty|led|ocak|1月)/,
  /^(?:feb|f[eé]v|lut|úno|şub)/,
  /^(?:mar|mär|maa|mrt|mrz|mars|bře|març)/,
  /^(?:apr|avr|abr|kwi|dub|nis)/,
  /^(?:may|mai|mei|mag|maj|kvě|maio)/,
  /^(?:jun|juin|giu|cze|červn|čvn|haz)/,
  /^(?:jul|juil|lug|lip|července|čvc|tem)/,
  /^(?:aug|ao[uû]|ago|sie|srp|ağu)/,
  /^(?:sep|set|wrz|zář|eyl)/,
  /^(?:oct|okt|ott|out|paź|říj|eki)/,
  /^(?:nov|kas|lis)/,
  /^(?:dec|dez|d[eé]c|dic|gru|pro|ara)/,
]

/** The number of a month by its name; null of any other word. */
export function monthOf(name: string): string | null {
  const word = name.toLowerCase()
  const at = MONTHS.findIndex((months) => months.test(word))
  return at < 0 ? null : String(at + 1).padStart(2, '0')
}
