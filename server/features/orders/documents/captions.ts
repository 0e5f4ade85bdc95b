/** Categories of the customs forms, with the export type each stands for. */
export const CATEGORIES: readonly (readonly [exportType: string, caption: string])[] = [
  ['PRESENT', 'Gift 礼品'],
  ['DOCUMENT', 'Documents 文件'],
  ['COMMERCIAL_SAMPLE', 'Commercial sample 商业样品'],
  ['RETURN_OF_GOODS', 'Returned goods 退货'],
  ['COMMERCIAL_GOODS', 'Sale of goods 商品'],
  ['OTHER', 'Other 其他'],
]
export const STATEMENT =
  'I, the undersigned, whose name and address are given on the item, certify that the particulars ' +
  'given in this declaration are correct and that this item does not contain any dangerous article ' +
  'or articles prohibited by legislation or by postal or customs regulations.'
/** Above this line of a commercial document nothing else is claimed. */
export const INVOICE_STATEMENT =
  'We certify that this invoice is true and correct. 兹证明本发票内容真实无误。'
export const PROFORMA_STATEMENT =
  'For customs purposes only, no payment is requested by this document. 仅供报关使用，不作为付款凭证。'
