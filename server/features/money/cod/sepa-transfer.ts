import { transliterate } from 'transliteration'
import { formatMoney } from '#contracts/kit/money.ts'

export interface SepaParty {
  name: string
  iban: string
  bic: string | null
}
export interface SepaTransfer extends SepaParty {
  /** Comes back with the bank's statement. */
  endToEndId: string
  minor: bigint
  text: string
}
export interface SepaOrder {
  messageId: string
  /** UTC, whole seconds. */
  createdAt: string
  executeOn: string
  debtor: SepaParty
  transfers: readonly SepaTransfer[]
}

/** German letters have a spelling of their own. */
const LETTERS: [string, string][] = Object.entries({
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  '&': '+',
})

/** Text in the letters every bank takes (EPC 217-08): others as they are read in Latin letters. */
export const sepaText = (text: string, max: number): string =>
  transliterate(text.normalize('NFC'), { replace: LETTERS })
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, max)
    .trim()

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const element = (name: string, ...content: readonly string[]): string =>
  `<${name}>${content.join('')}</${name}>`
const text = (name: string, value: string): string => element(name, escaped(value))
const agent = (name: string, bic: string | null): string =>
  element(
    name,
    element(
      'FinInstnId',
      bic === null ? element('Othr', text('Id', 'NOTPROVIDED')) : text('BICFI', bic),
    ),
  )
const account = (name: string, iban: string): string =>
  element(name, element('Id', text('IBAN', iban)))

/** A SEPA credit transfer in euros as `pain.001.001.09` (EPC implementation guidelines 2023). */
export function sepaTransfer(order: SepaOrder): string {
  const { messageId, createdAt, executeOn, debtor, transfers } = order
  const sum = transfers.reduce((all, { minor }) => all + minor, 0n)
  const counts =
    text('NbOfTxs', String(transfers.length)) +
    text('CtrlSum', formatMoney({ minor: sum, currency: 'EUR' }))
  const payment = element(
    'PmtInf',
    text('PmtInfId', messageId),
    text('PmtMtd', 'TRF'),
    counts,
    element('PmtTpInf', element('SvcLvl', text('Cd', 'SEPA'))),
    element('ReqdExctnDt', text('Dt', executeOn)),
    element('Dbtr', text('Nm', sepaText(debtor.name, 70))),
    account('DbtrAcct', debtor.iban),
    agent('DbtrAgt', debtor.bic),
    text('ChrgBr', 'SLEV'),
    ...transfers.map(transferOf),
  )
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">' +
    element(
      'CstmrCdtTrfInitn',
      element(
        'GrpHdr',
        text('MsgId', messageId),
        text('CreDtTm', createdAt),
        counts,
        element('InitgPty', text('Nm', sepaText(debtor.name, 70))),
      ),
      payment,
    ) +
    '</Document>\n'
  )
}

const transferOf = ({ endToEndId, minor, name, iban, bic, text: words }: SepaTransfer): string =>
  element(
    'CdtTrfTxInf',
    element('PmtId', text('EndToEndId', endToEndId)),
    element('Amt', `<InstdAmt Ccy="EUR">${formatMoney({ minor, currency: 'EUR' })}</InstdAmt>`),
    ...(bic === null ? [] : [agent('CdtrAgt', bic)]),
    element('Cdtr', text('Nm', sepaText(name, 70))),
    account('CdtrAcct', iban),
    element('RmtInf', text('Ustrd', sepaText(words, 140))),
  )
