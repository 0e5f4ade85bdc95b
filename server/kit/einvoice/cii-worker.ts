import { FormatFactoryService, type Invoice } from '@e-invoice-eu/core'
import { parentPort } from 'node:worker_threads'

export interface CiiOrder {
  readonly id: number
  readonly ubl: Invoice
  readonly format: 'CII' | 'XRECHNUNG-CII'
}
export type CiiReply = { readonly id: number } & (
  | { readonly xml: string }
  | { readonly error: string }
)

const factory = new FormatFactoryService()
const silent = { log: () => {}, warn: () => {}, error: () => {} }

async function write({ id, ubl, format }: CiiOrder): Promise<CiiReply> {
  try {
    // Not the library's InvoiceService: that compiles the JSON schema of all invoices for each one.
    const writer = factory.createFormatService(format, silent)
    writer.fillInvoiceDefaults(ubl)
    return { id, xml: (await writer.generate(ubl, { format, lang: 'en' })).toString() }
  } catch (error) {
    return { id, error: String(error) }
  }
}

parentPort?.on('message', (order: CiiOrder) => {
  void write(order).then((reply) => parentPort?.postMessage(reply))
})
