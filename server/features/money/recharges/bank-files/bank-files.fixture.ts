import { formatMoney, parseMoney } from '#contracts/kit/money.ts'

interface Part {
  amount: string
  payer: string
  text: string
}
export interface CamtEntry extends Part {
  sign: 'CRDT' | 'DBIT'
  id: string
  ref?: string
  status?: string
  parts?: readonly Part[]
}

/** A statement as banks write them; opening balance 1000, closing what the entries make of it. */
export function camt(
  version: '02' | '08',
  entries: readonly CamtEntry[],
  currency = 'EUR',
): string {
  const eight = version === '08'
  const party = (side: string, name: string) =>
    `<${side}>${eight ? `<Pty><Nm>${name}</Nm></Pty>` : `<Nm>${name}</Nm>`}</${side}>` +
    `<${side}Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></${side}Acct>`
  const details = (sign: string, part: Part, ref?: string) =>
    `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>` +
    (eight
      ? `<Amt Ccy="${currency}">${part.amount}</Amt>`
      : `<AmtDtls><TxAmt><Amt Ccy="${currency}">${part.amount}</Amt></TxAmt></AmtDtls>`) +
    `<RltdPties>${party(sign === 'CRDT' ? 'Dbtr' : 'Cdtr', part.payer)}</RltdPties>` +
    `<RmtInf>${part.text === '' ? '' : `<Ustrd>${part.text}</Ustrd>`}` +
    (ref ? `<Strd><CdtrRefInf><Ref>${ref}</Ref></CdtrRefInf></Strd>` : '') +
    `</RmtInf></TxDtls>`
  const status = (code: string) => (eight ? `<Sts><Cd>${code}</Cd></Sts>` : `<Sts>${code}</Sts>`)
  const body = entries.map(
    (entry) =>
      `<Ntry><Amt Ccy="${currency}">${entry.amount}</Amt><CdtDbtInd>${entry.sign}</CdtDbtInd>` +
      `${status(entry.status ?? 'BOOK')}<BookgDt><Dt>2026-11-03</Dt></BookgDt>` +
      `<ValDt><DtTm>2026-11-03T00:00:00+01:00</DtTm></ValDt><AcctSvcrRef>${entry.id}</AcctSvcrRef>` +
      `<NtryDtls>${(entry.parts ?? [entry])
        .map((part) => details(entry.sign, part, entry.parts ? undefined : entry.ref))
        .join('')}</NtryDtls></Ntry>`,
  )
  const opening = parseMoney('1000', currency, 'any')?.minor ?? 0n
  const closing = entries
    .filter(({ status: state = 'BOOK' }) => state === 'BOOK')
    .reduce((sum, { amount, sign }) => {
      const minor = parseMoney(amount, currency, 'any')?.minor ?? 0n
      return sign === 'CRDT' ? sum + minor : sum - minor
    }, opening)
  const balance = (code: string, minor: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${currencyText(minor, currency)}</Amt>` +
    `<CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd></Bal>`
  return (
    `<?xml version="1.0" encoding="UTF-8"?>` +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>` +
    `<Stmt><Id>S-1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>` +
    balance('OPBD', opening) +
    balance('CLBD', closing) +
    `${body.join('')}</Stmt></BkToCstmrStmt></Document>`
  )
}

const currencyText = (minor: bigint, currency: string): string =>
  currency === 'XXX' ? String(minor) : formatMoney({ minor: minor < 0n ? -minor : minor, currency })

/** A statement with opening balance 0 and the closing balance its movements make. */
export function mt940(
  movements: readonly { movement: string; details: string }[],
  currency = 'EUR',
): string {
  let closing = 0n
  for (const { movement } of movements) {
    const parts = /^\d{6}(?:\d{4})?(RC|RD|C|D)R?(\d+),(\d*)/.exec(movement)
    if (!parts) continue
    const [, mark, whole, cents] = parts
    const minor = parseMoney(cents ? `${whole}.${cents}` : `${whole}`, currency, 'any')?.minor ?? 0n
    closing += mark === 'C' || mark === 'RD' ? minor : -minor
  }
  const end = formatMoney({ minor: closing < 0n ? -closing : closing, currency }).replace('.', ',')
  return [
    ':20:STARTUMS',
    ':25:37040044/0532013000',
    ':28C:1/1',
    `:60F:C261101${currency}0,`,
    ...movements.flatMap(({ movement, details }) => [`:61:${movement}`, `:86:${details}`]),
    `:62F:${closing < 0n ? 'D' : 'C'}261130${currency}${end.includes(',') ? end : `${end},`}`,
    '-',
  ].join('\n')
}
