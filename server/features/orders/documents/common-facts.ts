import type { DocumentData } from './document-data.ts'

/** Facts that stand on every commercial document. */
export const commonFacts = (data: DocumentData): (readonly [string, string])[] => [
  ['Order no. 订单号', data.orderNo],
  ['Reference 客户单号', data.reference],
  ['FBA shipment FBA 货件号', data.fbaCode],
  ['PO no. 采购单号', data.poCode],
  ['Date 日期', data.date],
  ['Incoterm 贸易条款', data.customs.incoterm],
  ['Export type 出口类型', data.customs.exportType.replaceAll('_', ' ')],
  ['VAT no. 增值税号', data.customs.vat],
  ['EORI', data.customs.eori],
  ['IOSS', data.customs.ioss],
  ['MRN', data.customs.mrn],
  ['Licence 许可证', data.customs.licenceNo],
  ['Certificate 证书', data.customs.certificateNo],
]
