export { rechargeCalls } from './calls.ts'
export {
  bankInvoicePort,
  type BankInvoicePort,
  type NamedInvoice,
} from './bank-lines/invoice-port.ts'
export {
  labelOf as labelOfLine,
  lineOf,
  lockLine,
  lockOpenLine,
  putLine,
  readLine,
  tradeNoFor,
  wireLine,
  type StoredLine,
} from './bank-lines/line-row.ts'
export { undoCredit } from './bank-lines/undo-credit.ts'
export { takeBankLines } from './bank-lines/import-bank.ts'
export { requireBankUsers } from './bank-lines/match-line.ts'
export {
  COD_WORDS,
  datesOf,
  decimalOf,
  guessTable,
  headingLines,
  layoutAt,
  mappingAmong,
} from './bank-files/guess-table.ts'
export { tableRowsOf } from './bank-files/table-rows.ts'
export { readAmount, readDay, type TableRow } from './bank-files/read-table.ts'
