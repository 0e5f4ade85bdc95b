/** Table types. Written by `npm run types` from the migrated database; never edited by hand. */
import type { ColumnType } from "kysely";

/** ISO 8601 text when read; text or a Date when written. */
export type Moment = ColumnType<string, Date | string, Date | string>;

/** A calendar day, yyyy-MM-dd. */
export type Day = string;

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Int8 = ColumnType<string, bigint | number | string, bigint | number | string>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<string, number | string, number | string>;

export interface AccountAlarm {
  accountId: Int8;
  level: Int8;
  reported: Generated<boolean>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Generated<Moment>;
}

export interface AccountingDebtor {
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  number: number;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface AccountingExport {
  closed: boolean;
  createBy: string | null;
  createTime: Generated<Moment>;
  format: string;
  id: Generated<Int8>;
  lines: number | null;
  month: Day;
  sha256: string | null;
  tenantId: Int8;
}

export interface AccountingSetting {
  accountLength: Generated<number>;
  automatic: Generated<boolean>;
  chart: string | null;
  clientNo: number | null;
  consultantNo: number | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: Generated<string>;
  debtorFrom: number | null;
  numbers: Generated<Json>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  yearStart: Generated<string>;
}

export interface AccountRequest {
  about: string | null;
  accountId: Int8;
  amount: Int8;
  answer: string | null;
  askedBy: string;
  askUserId: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  customerId: Int8;
  decidedAt: Moment | null;
  decidedBy: string | null;
  decideUserId: Int8 | null;
  id: Generated<Int8>;
  invoiceId: Int8 | null;
  kind: string;
  no: string;
  postingId: Int8 | null;
  rate: Numeric | null;
  rateOn: Day | null;
  reason: string;
  status: Generated<string>;
  tenantId: Int8;
  toAccountId: Int8 | null;
  toAmount: Int8 | null;
  toCurrency: string | null;
  toCustomerId: Int8 | null;
  tradeId: Int8 | null;
  tradeItem: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface ApiKey {
  createBy: string | null;
  createTime: Generated<Moment>;
  expiresAt: Moment | null;
  id: Generated<Int8>;
  ipList: Generated<string[]>;
  keyHash: Buffer;
  lastFour: string;
  lastIp: string | null;
  lastUsedAt: Moment | null;
  name: string;
  prefix: string;
  revokedAt: Moment | null;
  scopes: string[];
  tenantId: Int8;
  userId: Int8;
}

export interface BankLine {
  amount: Int8;
  bankId: string | null;
  bookedOn: Day;
  counterAccount: string | null;
  counterparty: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  dedupe: string;
  fileName: string;
  id: Generated<Int8>;
  importActorId: Int8 | null;
  importUserId: Int8 | null;
  lineNo: number;
  matchedAt: Moment | null;
  matchedBy: string | null;
  reason: string | null;
  receivingAccountId: Int8;
  rechargeId: Int8 | null;
  reference: string | null;
  settles: string | null;
  status: string;
  suggestedId: Int8 | null;
  suggestedInvoiceId: Int8 | null;
  tenantId: Int8;
  text: Generated<string>;
  transactionId: Int8 | null;
  updateBy: string | null;
  updateTime: Moment | null;
  valueOn: Day | null;
  version: Generated<number>;
}

export interface BankMapping {
  layout: string;
  mapping: Json;
  receivingAccountId: Int8;
  tenantId: Int8;
}

export interface BillFile {
  file: Buffer;
  runId: Int8;
  tenantId: Int8;
}

export interface BillLine {
  amount: Int8;
  chargeCode: Generated<string>;
  chargeId: Int8 | null;
  code: string | null;
  country: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  credit: Generated<Int8>;
  currency: string;
  customerId: Int8 | null;
  damaged: Generated<boolean>;
  decidedAt: Moment | null;
  decidedBy: string | null;
  dedupe: string;
  delta: Generated<Int8>;
  disputeId: Int8 | null;
  expected: Generated<Int8>;
  firstSentAt: Moment | null;
  fixed: string | null;
  id: Generated<Int8>;
  invoiceNo: string;
  itemBilled: Int8 | null;
  itemExpected: Int8 | null;
  lineNo: number;
  matchedBy: string | null;
  note: string | null;
  parcelId: Int8 | null;
  parcelNo: string | null;
  postalCode: string | null;
  postedAt: Moment | null;
  raw: Json;
  referenceNos: Generated<string[]>;
  runId: Int8;
  service: string | null;
  serviceCode: string | null;
  serviceOurs: string | null;
  shipDate: Day | null;
  shipmentId: Int8 | null;
  state: Generated<string>;
  supplierId: Int8;
  tax: Generated<Int8>;
  tenantId: Int8;
  totalAgrees: Generated<boolean>;
  trackKey: Generated<string>;
  trackNo: Generated<string>;
  tradeItem: string | null;
  transactionId: Int8 | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  voidNo: Generated<boolean>;
  weightBilled: number | null;
  weightEntered: number | null;
  weightOurs: number | null;
  zone: string | null;
  zoneOurs: string | null;
}

export interface BillProfile {
  amountPercent: Generated<number>;
  amountWithin: Generated<number>;
  chargeCodes: Generated<Json>;
  createBy: string | null;
  createTime: Generated<Moment>;
  disputeDays: Generated<number>;
  id: Generated<Int8>;
  mapping: Json | null;
  missingDays: Generated<number>;
  serviceCodes: Generated<Json>;
  supplierId: Int8;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  weightPercent: Generated<number>;
  weightWithin: Generated<number>;
}

export interface BillRun {
  billed: Generated<Int8>;
  blank: Generated<number>;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  deadline: Day;
  duplicates: Generated<number>;
  expected: Generated<Int8>;
  failure: string | null;
  fileName: string;
  hash: string;
  id: Generated<Int8>;
  invoiceDate: Day;
  invoiceKey: string;
  invoiceNo: string;
  lines: Generated<number>;
  mapping: Json;
  matched: Generated<number>;
  open: Generated<number>;
  over: Generated<Int8>;
  position: Generated<Int8>;
  posted: Generated<number>;
  repeated: Generated<number>;
  resume: string | null;
  rows: Generated<number>;
  startNo: number | null;
  state: Generated<string>;
  supplierId: Int8;
  tenantId: Int8;
  total: Int8;
  totalWithTax: Generated<boolean>;
  under: Generated<Int8>;
  unmatched: Generated<number>;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface BillUse {
  amount: Int8;
  bookedWith: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  lineId: Int8;
  noteId: Int8;
  tenantId: Int8;
}

export interface BlockedAddress {
  address: string;
  createBy: string;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  reason: string;
  tenantId: Int8;
  until: Moment;
}

export interface CannedReply {
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  tenantId: Int8;
  textEn: string;
  textZh: string;
  title: string;
  type: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface Captcha {
  answerHash: Buffer;
  expiresAt: Moment;
  key: string;
  tries: Generated<number>;
}

export interface CarrierAccount {
  billing: Generated<Json>;
  carrier: string;
  courierId: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  enabled: Generated<boolean>;
  id: Generated<Int8>;
  labelFormat: Generated<string>;
  mode: Generated<string>;
  mustEncode: Generated<boolean>;
  name: string;
  remark: string | null;
  secrets: Generated<Json>;
  settings: Generated<Json>;
  simulatorScript: Generated<string>;
  stoppedAt: Moment | null;
  tenantId: Int8;
  testedAt: Moment | null;
  testResult: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface CarrierAccountService {
  accountId: Int8;
  options: Generated<Json>;
  product: string;
  serviceId: Int8;
  tenantId: Int8;
}

export interface CarrierBatch {
  accountId: Int8 | null;
  batchNo: string;
  carrier: string;
  collectionDay: Day | null;
  collectionNo: string | null;
  collectionState: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  day: Day;
  id: Generated<Int8>;
  kind: Generated<string>;
  manifestedAt: Moment | null;
  manifestNo: string | null;
  notes: Generated<Json>;
  outboundNo: string | null;
  parcels: Generated<number>;
  sourceKey: string | null;
  state: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface CarrierBatchItem {
  batchId: Int8;
  id: Generated<Int8>;
  messages: Generated<Json>;
  parcelId: Int8;
  serialNumber: string;
  state: Generated<string>;
  tenantId: Int8;
}

export interface CarrierCall {
  at: Generated<Moment>;
  courier: string;
  error: string | null;
  httpStatus: number | null;
  id: Generated<Int8>;
  ms: number;
  operation: string;
  requestId: string | null;
  tenantId: Int8;
}

export interface CarrierPush {
  body: Buffer;
  bodyHash: Buffer;
  courier: string;
  doneAt: Moment | null;
  id: Generated<Int8>;
  receivedAt: Generated<Moment>;
  state: Generated<string>;
  tenantId: Int8;
}

export interface CarrierShipment {
  accountId: Int8;
  answeredAt: Moment | null;
  askedAt: Moment | null;
  batchId: Int8 | null;
  billingNumber: string | null;
  carrier: string;
  carrierNo: string | null;
  closedAt: Moment | null;
  closingAt: Moment | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  depotId: Int8;
  handle: string | null;
  id: Generated<Int8>;
  labelFileId: Int8 | null;
  labelFormat: string | null;
  labelKey: string;
  messages: Generated<Json>;
  parcelId: Int8;
  product: string;
  raw: Json | null;
  reference: string;
  returnNo: string | null;
  routingCode: string | null;
  serialNumber: string;
  shipmentId: Int8;
  state: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  voidAskedAt: Moment | null;
  voidReason: string | null;
  voidState: string | null;
}

export interface CarrierTurn {
  account: string;
  nextAt: Moment;
  openUntil: Moment | null;
  tenantId: Int8;
}

export interface CaseAddress {
  caseId: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  email: string;
  id: Generated<Int8>;
  side: string;
  tenantId: Int8;
  token: string;
}

export interface CaseComment {
  byName: string;
  caseId: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  leftOut: Generated<string[]>;
  mailId: Int8 | null;
  ofStaff: boolean;
  readers: string[];
  tenantId: Int8;
  text: string;
  unproven: Generated<boolean>;
  userId: Int8 | null;
}

export interface CaseMail {
  attempts: Generated<number>;
  caseId: Int8 | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  digest: string;
  id: Generated<Int8>;
  messageId: string | null;
  partHashes: Generated<string[]>;
  raw: Buffer | null;
  reason: string | null;
  sender: string | null;
  size: number;
  state: Generated<string>;
  subject: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface CaseMailbox {
  createBy: string | null;
  createTime: Generated<Moment>;
  enabled: Generated<boolean>;
  hookSecretEnc: string | null;
  id: Generated<Int8>;
  passwordEnc: string | null;
  settings: Json;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface CaseMailPoll {
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  lastError: string | null;
  lastOkAt: Moment | null;
  lastUid: Generated<Int8>;
  leasedUntil: Moment | null;
  mailboxId: Int8;
  silentNoticedAt: Moment | null;
  tenantId: Int8;
  uidValidity: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface CaseNote {
  byName: string;
  caseId: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  kind: Generated<string>;
  leftOut: Generated<string[]>;
  mailId: Int8 | null;
  mentions: Generated<ArrayType<Int8>>;
  ofStaff: boolean;
  tenantId: Int8;
  text: string;
  unproven: Generated<boolean>;
  userId: Int8 | null;
}

export interface CaseSent {
  addressId: Int8;
  caseId: Int8;
  createTime: Generated<Moment>;
  messageId: Int8;
  tenantId: Int8;
}

export interface CaseTerm {
  answerHours: number;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  remark: string | null;
  tenantId: Int8;
  type: string;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface CaseWatcher {
  caseId: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  tenantId: Int8;
  userId: Int8;
}

export interface CasTicket {
  ticketHash: Buffer;
  usedAt: Generated<Moment>;
}

export interface Channel {
  adapter: string | null;
  code: string;
  countries: string | null;
  courierId: Int8 | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  dailyOrders: number | null;
  enabled: Generated<boolean>;
  id: Generated<Int8>;
  maxGirth: number | null;
  maxSide: number | null;
  maxWeight: number | null;
  name: string;
  nameEn: string | null;
  priority: Generated<number>;
  remark: string | null;
  supplierId: Int8;
  tenantId: Int8;
  transType: Generated<string>;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface ChannelTest {
  answer: string;
  channelId: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  ms: number;
  ok: boolean;
  source: string;
  tenantId: Int8;
}

export interface ChargeAdjustment {
  amount: Int8;
  chargeId: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  facts: Generated<Json>;
  id: Generated<Int8>;
  lines: Json;
  reason: string;
  refundsId: Int8 | null;
  seq: number;
  tenantId: Int8;
  transactionId: Int8 | null;
}

export interface ChargingSetting {
  adjustAbove: Generated<number>;
  adjustPercent: Generated<number>;
  chargingFrom: Moment | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  destroyFees: Generated<Json>;
  handlingFees: Generated<Json>;
  lostGoesBack: Generated<boolean>;
  returnFees: Generated<Json>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface CodBank {
  bic: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  holder: string;
  iban: string;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface CodItem {
  collected: Generated<Int8>;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  customerId: Int8;
  deliveredAt: Moment | null;
  due: Int8 | null;
  expected: Int8;
  id: Generated<Int8>;
  numbers: string[];
  opened: Generated<number>;
  openTransactionId: Int8 | null;
  paidOn: Day | null;
  payoutId: Int8 | null;
  reason: string | null;
  reference: string | null;
  serviceId: Int8 | null;
  settledAt: Moment | null;
  shipmentId: Int8;
  shipmentNo: string;
  status: string;
  supplierId: Int8 | null;
  tenantId: Int8;
  trackNo: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface CodLine {
  amount: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  decidedAt: Moment | null;
  decidedBy: string | null;
  decision: string | null;
  dedupe: string;
  difference: Int8 | null;
  id: Generated<Int8>;
  itemId: Int8 | null;
  kind: string;
  lineNo: number;
  number: string;
  paidOn: Day;
  reason: string | null;
  remittanceId: Int8;
  state: string;
  supplierId: Int8;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface CodMapping {
  layout: string;
  mapping: Json;
  supplierId: Int8;
  tenantId: Int8;
}

export interface CodPayout {
  amount: Int8;
  approvedAt: Moment | null;
  approvedBy: string | null;
  bic: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  customerId: Int8;
  exportedAt: Moment | null;
  fileNo: string | null;
  firstActorId: Int8 | null;
  firstBy: string | null;
  firstUserId: Int8 | null;
  holder: string | null;
  iban: string | null;
  id: Generated<Int8>;
  items: number;
  no: string;
  paidOn: Day | null;
  payTo: string;
  reason: string | null;
  receivingAccountId: Int8 | null;
  status: string;
  tenantId: Int8;
  transactionId: Int8 | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface CodRemittance {
  amount: Int8;
  contentHash: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  fileName: string;
  id: Generated<Int8>;
  lines: number;
  matched: number;
  receivedOn: Day;
  receivingAccountId: Int8;
  reference: string;
  supplierId: Int8;
  tenantId: Int8;
  transactionId: Int8 | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface CodSetting {
  createBy: string | null;
  createTime: Generated<Moment>;
  payTo: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface CommonReturn {
  arrivedAt: Moment;
  createBy: string | null;
  createTime: Generated<Moment>;
  depotId: Int8;
  goods: string | null;
  id: Int8;
  noEnd: string | null;
  pooledUntil: Moment | null;
  sender: string | null;
  size: string | null;
  state: number;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  weight: number | null;
}

export interface CompanyProfile {
  city: string | null;
  contact: string | null;
  country: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  email: string | null;
  legalName: string | null;
  pageColour: string | null;
  pageLogo: string | null;
  phone: string | null;
  postalCode: string | null;
  registerNo: string | null;
  siteUrl: string | null;
  street: string | null;
  taxNo: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  vatId: string | null;
  version: Generated<number>;
}

export interface ConfigVersion {
  tenantId: Int8;
  version: Int8;
}

export interface Consignee {
  address1: string | null;
  address2: string | null;
  blacklisted: Generated<boolean>;
  blacklistReason: string | null;
  city: string;
  company: string | null;
  country: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  email: string | null;
  house: string | null;
  id: Generated<Int8>;
  name: string;
  phone: string | null;
  postalCode: string | null;
  remark: string | null;
  state: string | null;
  street: string;
  taxNumber: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface Country {
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string | null;
  embargo: Generated<boolean>;
  enabled: Generated<boolean>;
  eu: Generated<boolean>;
  id: Generated<Int8>;
  iso2: string;
  iso3: string | null;
  isoNum: string | null;
  name: string;
  nameEn: string;
  phoneCode: string | null;
  remark: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface Courier {
  adapter: Generated<string>;
  apiBase: string | null;
  apiKeyEnc: string | null;
  callsPerDay: Generated<number | null>;
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  enabled: Generated<boolean>;
  hookTokenEnc: string | null;
  id: Generated<Int8>;
  keepDays: Generated<number>;
  logo: string | null;
  name: string;
  nameEn: string | null;
  numberPattern: string | null;
  pollEarlyHours: number | null;
  polling: Generated<boolean>;
  pollMovingHours: number | null;
  pollVanHours: number | null;
  pollWaitingHours: number | null;
  remark: string | null;
  simulated: Generated<boolean>;
  simulatorSpeed: Generated<number>;
  tenantId: Int8;
  trackingUrl: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface Customer {
  backOrder: Generated<boolean>;
  buyerReference: string | null;
  code: string;
  contact: string | null;
  country: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: Generated<string>;
  departId: Int8 | null;
  dunningExempt: Generated<boolean>;
  email: string | null;
  id: Generated<Int8>;
  invoiceCity: string | null;
  invoiceEmail: string | null;
  invoicePostalCode: string | null;
  invoiceStreet: string | null;
  invoiceXml: Generated<boolean>;
  izApart: Generated<boolean>;
  legalName: string | null;
  name: string;
  paymentDays: number | null;
  phone: string | null;
  remark: string | null;
  salesUserId: Int8 | null;
  shipmentResource: Generated<string>;
  status: Generated<number>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  vatCheckedBy: string | null;
  vatCheckedOn: Day | null;
  vatId: string | null;
  vatProof: string | null;
  version: Generated<number>;
}

export interface DataLog {
  action: string;
  actor: string | null;
  actorId: Int8 | null;
  at: Generated<Moment>;
  behalf: string | null;
  behalfId: Int8 | null;
  diff: Json;
  id: Generated<Int8>;
  requestId: string | null;
  rowId: string;
  tableName: string;
  tenantId: Int8;
  version: number | null;
}

export interface DataSource {
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  dbDriver: Generated<string | null>;
  dbName: string;
  dbPassword: Generated<string | null>;
  dbPasswordEnc: string | null;
  dbType: Generated<string>;
  dbUrl: Generated<string | null>;
  dbUsername: string;
  host: string;
  id: Generated<Int8>;
  name: string;
  port: Generated<number>;
  remark: string | null;
  tenantId: Int8;
  tls: Generated<boolean>;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface DecidedAlone {
  amount: Int8;
  currency: string;
  customerId: Int8;
  day: Day;
  kind: string;
  tenantId: Int8;
  userId: Int8;
}

export interface DeliveryCheck {
  courier: string;
  highOffHours: number;
  measuredAt: Moment;
  medianOffHours: number;
  parcels: number;
  tenantId: Int8;
  within: number;
}

export interface DeliveryNumber {
  alert: string | null;
  courier: string | null;
  createBy: string | null;
  createTime: Moment | null;
  customerId: Int8 | null;
  depotId: Int8 | null;
  handedAt: Moment | null;
  id: Int8 | null;
  lastEventAt: Moment | null;
  leg: number | null;
  nextPollAt: Moment | null;
  polledAt: Moment | null;
  pollFailures: number | null;
  pushedAt: Moment | null;
  serviceId: Int8 | null;
  shipmentId: Int8 | null;
  shipmentParcelId: Int8 | null;
  state: string | null;
  stoppedAt: Moment | null;
  tenantId: Int8 | null;
  thirdId: string | null;
  thirdMark: string | null;
  trackingStatus: number | null;
  trackNo: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: number | null;
  voidedAt: Moment | null;
}

export interface DeliveryPartition {
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  name: string;
  nameEn: string | null;
  remark: string | null;
  serviceId: Int8;
  tenantId: Int8;
  transitMax: number | null;
  transitMin: number | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface DeliveryService {
  bubblePercent: number | null;
  channelId: Int8;
  code: string;
  codLimits: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  deductMethod: Generated<string>;
  feeId: Int8 | null;
  id: Generated<Int8>;
  izEnable: Generated<boolean>;
  izMult: Generated<boolean>;
  izReRate: Generated<boolean>;
  izSingle: Generated<boolean>;
  izSubsist: Generated<boolean>;
  labelTemplateId: Int8 | null;
  labelType: Generated<string>;
  maxPieces: number | null;
  name: string;
  nameEn: string | null;
  numberSource: Generated<string>;
  podRequired: Generated<boolean>;
  pushMethod: Generated<string>;
  remark: string | null;
  restricted: Generated<boolean>;
  rounding: Generated<string>;
  tenantId: Int8;
  thWeightRatio: Generated<number>;
  tradeType: Generated<string>;
  transitMax: number | null;
  transitMin: number | null;
  transType: Generated<string>;
  updateBy: string | null;
  updateTime: Moment | null;
  valueAdded: string | null;
  version: Generated<number>;
  volumeRatio: Numeric | null;
  volumeSide: number | null;
  volumeWhen: string | null;
  weightStep: Generated<number>;
  wholeCm: Generated<boolean>;
}

export interface DeliveryTime {
  area: string;
  country: string;
  deliveries: number;
  highHours: number;
  lowHours: number;
  medianHours: number;
  serviceId: Int8;
  tenantId: Int8;
}

export interface DemoChunk {
  chunk: number;
  worldId: Int8;
}

export interface DemoWorld {
  chunks: number;
  chunkSize: number;
  droppedIndexes: Generated<Json>;
  finishedAt: Moment | null;
  id: Generated<Int8>;
  parcels: number;
  reserved: Json;
  seed: number;
  startedAt: Generated<Moment>;
  today: Moment;
}

export interface Depot {
  city: string;
  code: string;
  contact: string | null;
  country: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  depotType: Generated<string>;
  email: string | null;
  enabled: Generated<boolean>;
  house: string | null;
  id: Generated<Int8>;
  name: string;
  nameEn: string | null;
  paperName: Generated<string>;
  phone: string | null;
  postalCode: string | null;
  remark: string | null;
  scaleBaud: number | null;
  scalePrefix: string | null;
  scaleUnit: string | null;
  state: string | null;
  street: string | null;
  tenantId: Int8;
  timeZone: Generated<string>;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface DepotGate {
  closedAt: Moment | null;
  closedBy: string | null;
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  depotId: Int8;
  direction: Generated<string>;
  enabled: Generated<boolean>;
  id: Generated<Int8>;
  name: string | null;
  remark: string | null;
  rerouteId: Int8 | null;
  sortCodes: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface DepotHoliday {
  closes: string | null;
  day: Day;
  depotId: Int8;
  name: string | null;
  opens: string | null;
  tenantId: Int8;
}

export interface DepotHours {
  closes: string;
  depotId: Int8;
  opens: string;
  tenantId: Int8;
  weekday: number;
}

export interface Dispute {
  carrierRef: string | null;
  claimed: Generated<Int8>;
  createBy: string | null;
  createTime: Generated<Moment>;
  creditExpected: Int8 | null;
  creditReceived: Int8 | null;
  currency: string;
  deadline: Day;
  id: Generated<Int8>;
  lines: Generated<number>;
  no: string;
  note: string | null;
  runId: Int8;
  sentAt: Moment | null;
  settledAt: Moment | null;
  state: Generated<string>;
  supplierId: Int8;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface DocumentPrint {
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  kinds: string[];
  shipmentIds: ArrayType<Int8>;
  tenantId: Int8;
  userId: Int8;
}

export interface DunningClaim {
  amount: Generated<Int8 | null>;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  customerId: Int8;
  fee: Int8;
  id: Generated<Int8>;
  interest: Int8;
  letterId: Int8;
  reason: string | null;
  status: Generated<string>;
  tenantId: Int8;
  transactionId: Int8 | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface DunningLetter {
  body: string;
  buyer: Json;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  froze: Generated<boolean>;
  id: Generated<Int8>;
  invoices: number;
  lang: string;
  madeOn: Day;
  mailDetail: string | null;
  mailStatus: Generated<string>;
  messageId: Int8 | null;
  payBy: Day;
  payTo: Generated<Json>;
  seller: Json;
  sentAt: Moment | null;
  sentTo: string | null;
  step: number;
  tenantId: Int8;
  title: string;
  total: string;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface DunningSetting {
  createBy: string | null;
  createTime: Generated<Moment>;
  freezes: Generated<boolean>;
  interestRate: number | null;
  minimums: Generated<Json>;
  mode: Generated<string>;
  payDays: Generated<number>;
  steps: Json;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface Earning {
  at: Moment;
  cost: Int8;
  country: string | null;
  createBy: string | null;
  currency: string;
  customerId: Int8 | null;
  depotId: Int8 | null;
  id: Generated<Int8>;
  revenue: Int8;
  serviceId: Int8 | null;
  tenantId: Int8;
}

export interface EarningMade {
  lastId: Int8;
  madeAt: Moment;
  tenantId: Int8;
}

export interface Embargo {
  country: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  enabled: Generated<boolean>;
  hsPrefix: string | null;
  id: Generated<Int8>;
  reason: string;
  reasonEn: string | null;
  severity: string;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  validFrom: Day | null;
  validTo: Day | null;
  version: Generated<number>;
  word: string | null;
}

export interface EventTemplate {
  code: string;
  country: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  enabled: Generated<boolean>;
  id: Generated<Int8>;
  place: string | null;
  remark: string | null;
  status: string;
  sub: string | null;
  tenantId: Int8;
  text: string;
  textEn: string;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  visibility: Generated<string>;
}

export interface ExchangeRate {
  baseCurrency: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  id: Generated<Int8>;
  rate: Numeric;
  remark: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  validFrom: Day;
  version: Generated<number>;
}

export interface FbaLabel {
  boxCode: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  fileId: Int8;
  fileName: string;
  foundBy: string | null;
  id: Generated<Int8>;
  page: number;
  parcelId: Int8 | null;
  place: number;
  shipmentId: Int8;
  tenantId: Int8;
}

export interface FbaOrder {
  appointmentNo: string | null;
  appointmentState: Generated<string>;
  batchNo: string | null;
  bolNo: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  deliveryState: Generated<string>;
  depotId: Int8;
  detentionMinutes: number | null;
  expectedTime: Moment | null;
  fbaCode: string | null;
  id: Int8;
  poCode: string | null;
  podFileId: Int8 | null;
  podReason: string | null;
  podState: Generated<string>;
  podTime: Moment | null;
  proNos: string | null;
  realTime: Moment | null;
  receivedBy: string | null;
  referenceId: string | null;
  refusedReason: string | null;
  refusedTime: Moment | null;
  requestedTime: Moment | null;
  serialNumber: string;
  slotFrom: Moment | null;
  slotTo: Moment | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  warehouseCode: string | null;
}

export interface FbaWarehouse {
  appointmentNeeded: Generated<boolean>;
  city: string;
  code: string;
  country: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  enabled: Generated<boolean>;
  house: string | null;
  id: Generated<Int8>;
  marketplace: string | null;
  name: string;
  postalCode: string;
  remark: string | null;
  state: string | null;
  street: string;
  tenantId: Int8;
  timeZone: string;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface FbaWaybill {
  appointmentNo: string | null;
  arrivedAt: Moment | null;
  attempts: Generated<Json>;
  bolNo: string | null;
  bookedPieces: number | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  depotId: Int8;
  detentionMinutes: number | null;
  dispatchedAt: Moment | null;
  dock: string | null;
  driver: string | null;
  endedAt: Moment | null;
  id: Generated<Int8>;
  no: string;
  pallets: number | null;
  pieces: Generated<number>;
  plate: string | null;
  proNos: string | null;
  receivedBy: string | null;
  remark: string | null;
  slotFrom: Moment | null;
  slotTo: Moment | null;
  status: Generated<string>;
  storageFrom: Day | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  warehouseCode: string;
  waybillId: Int8 | null;
  weight: Generated<Int8>;
}

export interface FbaWaybillOrder {
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  fbaCode: string;
  fbaWaybillId: Int8;
  id: Generated<Int8>;
  orderId: Int8;
  pieces: number;
  referenceId: string | null;
  serialNumber: string;
  slotFrom: Moment | null;
  status: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  warehouseCode: string;
  waybillNo: string;
  weight: Int8;
}

export interface Fee {
  baseFeeId: Int8 | null;
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  id: Generated<Int8>;
  kind: Generated<string>;
  name: string;
  nameEn: string | null;
  remark: string | null;
  serviceId: Int8 | null;
  status: Generated<string>;
  stepMode: Generated<string>;
  supplierId: Int8 | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  validFrom: Day;
  validTo: Day | null;
  version: Generated<number>;
}

export interface FeeCell {
  createBy: string | null;
  createTime: Generated<Moment>;
  feeId: Int8;
  id: Generated<Int8>;
  minPrice: Int8 | null;
  partitionId: Int8;
  price: Int8;
  step: number | null;
  stepPrice: Int8 | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  upTo: number | null;
  version: Generated<number>;
  versionId: Int8;
}

export interface FeeCustomer {
  customerId: Int8;
  feeId: Int8;
  serviceId: Int8;
  tenantId: Int8;
}

export interface FeeVersion {
  announced: Generated<boolean>;
  createBy: string | null;
  createTime: Generated<Moment>;
  feeId: Int8;
  id: Generated<Int8>;
  percentBp: number | null;
  publishedAt: Moment | null;
  publishedBy: string | null;
  remark: string | null;
  replaced: Json | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  validFrom: Moment | null;
  validTo: Moment | null;
  version: Generated<number>;
  versionNo: number;
}

export interface FillCounter {
  period: string;
  ruleId: Int8;
  taken: Int8;
  tenantId: Int8;
}

export interface FuelIndex {
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  name: string;
  nameEn: string | null;
  remark: string | null;
  supplierId: Int8 | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface FuelRate {
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  indexId: Int8;
  month: string;
  rateBp: number;
  remark: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface GateService {
  depotId: Int8;
  gateId: Int8;
  serviceId: Int8;
  tenantId: Int8;
}

export interface GatewayPublished {
  one: Generated<boolean>;
  publishedAt: Generated<Moment>;
  publishedBy: string;
  routes: Json;
}

export interface GatewayRoute {
  access: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  delFlag: Generated<number>;
  filters: Generated<string>;
  id: Generated<Int8>;
  name: string;
  orderNum: Generated<number>;
  persist: Generated<boolean>;
  predicates: string;
  retryable: Generated<boolean>;
  showApi: Generated<boolean>;
  status: Generated<number>;
  stripPrefix: Generated<number>;
  updateBy: string | null;
  updateTime: Moment | null;
  uri: string;
  version: Generated<number>;
}

export interface HouseWaybill {
  consigneeCity: string | null;
  consigneeCountry: string;
  consigneeName: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  declared: string | null;
  goods: string;
  id: Generated<Int8>;
  no: string;
  pieces: Generated<number>;
  remark: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  waybillId: Int8;
  weight: Generated<Int8>;
}

export interface HsCode {
  code: string;
  description: string;
  level: number;
  nameCn: string | null;
  parent: string | null;
  section: string;
  words: string | null;
}

export interface HsMemory {
  brand: string | null;
  currency: string | null;
  customerId: Int8;
  hscodeCn: string | null;
  hscodeForeign: string | null;
  material: string | null;
  model: string | null;
  nameCn: string | null;
  nameEn: string | null;
  origin: string | null;
  sku: string;
  tenantId: Int8;
  unit: string | null;
  unitPrice: Int8 | null;
  unitWeight: number | null;
  usage: string | null;
  usedAt: Generated<Moment>;
}

export interface Idempotency {
  body: string | null;
  createdAt: Generated<Moment>;
  key: string;
  requestHash: Buffer;
  route: string;
  status: number | null;
  tenantId: Int8;
  userId: Int8;
}

export interface IdempotencyRow {
  key: string;
  outcome: Json;
  route: string;
  rowId: Int8;
  tenantId: Int8;
  userId: Int8;
}

export interface IdentityCode {
  codeHash: Buffer;
  createdAt: Generated<Moment>;
  expiresAt: Moment;
  id: Generated<Int8>;
  ip: Generated<string>;
  purpose: string;
  receiver: string;
  sentBy: Int8 | null;
  sentTo: string | null;
  tries: Generated<number>;
  usedAt: Moment | null;
  userId: Int8 | null;
}

export interface InstallationState {
  fingerprint: string;
  key: string;
  setAt: Generated<Moment>;
}

export interface Intercept {
  batchId: Int8 | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  depotId: Int8;
  id: Generated<Int8>;
  interceptedAt: Moment | null;
  interceptedBy: string | null;
  no: string;
  note: string | null;
  releasedAt: Moment | null;
  releasedBy: string | null;
  releaseNote: string | null;
  status: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface Invoice {
  accountId: Int8;
  buyer: Json | null;
  companyVat: Json | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  credited: Generated<Int8>;
  creditsId: Int8 | null;
  currency: string;
  customerId: Int8;
  dueOn: Day | null;
  dunBlockAt: Moment | null;
  dunBlockBy: string | null;
  dunBlockReason: string | null;
  dunBlockUntil: Day | null;
  frees: boolean | null;
  gross: Int8;
  id: Generated<Int8>;
  issuedBy: string | null;
  issuedOn: Day | null;
  kind: string;
  lang: Generated<string>;
  mailStatus: string | null;
  net: Int8;
  no: number | null;
  number: string | null;
  open: Generated<Int8 | null>;
  overdue: Generated<boolean>;
  paid: Generated<Int8>;
  payTo: Json | null;
  periodFrom: Day;
  periodTo: Day;
  reason: string | null;
  reference: string | null;
  reminded: Generated<number>;
  remindedAt: Moment | null;
  seller: Json | null;
  sentAt: Moment | null;
  sentTo: string | null;
  side: string;
  status: Generated<string>;
  tax: Int8;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  vat: Generated<Json>;
  version: Generated<number>;
  year: number | null;
}

export interface InvoiceCredit {
  creditId: Int8;
  invoiceId: Int8;
  tenantId: Int8;
  tradeId: Int8;
}

export interface InvoiceLine {
  count: number;
  invoiceId: Int8;
  lineNo: number;
  net: Int8;
  service: string | null;
  taxCategory: string | null;
  taxCountry: string | null;
  taxRate: number | null;
  tenantId: Int8;
  tradeItem: string;
}

export interface InvoiceMail {
  createBy: string | null;
  createTime: Generated<Moment>;
  detail: string | null;
  id: Generated<Int8>;
  invoiceId: Int8;
  messageId: Int8;
  sentAt: Moment | null;
  sentTo: string;
  status: Generated<string>;
  tenantId: Int8;
}

export interface InvoiceNumber {
  nextNo: number;
  tenantId: Int8;
  year: number;
}

export interface InvoicePayment {
  amount: Int8;
  bankLineId: Int8 | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  invoiceId: Int8;
  source: string;
  tenantId: Int8;
  transactionId: Int8 | null;
  undoesId: Int8 | null;
}

export interface InvoiceReminder {
  createBy: string | null;
  createTime: Generated<Moment>;
  daysLate: number;
  fee: Generated<Int8>;
  interest: Generated<Int8>;
  invoiceId: Int8;
  letterId: Int8;
  madeOn: Day;
  open: Int8;
  step: number;
  tenantId: Int8;
}

export interface InvoiceSetting {
  createBy: string | null;
  createTime: Generated<Moment>;
  monthly: Generated<boolean>;
  paymentDays: Generated<number>;
  prefix: Generated<string>;
  prepaid: Generated<boolean>;
  sendOnIssue: Generated<boolean>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface InvoiceTrade {
  invoiceId: Int8;
  lineNo: number | null;
  live: Generated<boolean>;
  service: string | null;
  tenantId: Int8;
  tradeId: Int8;
  transactionId: Int8;
}

export interface LabelDesign {
  createBy: string | null;
  createTime: Generated<Moment>;
  document: Json;
  id: Generated<Int8>;
  publishedAt: Moment | null;
  publishedBy: string | null;
  remark: string | null;
  templateId: Int8;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  versionNo: number;
}

export interface LabelLayout {
  builtIn: string | null;
  createTime: Generated<Moment>;
  document: Json;
  hash: Buffer;
  id: Generated<Int8>;
  tenantId: Int8;
}

export interface LabelPicture {
  createBy: string | null;
  createTime: Generated<Moment>;
  fileId: Int8 | null;
  hash: string;
  height: number;
  id: Generated<Int8>;
  name: string;
  tenantId: Int8;
  width: number;
}

export interface LabelPrint {
  createBy: string | null;
  createTime: Generated<Moment>;
  format: string;
  id: Generated<Int8>;
  parcelIds: ArrayType<Int8>;
  reason: string | null;
  reprintIds: ArrayType<Int8>;
  setKey: Buffer;
  tenantId: Int8;
  userId: Int8;
}

export interface LabelTemplate {
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  designId: Int8 | null;
  footer: string | null;
  id: Generated<Int8>;
  name: string;
  nameEn: string | null;
  remark: string | null;
  showQr: Generated<boolean>;
  showReference: Generated<boolean>;
  showSender: Generated<boolean>;
  size: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface LedgerAccount {
  available: Generated<Int8 | null>;
  balance: Generated<Int8>;
  createBy: string | null;
  createTime: Generated<Moment>;
  credit: Generated<Int8>;
  currency: string;
  customerId: Generated<Int8 | null>;
  frozenReason: string | null;
  held: Generated<Int8>;
  id: Generated<Int8>;
  kind: string;
  lastEntryAt: Moment | null;
  lastHash: Generated<Buffer>;
  partyId: Generated<Int8>;
  ref: Generated<string>;
  seq: Generated<Int8>;
  status: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface LedgerEntry {
  accountId: Int8;
  amount: Int8;
  balanceAfter: Int8;
  currency: string;
  hash: Buffer;
  id: Generated<Int8>;
  lineNo: number;
  seq: Int8;
  tenantId: Int8;
  transactionId: Int8;
}

export interface LedgerHold {
  accountId: Int8;
  amount: Int8;
  captured: Int8 | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  customerId: Int8;
  endedAt: Moment | null;
  endedBy: string | null;
  holdKey: string;
  id: Generated<Int8>;
  parcelId: Int8 | null;
  parcelNo: string | null;
  reason: string | null;
  shipmentId: Int8 | null;
  shipmentNo: string | null;
  state: Generated<string>;
  tenantId: Int8;
  transactionId: Int8 | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  what: string;
}

export interface LedgerMonth {
  approvedAt: Moment | null;
  approvedBy: string | null;
  closedAt: Moment | null;
  closedBy: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  month: Day;
  reopenActorId: Int8 | null;
  reopenAskedAt: Moment | null;
  reopenBy: string | null;
  reopenReason: string | null;
  reopenUserId: Int8 | null;
  status: string;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface LedgerProof {
  accounts: number;
  checkedAt: Generated<Moment>;
  documentDrift: Generated<Json>;
  documents: Generated<number>;
  drift: Json;
  id: Generated<Int8>;
  tenantId: Int8;
}

export interface LedgerTransaction {
  actorId: Int8 | null;
  bookedOn: Day;
  createBy: string | null;
  createTime: Generated<Moment>;
  digest: Buffer;
  eventKey: string;
  id: Generated<Int8>;
  impersonatedBy: string | null;
  kind: string;
  lateFor: Day | null;
  month: Day;
  rate: Numeric | null;
  rateOn: Day | null;
  reason: string | null;
  refundsId: Int8 | null;
  requestId: string | null;
  reversesId: Int8 | null;
  tenantId: Int8;
}

export interface LoginFailure {
  count: number;
  firstAt: Moment;
  key: string;
  lastAt: Moment;
}

export interface MadeLabel {
  content: Buffer;
  createBy: string | null;
  createTime: Generated<Moment>;
  drawn: Buffer;
  layoutId: Int8;
  number: string;
  parcelId: Int8;
  tenantId: Int8;
}

export interface MappingReplay {
  courier: string;
  done: Generated<number>;
  finishedAt: Moment | null;
  parcels: number;
  run: Generated<number>;
  startedAt: Moment;
  tenantId: Int8;
}

export interface MessageChannel {
  channel: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  enabled: Generated<boolean>;
  id: Generated<Int8>;
  secretEnc: string | null;
  settings: Json;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface MonitorAlarm {
  one: Generated<boolean>;
  percent: number;
}

export interface MonitorSample {
  at: Generated<Moment>;
  name: string;
  node: string;
  value: number;
}

export interface NotifyOccasion {
  createTime: Generated<Moment>;
  event: string;
  id: Generated<Int8>;
  parcelId: Int8 | null;
  sentAt: Moment | null;
  subject: string;
  tenantId: Int8;
}

export interface NotifyWaiting {
  body: string;
  channel: string;
  dueAt: Moment;
  event: string;
  happenedAt: Moment;
  id: Generated<Int8>;
  lang: string;
  subject: string;
  tenantId: Int8;
  title: string;
  userId: Int8;
}

export interface NumberImport {
  accepted: Generated<number>;
  createBy: string | null;
  createTime: Generated<Moment>;
  done: Generated<number>;
  dryRun: boolean;
  dryRunId: Int8 | null;
  failure: string | null;
  failureData: Json | null;
  file: Buffer | null;
  fileName: string;
  finishedAt: Moment | null;
  hash: string;
  id: Generated<Int8>;
  poolId: Int8;
  refused: Generated<number>;
  status: Generated<string>;
  tenantId: Int8;
  total: Generated<number>;
  whole: Generated<boolean>;
}

export interface NumberImportError {
  cell: string | null;
  code: string;
  columnName: string;
  data: Json | null;
  id: Generated<Int8>;
  importId: Int8;
  rowNo: number;
  tenantId: Int8;
}

export interface NumberPool {
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8 | null;
  id: Generated<Int8>;
  lowLevel: Generated<number>;
  lowWater: Generated<number>;
  remark: string | null;
  reuseDays: number | null;
  scheme: string | null;
  serviceId: Int8;
  status: Generated<string>;
  supplierId: Int8 | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface NumberPoolNumber {
  id: Generated<Int8>;
  importId: Int8 | null;
  number: string;
  parcelId: Int8 | null;
  poolId: Int8;
  reservedBy: string | null;
  reservedFor: string | null;
  reservedUntil: Moment | null;
  state: Generated<number>;
  takenAt: Moment | null;
  tenantId: Int8;
  thirdId: string | null;
  thirdMark: string | null;
  voidedAt: Moment | null;
}

export interface NumberSegment {
  checkRule: string | null;
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8 | null;
  endNo: Int8;
  id: Generated<Int8>;
  lowLevel: Generated<number>;
  lowWater: Generated<number>;
  nextNo: Int8;
  prefix: Generated<string>;
  remark: string | null;
  scheme: string;
  serviceId: Int8;
  startNo: Int8;
  status: Generated<string>;
  suffix: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface NumberTally {
  count: Int8;
  day: Generated<Day>;
  id: Generated<Int8>;
  source: number;
  sourceId: Int8;
  state: number;
  tenantId: Int8;
}

export interface OnlinePayment {
  amount: Int8;
  askAt: Moment | null;
  asked: Generated<number>;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  expiresAt: Moment;
  id: Generated<Int8>;
  no: string;
  provider: string;
  providerRef: string | null;
  receivingAccountId: Int8;
  rechargeId: Int8;
  status: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  url: string | null;
}

export interface OnlineReport {
  builtIn: Generated<boolean>;
  cgrSql: string;
  chart: Generated<string>;
  chartX: string | null;
  chartY: string | null;
  code: string;
  content: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  cron: string | null;
  id: Generated<Int8>;
  inMenu: Generated<boolean>;
  lastRunAt: Moment | null;
  name: string;
  nameEn: string | null;
  nextRunAt: Moment | null;
  perm: string | null;
  receivers: string | null;
  runAs: Int8 | null;
  runKey: Int8 | null;
  sourceId: Int8 | null;
  tenantId: Int8;
  timeZone: Generated<string>;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface OnlineReportItem {
  dictCode: string | null;
  fieldHref: string | null;
  fieldName: string;
  fieldTxt: string;
  fieldTxtEn: string | null;
  fieldType: Generated<string>;
  groupTitle: string | null;
  headId: Int8;
  id: Generated<Int8>;
  isOrder: Generated<boolean>;
  isSearch: Generated<boolean>;
  isShow: Generated<boolean>;
  isTotal: Generated<boolean>;
  orderNum: number;
  perm: string | null;
  refOf: string | null;
  searchMode: Generated<string>;
  tenantId: Int8;
}

export interface OnlineReportParam {
  headId: Int8;
  id: Generated<Int8>;
  orderNum: number;
  paramName: string;
  paramTxt: string;
  paramValue: Generated<string>;
  tenantId: Int8;
}

export interface OpLog {
  actor: string | null;
  actorId: Int8 | null;
  at: Generated<Moment>;
  content: string;
  costMs: number | null;
  id: Generated<Int8>;
  ip: string | null;
  logType: number;
  method: string | null;
  operateType: number | null;
  outcome: string | null;
  param: string | null;
  requestId: string | null;
  tenantId: Int8;
  url: string | null;
  userId: Int8 | null;
  username: string | null;
}

export interface OrderHistory {
  action: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  fromValue: string | null;
  id: Generated<Int8>;
  name: string | null;
  otherId: Int8 | null;
  shipmentId: Int8;
  tenantId: Int8;
  toValue: string | null;
}

export interface OrderTask {
  accepted: Generated<number>;
  action: string;
  byId: Int8 | null;
  byName: string | null;
  createBy: string;
  createTime: Generated<Moment>;
  cursorId: Generated<Int8>;
  done: Generated<number>;
  failure: string | null;
  failureData: Json | null;
  finishedAt: Moment | null;
  id: Generated<Int8>;
  input: Generated<Json>;
  keyId: Int8 | null;
  keyPerms: string[] | null;
  lang: string;
  publicBase: Generated<string>;
  refused: Generated<number>;
  startedAt: Moment | null;
  status: string;
  tenantId: Int8;
  total: number;
  userId: Int8;
  warned: Generated<number>;
}

export interface OrderTaskRow {
  code: string | null;
  data: Json | null;
  label: string;
  message: string | null;
  ok: boolean | null;
  shipmentId: Int8;
  shipmentStatus: number;
  taskId: Int8;
  tenantId: Int8;
  version: number;
}

export interface OutBatch {
  closedAt: Moment | null;
  closedBy: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  depotId: Int8;
  id: Generated<Int8>;
  leftBehind: Generated<Json>;
  no: string;
  remark: string | null;
  reopenedAt: Moment | null;
  reopenedBy: string | null;
  reopenReason: string | null;
  status: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface OutBatchChannel {
  batchId: Int8;
  channelId: Int8;
  tenantId: Int8;
}

export interface OutBatchParcel {
  batchId: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  open: Generated<boolean>;
  packageId: Int8 | null;
  parcelId: Int8;
  tenantId: Int8;
}

export interface OutHandover {
  batchId: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  driver: string | null;
  expiresAt: Moment;
  id: Generated<Int8>;
  plate: string | null;
  signedAt: Moment | null;
  strokes: Json | null;
  tenantId: Int8;
  tokenHash: Buffer;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface OutPackage {
  batchId: Int8 | null;
  closedAt: Moment | null;
  closedBy: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  depotId: Int8;
  id: Generated<Int8>;
  kind: Generated<string>;
  maxGrams: Int8;
  maxPieces: number;
  no: string;
  oneService: Generated<boolean>;
  oneTarget: string | null;
  recountedAt: Moment | null;
  recountedBy: string | null;
  recountFits: boolean | null;
  remark: string | null;
  sealNo: string | null;
  status: Generated<string>;
  tareGrams: Generated<Int8>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  weighedGrams: Int8 | null;
}

export interface OutPackageParcel {
  createBy: string | null;
  createTime: Generated<Moment>;
  fromState: number;
  open: Generated<boolean>;
  packageId: Int8;
  parcelId: Int8;
  sortCode: string | null;
  tenantId: Int8;
}

export interface Parcel {
  chargeableWeight: number | null;
  confirmedAt: Moment | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  deliveredAt: Moment | null;
  depotId: Int8;
  fbaCode: string | null;
  height: number | null;
  heldReason: string | null;
  id: Generated<Int8>;
  labelCopies: Generated<number>;
  labelledAt: Moment | null;
  lastEventAt: Moment | null;
  lastPolledAt: Moment | null;
  length: number | null;
  locationStatus: Generated<number>;
  measuredHeight: number | null;
  measuredLength: number | null;
  measuredWeight: number | null;
  measuredWidth: number | null;
  nextPollAt: Moment | null;
  outboundAt: Moment | null;
  palletNo: number | null;
  parcelStatus: Generated<number>;
  pollFailures: Generated<number>;
  pollingSince: Moment | null;
  receivedAt: Moment | null;
  reference: string | null;
  remark: string | null;
  seq: number;
  serialNumber: string;
  serviceId: Int8;
  shipmentId: Int8;
  tenantId: Int8;
  trackingQuestion: string | null;
  trackingStatus: Generated<number>;
  trackingSub: string | null;
  trackNo: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  volumeWeight: number | null;
  weight: number;
  width: number | null;
}

export interface ParcelCharge {
  amount: Int8;
  chargedAt: Moment | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  customerId: Int8;
  depotId: Int8 | null;
  endedAt: Moment | null;
  feeVersionId: Int8 | null;
  handlingFee: Generated<Int8>;
  held: Generated<Int8>;
  holdNo: Generated<number>;
  id: Generated<Int8>;
  leaving: Generated<boolean>;
  lines: Json;
  method: string;
  orderAmount: Int8;
  parcelId: Int8;
  parcelNo: string;
  refunded: Generated<Int8>;
  shipmentId: Int8;
  state: string;
  tenantId: Int8;
  transactionId: Int8 | null;
  unpaidAt: Moment | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface ParcelCost {
  amount: Int8 | null;
  chargeId: Int8 | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string | null;
  id: Generated<Int8>;
  lines: Generated<Json>;
  parcelId: Int8;
  reason: string | null;
  seq: Generated<number>;
  serviceId: Int8;
  shipmentId: Int8;
  supplierId: Int8;
  tenantId: Int8;
  transactionId: Int8;
  why: string | null;
}

export interface ParcelLabel {
  answeredAt: Moment | null;
  asked: Generated<number>;
  askedAt: Moment | null;
  cost: Int8 | null;
  costCurrency: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  depotId: Int8;
  fileId: Int8 | null;
  format: string | null;
  id: Generated<Int8>;
  number: string | null;
  parcelId: Int8;
  reason: string | null;
  serialNumber: string;
  shipmentId: Int8;
  source: string;
  state: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  voidAnsweredAt: Moment | null;
  voidAsked: Generated<number>;
  voidAskedAt: Moment | null;
  voidReason: string | null;
  voidState: string | null;
}

export interface ParcelProduct {
  brand: string | null;
  currency: string;
  hscodeCn: string | null;
  hscodeForeign: string | null;
  id: Generated<Int8>;
  material: string | null;
  model: string | null;
  nameCn: string | null;
  nameEn: string | null;
  origin: string | null;
  parcelId: Int8;
  photoUrl: string | null;
  quantity: number;
  remark: string | null;
  shopUrl: string | null;
  sku: string | null;
  tenantId: Int8;
  unit: string | null;
  unitPrice: Int8;
  unitWeight: number;
  usage: string | null;
}

export interface ParcelSort {
  depotId: Int8;
  gateCode: string | null;
  gateId: Int8 | null;
  parcelId: Int8;
  scannedAt: Generated<Moment>;
  scannedBy: string;
  sortCode: string | null;
  sortedAt: Moment | null;
  sortedBy: string | null;
  state: string;
  tenantId: Int8;
  why: Json;
}

export interface PartitionConfig {
  country: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  matchType: Generated<string>;
  partitionId: Int8;
  priority: Generated<number>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  validFrom: Day | null;
  validTo: Day | null;
  valueFrom: string | null;
  valueTo: string | null;
  version: Generated<number>;
}

export interface PaymentEvent {
  amount: Int8 | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string | null;
  eventId: string;
  firstActorId: Int8 | null;
  firstBy: string | null;
  firstMade: boolean | null;
  firstUserId: Int8 | null;
  id: Generated<Int8>;
  kind: string;
  no: string | null;
  outTradeNo: string | null;
  providerRef: string | null;
  receivingAccountId: Int8;
  rechargeId: Int8 | null;
  remark: string | null;
  settledAt: Moment | null;
  settledBy: string | null;
  status: string;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  why: string | null;
}

export interface Pod {
  amount: Int8 | null;
  billedAt: Moment | null;
  checkedAt: Moment | null;
  checkedBy: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string | null;
  customerId: Int8;
  deliveredAt: Moment;
  depotId: Int8;
  dueAt: Moment;
  fbaCode: string | null;
  fileId: Int8 | null;
  formerNo: string | null;
  id: Generated<Int8>;
  kind: string;
  messageId: Int8 | null;
  pages: number | null;
  parcelId: Int8 | null;
  podCarrierId: Int8 | null;
  reason: string | null;
  receivedAt: Moment | null;
  requestedAt: Moment | null;
  serialNumber: string;
  shipmentId: Int8;
  signedAt: Moment | null;
  signedBy: string | null;
  source: string | null;
  state: Generated<string>;
  tenantId: Int8;
  trackNo: string | null;
  transactionId: Int8 | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface PodCarrier {
  billable: Generated<boolean>;
  code: string;
  contact: string | null;
  courierId: Int8 | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: Generated<string>;
  dueDays: Generated<number>;
  email: string | null;
  enabled: Generated<boolean>;
  filePatterns: string | null;
  id: Generated<Int8>;
  kind: Generated<string>;
  name: string;
  numberPattern: string | null;
  price: Int8 | null;
  remark: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface PodPart {
  createBy: string | null;
  createTime: Generated<Moment>;
  foundBy: string | null;
  fromPage: number;
  id: Generated<Int8>;
  number: string | null;
  podId: Int8 | null;
  scanId: Int8;
  state: Generated<string>;
  tenantId: Int8;
  toPage: number;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  why: string | null;
}

export interface PodScan {
  createBy: string | null;
  createTime: Generated<Moment>;
  fault: string | null;
  fileId: Int8 | null;
  found: Generated<Json>;
  id: Generated<Int8>;
  name: string;
  pages: Generated<number>;
  pagesRead: Generated<number>;
  state: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface PostalRule {
  country: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  pattern: string;
  remark: string | null;
  sample: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface PredictedBatch {
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  depotId: Int8;
  dockSlot: string | null;
  expectedDate: Day | null;
  finishedAt: Moment | null;
  firstLegNo: string | null;
  id: Generated<Int8>;
  no: string;
  remark: string | null;
  status: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface PredictedParcel {
  batchId: Int8;
  id: Generated<Int8>;
  no: string;
  parcelId: Int8 | null;
  receivedAt: Moment | null;
  receivedBy: string | null;
  status: Generated<string>;
  tenantId: Int8;
}

export interface PredictedReminder {
  remindedAt: Generated<Moment>;
  remindedBy: string;
  shipmentId: Int8;
  tenantId: Int8;
  times: Generated<number>;
}

export interface PredictedReturn {
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  depotId: Int8 | null;
  goods: string | null;
  id: Generated<Int8>;
  labelledAt: Moment | null;
  no: Generated<string>;
  orderNo: string | null;
  reason: string | null;
  remark: string | null;
  rma: string | null;
  senderCity: string | null;
  senderCountry: string | null;
  senderName: string | null;
  senderPostalCode: string | null;
  senderStreet: string | null;
  state: Generated<string>;
  tenantId: Int8;
  trackNo: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  wish: string | null;
}

export interface PredictedReturnLine {
  predictedId: Int8;
  quantity: number;
  serials: Generated<string[]>;
  sku: string;
  tenantId: Int8;
}

export interface PriceTrial {
  createBy: string | null;
  createTime: Generated<Moment>;
  days: number;
  done: Generated<number>;
  failure: string | null;
  failureData: Json | null;
  feeId: Int8;
  finishedAt: Moment | null;
  found: number;
  id: Generated<Int8>;
  startedAt: Moment | null;
  status: Generated<string>;
  tenantId: Int8;
  total: number;
  unpricedAfter: Generated<number>;
  unpricedBefore: Generated<number>;
  userId: Int8;
  versionId: Int8;
  versionRow: number;
  withId: Int8;
  withRow: number;
}

export interface PriceTrialPart {
  partNo: number;
  shipmentIds: ArrayType<Int8>;
  tenantId: Int8;
  trialId: Int8;
}

export interface PriceTrialSum {
  after: Int8;
  before: Int8;
  currency: string;
  customerId: Int8;
  orders: number;
  parcels: number;
  serviceId: Int8;
  tenantId: Int8;
  trialId: Int8;
}

export interface PrintItem {
  id: Generated<Int8>;
  jobId: Int8;
  label: string;
  place: number;
  recordId: Int8;
  tenantId: Int8;
}

export interface PrintJob {
  createBy: string | null;
  createTime: Generated<Moment>;
  fault: string | null;
  fileId: Int8 | null;
  fromDay: Day;
  id: Generated<Int8>;
  kind: string;
  name: string;
  pages: number | null;
  printedAt: Moment | null;
  printedBy: string | null;
  records: Generated<number>;
  state: Generated<string>;
  tenantId: Int8;
  toDay: Day;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface PrintNote {
  copies: number;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  jobId: Int8;
  reason: string | null;
  tenantId: Int8;
}

export interface PrintSet {
  createBy: string | null;
  createTime: Generated<Moment>;
  depotId: Int8 | null;
  heightMm: number;
  horizontal: Generated<boolean>;
  id: Generated<Int8>;
  isDefault: Generated<boolean>;
  language: Generated<string>;
  name: string;
  nameEn: string | null;
  paper: string;
  place: string | null;
  preview: Generated<boolean>;
  remark: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  widthMm: number;
}

export interface PrintSetUser {
  printSetId: Int8;
  tenantId: Int8;
  userId: Int8;
}

export interface ReceivingAccount {
  accountNo: string | null;
  bankCode: string | null;
  bankName: string | null;
  bic: string | null;
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  enabled: Generated<boolean>;
  feeFixed: Int8 | null;
  feeRate: Generated<number>;
  holder: string | null;
  iban: string | null;
  id: Generated<Int8>;
  instructions: string | null;
  instructionsEn: string | null;
  isDefault: Generated<boolean>;
  kind: Generated<string>;
  name: string;
  nameEn: string | null;
  provider: string | null;
  providerKeysEnc: string | null;
  remark: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface Recharge {
  amount: Int8;
  channel: string;
  chargedBack: Generated<Int8>;
  confirmedActorId: Int8 | null;
  confirmedAt: Moment | null;
  confirmedBy: string | null;
  confirmedUserId: Int8 | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  customerId: Int8;
  firstActorId: Int8 | null;
  firstAmount: Int8 | null;
  firstAt: Moment | null;
  firstBy: string | null;
  firstTradeNo: string | null;
  firstUserId: Int8 | null;
  id: Generated<Int8>;
  outTradeNo: string | null;
  paidOn: Day | null;
  payer: string | null;
  reason: string | null;
  received: Generated<Int8>;
  receivingAccountId: Int8;
  reference: string;
  refunded: Generated<Int8>;
  remark: string | null;
  status: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface RechargeLimit {
  amount: Int8;
  currency: string;
  tenantId: Int8;
}

export interface RechargePayment {
  amount: Int8;
  bankLineId: Int8 | null;
  channel: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  fee: Int8 | null;
  id: Generated<Int8>;
  kind: string;
  outTradeNo: string | null;
  providerRef: string | null;
  reason: string | null;
  rechargeId: Int8;
  refundsId: Int8 | null;
  state: Generated<string>;
  tenantId: Int8;
  transactionId: Int8 | null;
}

export interface RecipientMail {
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  failed: Generated<boolean>;
  id: Generated<Int8>;
  onVan: Generated<boolean>;
  ready: Generated<boolean>;
  remark: string | null;
  shipped: Generated<boolean>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface Registration {
  company: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8 | null;
  decidedAt: Moment | null;
  decidedBy: string | null;
  email: string | null;
  id: Generated<Int8>;
  ip: Generated<string>;
  lang: Generated<string>;
  mails: Generated<number>;
  passwordHash: string | null;
  phone: string | null;
  realname: string;
  reason: string | null;
  receiptHash: Buffer;
  state: Generated<string>;
  tenantId: Int8;
  thirdConfig: Buffer | null;
  thirdIssuer: string | null;
  thirdName: string | null;
  thirdProvider: string | null;
  thirdSubject: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  userId: Int8 | null;
  username: string;
  version: Generated<number>;
}

export interface RemoteList {
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  name: string;
  nameEn: string | null;
  remark: string | null;
  supplierId: Int8 | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface RemotePostcode {
  country: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  listId: Int8;
  remark: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  validFrom: Day | null;
  validTo: Day | null;
  valueFrom: string | null;
  valueTo: string | null;
  version: Generated<number>;
}

export interface ReturnClaim {
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  decidedAt: Moment | null;
  decidedBy: string | null;
  decision: string | null;
  depotId: Int8 | null;
  dueAt: Moment;
  id: Generated<Int8>;
  state: Generated<string>;
  tenantId: Int8;
  text: string;
  trackId: Int8;
  trackLabel: string;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface ReturnConfig {
  addressCode: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: Generated<string>;
  customerId: Int8 | null;
  depotId: Int8 | null;
  destroyLimit: Generated<Int8>;
  feeDestroy: Generated<Int8>;
  feeForward: Generated<Int8>;
  feeHandBack: Generated<Int8>;
  feeReceive: Generated<Int8>;
  feeRelabel: Generated<Int8>;
  feeRestock: Generated<Int8>;
  feesFrom: Generated<string>;
  feeStorage: Generated<Int8>;
  freeDays: Generated<number>;
  id: Generated<Int8>;
  instructDays: Generated<number>;
  notify: Generated<boolean>;
  pageKey: Generated<string>;
  pageOpen: Generated<boolean>;
  photoMin: Generated<number>;
  remark: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface ReturnFee {
  amount: Int8;
  cause: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  customerId: Int8;
  givenBackAt: Moment | null;
  id: Generated<Int8>;
  kind: string;
  tenantId: Int8;
  trackId: Int8;
  transactionId: Int8;
}

export interface ReturnItem {
  grade: string | null;
  id: Generated<Int8>;
  name: string | null;
  note: string | null;
  quantity: number;
  serial: string | null;
  sku: string;
  tenantId: Int8;
  trackId: Int8;
}

export interface ReturnPageMiss {
  day: Day;
  misses: number;
  shipmentId: Int8;
  tenantId: Int8;
}

export interface ReturnPrint {
  createBy: string | null;
  createTime: Generated<Moment>;
  depotId: Int8 | null;
  id: Generated<Int8>;
  reason: string | null;
  tenantId: Int8;
  trackId: Int8;
}

export interface ReturnRule {
  action: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: Generated<string>;
  customerId: Int8;
  enabled: Generated<boolean>;
  grades: string | null;
  id: Generated<Int8>;
  maxValue: Int8 | null;
  maxWeight: number | null;
  priority: number;
  remark: string | null;
  sku: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface ReturnSearch {
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8 | null;
  found: boolean;
  id: Generated<Int8>;
  tenantId: Int8;
  userId: Int8;
}

export interface ReturnStep {
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8 | null;
  fromState: number | null;
  id: Generated<Int8>;
  note: string | null;
  tenantId: Int8;
  toState: number;
  trackId: Int8;
  verb: string;
}

export interface ReturnTrack {
  action: string | null;
  actionBy: string | null;
  actionNote: string | null;
  arrivedAt: Moment | null;
  carrier: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: Generated<string>;
  customerId: Int8 | null;
  depotId: Int8 | null;
  destroyActorId: Int8 | null;
  destroyBy: string | null;
  destroyUserId: Int8 | null;
  distributedBy: string | null;
  distributedFrom: number | null;
  distributeReason: string | null;
  doneAt: Moment | null;
  dueAt: Moment | null;
  dueStep: string | null;
  forward: Json | null;
  forwardId: Int8 | null;
  goods: string | null;
  grade: string | null;
  height: number | null;
  id: Generated<Int8>;
  interceptId: Int8 | null;
  length: number | null;
  matchReason: string | null;
  no: string;
  ownedAt: Moment | null;
  place: string | null;
  pooledUntil: Moment | null;
  predictedId: Int8 | null;
  previousId: Int8 | null;
  score: number | null;
  senderPostalCode: string | null;
  senderText: string | null;
  shipmentId: Int8 | null;
  state: number;
  suggestions: Generated<Json>;
  tenantId: Int8;
  trackNo: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  value: Int8 | null;
  version: Generated<number>;
  weight: number | null;
  width: number | null;
}

export interface Revaluation {
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  day: Day;
  gain: Int8;
  id: Generated<Int8>;
  lines: Json;
  loss: Int8;
  reversalId: Int8 | null;
  tenantId: Int8;
  transactionId: Int8 | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface RevokeTask {
  answer: string | null;
  askedBy: string | null;
  correction: Json | null;
  corrects: Generated<boolean>;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  depotId: Int8;
  endedAt: Moment | null;
  endedBy: string | null;
  followUp: Generated<Day>;
  forced: Generated<boolean>;
  id: Generated<Int8>;
  parcelIds: ArrayType<Int8>;
  parcels: number;
  reason: string | null;
  serialNumber: string;
  shipmentId: Int8;
  source: string;
  status: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface RoutingCode {
  barcodeText: string | null;
  country: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  destDepot: string | null;
  gate: string | null;
  high: string | null;
  id: Generated<Int8>;
  level: Generated<number>;
  low: string | null;
  matchKey: string | null;
  matchType: Generated<string>;
  priority: Generated<number>;
  rowNo: number | null;
  sortCode: string;
  tableId: Int8;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  valueFrom: string | null;
  valueTo: string | null;
  version: Generated<number>;
}

export interface RoutingMapping {
  createBy: string | null;
  createTime: Generated<Moment>;
  headings: Json;
  id: Generated<Int8>;
  layout: string;
  mapping: Json;
  supplierId: Int8;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface RoutingTable {
  createBy: string | null;
  createTime: Generated<Moment>;
  fileHash: string | null;
  id: Generated<Int8>;
  levels: Generated<number>;
  name: string;
  remark: string | null;
  rowCount: Generated<number>;
  serviceId: Int8 | null;
  supplierId: Int8;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  validFrom: Day;
  validTo: Day | null;
  version: Generated<number>;
}

export interface SavedView {
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8 | null;
  id: Generated<Int8>;
  listKey: string;
  name: string;
  ownerId: Int8;
  ownerName: string;
  shared: Generated<boolean>;
  state: Json;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface ScanLog {
  batchId: Int8 | null;
  code: number;
  createBy: string | null;
  createTime: Generated<Moment>;
  data: Json | null;
  depotId: Int8 | null;
  id: Generated<Int8>;
  no: string;
  parcelId: Int8 | null;
  station: string;
  tenantId: Int8;
  undoneAt: Moment | null;
}

export interface SearchUnread {
  changes: Generated<number>;
  kind: string;
  recordId: Int8;
  tenantId: Int8;
}

export interface SearchWords {
  keys: number[];
  kind: string;
  recordId: Int8;
  tenantId: Int8;
}

export interface SerialCounter {
  kind: string;
  nextNo: Generated<Int8>;
  tenantId: Int8;
}

export interface ServiceCase {
  assigneeId: Int8 | null;
  clockFrom: Moment | null;
  clockLeft: number | null;
  contact: string | null;
  contactLang: Generated<string>;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8 | null;
  depotId: Int8 | null;
  dueAt: Moment | null;
  endedAt: Moment | null;
  flagged: Generated<boolean>;
  foreignNumbers: Generated<string[]>;
  id: Generated<Int8>;
  lastAt: Generated<Moment>;
  lateNoticedAt: Moment | null;
  mergedIntoId: Int8 | null;
  no: Generated<string>;
  previousId: Int8 | null;
  rating: number | null;
  reopenedAt: Generated<ArrayType<Moment>>;
  source: string;
  sourceId: Int8 | null;
  sourceNo: string | null;
  status: Generated<string>;
  subject: string;
  tenantId: Int8;
  type: string;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface ServiceChoice {
  attributes: string | null;
  countries: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string | null;
  customerId: Int8;
  enabled: Generated<boolean>;
  id: Generated<Int8>;
  kinds: string | null;
  maxValue: Int8 | null;
  maxWeight: number | null;
  minValue: Int8 | null;
  minWeight: number | null;
  name: string;
  position: number;
  remark: string | null;
  serviceCodes: string | null;
  serviceId: Int8 | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  way: string;
}

export interface ServiceCustomer {
  customerId: Int8;
  serviceId: Int8;
  tenantId: Int8;
}

export interface ServiceFavourite {
  serviceId: Int8;
  tenantId: Int8;
  userId: Int8;
}

export interface ServiceRule {
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  maxValue: Numeric | null;
  minValue: Numeric | null;
  remark: string | null;
  serviceId: Int8;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  validType: string;
  version: Generated<number>;
}

export interface Shipment {
  address1: string | null;
  address2: string | null;
  amount: Int8 | null;
  attributes: Json | null;
  baseVersionId: Int8 | null;
  cancelBy: string | null;
  cancelReason: string | null;
  cancelTime: Moment | null;
  chargeableWeight: Int8 | null;
  city: string;
  codAmount: Generated<string | null>;
  codCurrency: Generated<string | null>;
  company: string | null;
  confirmBy: string | null;
  confirmTime: Moment | null;
  consigneeName: string;
  consigneeRemark: string | null;
  country: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  customerId: Int8;
  customs: Json | null;
  customsLockedAt: Moment | null;
  customsLockedBy: string | null;
  delivery: Json | null;
  depotId: Int8;
  email: string | null;
  fba: Json | null;
  fbaCode: string | null;
  feeVersionId: Int8 | null;
  flags: Generated<number>;
  house: string | null;
  id: Generated<Int8>;
  importId: Int8 | null;
  locationStatus: Generated<number>;
  measuredWeight: Int8 | null;
  orderMethod: Generated<string>;
  pallets: Json | null;
  phone: string | null;
  poCode: string | null;
  postalCode: string | null;
  priceFixedAt: Moment | null;
  quote: Json | null;
  reference: string;
  remark: string | null;
  revokeBy: string | null;
  revokeTime: Moment | null;
  sender: Json | null;
  serialNumber: string;
  serviceId: Int8;
  shipmentPieces: number;
  shipmentResource: string;
  shipmentStatus: Generated<number>;
  shipmentWeight: Int8;
  shipperId: Int8 | null;
  state: string | null;
  stockState: Generated<string>;
  street: string;
  taxNumber: string | null;
  tenantId: Int8;
  trackNo: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  userDepotId: Int8 | null;
  version: Generated<number>;
}

export interface ShipmentImport {
  accepted: Generated<number>;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  dismissedAt: Moment | null;
  dismissedBy: string | null;
  done: Generated<number>;
  dryRun: boolean;
  dryRunId: Int8 | null;
  failure: string | null;
  failureData: Json | null;
  file: Buffer;
  fileName: string;
  finishedAt: Moment | null;
  id: Generated<Int8>;
  layout: Json | null;
  mapping: Json | null;
  reading: Json | null;
  refused: Generated<number>;
  review: Generated<boolean>;
  shipmentResource: string | null;
  status: Generated<string>;
  tenantId: Int8;
  total: Generated<number>;
  totals: Generated<Json>;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  warned: Generated<number>;
}

export interface ShipmentImportError {
  code: string;
  columnName: string;
  data: Json | null;
  importId: Int8;
  reference: string | null;
  rowNo: number;
  seq: number;
  tenantId: Int8;
  warning: Generated<boolean>;
}

export interface ShipmentImportMapping {
  createBy: string;
  createTime: Generated<Moment>;
  customerId: Int8;
  headings: Json;
  id: Generated<Int8>;
  layout: string;
  mapping: Json;
  name: string;
  shared: Generated<boolean>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface ShipmentImportRow {
  amount: Int8 | null;
  cells: Json;
  currency: string | null;
  edits: Json | null;
  faults: Generated<Json>;
  gross: Int8 | null;
  importId: Int8;
  net: Int8 | null;
  orderNo: number;
  ready: Generated<boolean>;
  replaced: Json | null;
  rowNo: number;
  tenantId: Int8;
}

export interface ShipmentTally {
  createBy: string;
  customerId: Int8;
  depotId: Int8;
  id: Generated<Int8>;
  n: Int8;
  shipmentResource: string;
  shipmentStatus: number;
  tenantId: Int8;
}

export interface Shipper {
  address1: string | null;
  address2: string | null;
  belongUser: Int8 | null;
  city: string;
  company: string | null;
  country: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  email: string | null;
  house: string | null;
  id: Generated<Int8>;
  izDefault: Generated<boolean>;
  izShared: Generated<boolean>;
  name: string;
  phone: string | null;
  postalCode: string | null;
  remark: string | null;
  state: string | null;
  street: string;
  taxNumber: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SignInDevice {
  deviceHash: Buffer;
  seenAt: Generated<Moment>;
  userId: Int8;
}

export interface SimulatorLabel {
  cancelled: Generated<boolean>;
  carrier: string;
  closed: Generated<boolean>;
  content: Json;
  day: Day;
  handle: string;
  madeAt: Moment;
  number: string;
  product: string;
  reference: string;
  serial: Generated<Int8>;
  tenantId: Int8;
}

export interface SimulatorParcel {
  destinationCity: string | null;
  destinationCountry: string | null;
  followed: string | null;
  number: string;
  originCountry: string | null;
  originPlace: string | null;
  speed: Generated<number>;
  startedAt: Moment;
}

export interface StatusMap {
  cancels: Generated<boolean>;
  courier: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  pattern: string | null;
  rawCode: Generated<string>;
  rawReason: string | null;
  remark: string | null;
  status: string;
  sub: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  weight: Generated<number>;
}

export interface StockBalance {
  available: Generated<number | null>;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  depotId: Int8;
  expiryDate: Day | null;
  firstIn: Generated<Moment>;
  id: Generated<Int8>;
  lot: string | null;
  onHand: Generated<number>;
  picked: Generated<number>;
  placeId: Int8;
  reserved: Generated<number>;
  skuId: Int8;
  tenantId: Int8;
  toCount: Generated<boolean>;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface StockCount {
  approvedAt: Moment | null;
  approvedBy: string | null;
  countedAt: Moment | null;
  countedBy: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  depotId: Int8;
  id: Generated<Int8>;
  no: string;
  remark: string | null;
  status: Generated<string>;
  tenantId: Int8;
  tolerance: Generated<number>;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface StockCountLine {
  balanceId: Int8;
  counted: number | null;
  countId: Int8;
  expected: number | null;
  id: Generated<Int8>;
  tenantId: Int8;
}

export interface StockEntry {
  balanceId: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  depotId: Int8;
  expiryDate: Day | null;
  id: Generated<Int8>;
  kind: string;
  lot: string | null;
  placeId: Int8;
  quantity: number;
  reason: string | null;
  refId: Int8 | null;
  refKind: string;
  refNo: string | null;
  skuId: Int8;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface StockNotice {
  carrier: string | null;
  closedAt: Moment | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  depotId: Int8;
  expectedDate: Day | null;
  id: Generated<Int8>;
  no: string;
  putBack: Generated<boolean>;
  reference: string | null;
  remark: string | null;
  status: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface StockNoticeLine {
  expected: number;
  id: Generated<Int8>;
  noticeId: Int8;
  received: Generated<number>;
  skuId: Int8;
  tenantId: Int8;
}

export interface StockOrderLine {
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  depotId: Int8;
  id: Generated<Int8>;
  missing: Generated<number | null>;
  orderId: Int8;
  orderNo: string;
  picked: Generated<number>;
  picking: Generated<boolean>;
  quantity: number;
  reserved: Generated<number>;
  shipped: Generated<number>;
  skuId: Int8;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  waiting: Generated<boolean>;
}

export interface StockPlace {
  blocked: Generated<boolean>;
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  depotId: Int8;
  id: Generated<Int8>;
  kind: Generated<string>;
  remark: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface StockReservation {
  balanceId: Int8;
  id: Generated<Int8>;
  lineId: Int8;
  orderId: Int8;
  picked: Generated<number>;
  quantity: number;
  tenantId: Int8;
}

export interface StockSku {
  barcodeList: Generated<string[] | null>;
  barcodes: string | null;
  brand: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: Generated<string>;
  customerId: Int8;
  enabled: Generated<boolean>;
  expiryTracked: Generated<boolean>;
  fullName: Generated<string | null>;
  fullNameEn: Generated<string | null>;
  height: number | null;
  hscodeCn: string | null;
  hscodeForeign: string | null;
  id: Generated<Int8>;
  length: number | null;
  lotTracked: Generated<boolean>;
  material: string | null;
  nameCn: string | null;
  nameEn: string | null;
  remark: string | null;
  sku: string;
  tenantId: Int8;
  unitPrice: Int8 | null;
  unitWeight: number;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  width: number | null;
}

export interface StockWave {
  closedAt: Moment | null;
  closedBy: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  depotId: Int8;
  id: Generated<Int8>;
  no: string;
  remark: string | null;
  status: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface StockWaveOrder {
  open: Generated<boolean>;
  shipmentId: Int8;
  tenantId: Int8;
  waveId: Int8;
}

export interface StoredContent {
  createdAt: Generated<Moment>;
  hash: string;
  size: number;
  tenantId: Int8;
}

export interface StoredFile {
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8 | null;
  expiresAt: Moment | null;
  hash: string;
  id: Generated<Int8>;
  keyHash: Buffer | null;
  kind: string;
  name: string;
  ownerId: string;
  ownerKind: string;
  replacedById: Int8 | null;
  size: number;
  tags: string | null;
  tenantId: Int8;
  thumbHash: string | null;
  type: string;
  updateBy: string | null;
  updateTime: Moment | null;
  userId: Int8 | null;
  version: Generated<number>;
}

export interface StoredUsage {
  bytes: Generated<Int8>;
  tenantId: Int8;
}

export interface SubAccount {
  allowedDepots: Generated<ArrayType<Int8>>;
  allowedServices: Generated<ArrayType<Int8>>;
  depart: string | null;
  spendCap: Int8 | null;
  spendCurrency: string | null;
  spendPeriod: Generated<string>;
  tenantId: Int8;
  userId: Int8;
}

export interface Supplier {
  code: string;
  contact: string | null;
  contractFrom: Day | null;
  contractNo: string | null;
  contractTo: Day | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  creditLimit: Int8 | null;
  currency: Generated<string>;
  email: string | null;
  enabled: Generated<boolean>;
  id: Generated<Int8>;
  name: string;
  noticeDays: Generated<number>;
  noticedEnd: Day | null;
  paymentDays: number | null;
  paymentTerms: string | null;
  phone: string | null;
  remark: string | null;
  statusReason: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SupplierContact {
  createBy: string | null;
  createTime: Generated<Moment>;
  email: string | null;
  id: Generated<Int8>;
  name: string;
  phone: string | null;
  remark: string | null;
  role: string | null;
  supplierId: Int8;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  wechat: string | null;
}

export interface Surcharge {
  amount: Int8 | null;
  applies: Generated<string>;
  attribute: string | null;
  base: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  feeId: Int8;
  fuelIndexId: Int8 | null;
  id: Generated<Int8>;
  inFuel: Generated<boolean>;
  kind: string;
  minAmount: Int8 | null;
  name: string;
  nameEn: string | null;
  rateBp: number | null;
  remoteListId: Int8 | null;
  tenantId: Int8;
  threshold: number | null;
  tradeItem: string;
  updateBy: string | null;
  updateTime: Moment | null;
  validFrom: Day | null;
  validTo: Day | null;
  version: Generated<number>;
  versionId: Int8;
}

export interface SysAnnouncement {
  busId: string | null;
  busType: string | null;
  cancelTime: Moment | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  delFlag: Generated<number>;
  endTime: Moment | null;
  id: Generated<Int8>;
  msgAbstract: string | null;
  msgCategory: Generated<string>;
  msgContent: string | null;
  msgType: Generated<string>;
  mustAck: Generated<boolean>;
  openPage: string | null;
  openType: string | null;
  origin: string | null;
  pinned: Generated<boolean>;
  priority: Generated<string>;
  sender: string | null;
  sendStatus: Generated<string>;
  sendTime: Moment | null;
  startTime: Moment | null;
  tenantId: Int8;
  titile: string;
  updateBy: string | null;
  updateTime: Moment | null;
  userIds: string | null;
  version: Generated<number>;
  words: Json | null;
}

export interface SysAnnouncementSend {
  ackTime: Moment | null;
  anntId: Int8;
  createTime: Generated<Moment>;
  forUserIds: ArrayType<Int8> | null;
  hidden: Generated<boolean>;
  id: Generated<Int8>;
  readFlag: Generated<string>;
  readTime: Moment | null;
  tenantId: Int8;
  userId: Int8;
}

export interface SysCategory {
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  name: string;
  nameEn: string | null;
  pid: Int8 | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysCheckRule {
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  ruleCode: string;
  ruleDescription: string | null;
  ruleJson: string;
  ruleName: string;
  ruleNameEn: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysDepart {
  address: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  departName: string;
  departNameAbbr: string | null;
  departNameEn: string | null;
  departOrder: Generated<number>;
  description: string | null;
  fax: string | null;
  id: Generated<Int8>;
  memo: string | null;
  mobile: string | null;
  orgCategory: Generated<string>;
  orgCode: string;
  orgType: Generated<string>;
  parentId: Int8 | null;
  status: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysDepartPermission {
  dataRuleIds: Generated<ArrayType<Int8>>;
  departId: Int8;
  permissionId: Int8;
  tenantId: Int8;
}

export interface SysDepartRole {
  createBy: string | null;
  createTime: Generated<Moment>;
  departId: Int8;
  description: string | null;
  id: Generated<Int8>;
  roleCode: string;
  roleName: string;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysDepartRolePermission {
  dataRuleIds: Generated<ArrayType<Int8>>;
  permissionId: Int8;
  roleId: Int8;
  tenantId: Int8;
}

export interface SysDepartRoleUser {
  droleId: Int8;
  id: Generated<Int8>;
  tenantId: Int8;
  userId: Int8;
}

export interface SysDict {
  builtIn: Generated<boolean>;
  createBy: string | null;
  createTime: Generated<Moment>;
  delFlag: Generated<number>;
  description: string | null;
  dictCode: string;
  dictName: string;
  dictNameEn: string | null;
  id: Generated<Int8>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysDictItem {
  color: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  description: string | null;
  dictId: Int8;
  id: Generated<Int8>;
  itemText: string;
  itemTextEn: string | null;
  itemValue: string;
  sortOrder: Generated<number>;
  status: Generated<number>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysFillRule {
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  ruleClass: string;
  ruleCode: string;
  ruleName: string;
  ruleNameEn: string | null;
  ruleParams: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysJobRun {
  actor: string | null;
  attempts: Generated<number>;
  counts: Json | null;
  endedAt: Moment | null;
  error: string | null;
  errorData: Json | null;
  id: Generated<Int8>;
  jobClassName: string;
  jobId: Int8;
  outcome: Generated<string>;
  parameter: string | null;
  queuedAt: Generated<Moment>;
  slot: Moment | null;
  startedAt: Moment | null;
  tenantId: Int8 | null;
}

export interface SysMessage {
  about: string | null;
  attached: string | null;
  attachments: Generated<Json>;
  createBy: string | null;
  createTime: Generated<Moment>;
  endLink: string | null;
  esContent: string | null;
  esParam: string | null;
  esReceiver: string;
  esResult: string | null;
  esSendNum: Generated<number>;
  esSendStatus: Generated<string | null>;
  esSendTime: Moment | null;
  esTitle: string | null;
  esType: string;
  expiresAt: Moment | null;
  html: Generated<boolean>;
  id: Generated<Int8>;
  lang: Generated<string>;
  nextTryAt: Moment | null;
  once: Generated<boolean>;
  remark: string | null;
  replyTo: string | null;
  secret: Generated<boolean>;
  secretEnc: string | null;
  state: Generated<string>;
  templateCode: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysMessageTemplate {
  createBy: string | null;
  createTime: Generated<Moment>;
  enabled: Generated<boolean>;
  id: Generated<Int8>;
  remark: string | null;
  subject: string | null;
  subjectEn: string | null;
  templateCode: string;
  templateContent: string;
  templateContentEn: string | null;
  templateName: string;
  templateTestJson: string | null;
  templateType: string;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysPermission {
  alwaysShow: Generated<boolean>;
  builtIn: Generated<boolean>;
  changed: Generated<boolean>;
  component: string | null;
  componentName: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  description: string | null;
  forCustomers: Generated<boolean>;
  forEveryone: Generated<boolean>;
  hidden: Generated<boolean>;
  icon: string | null;
  id: Generated<Int8>;
  internalOrExternal: Generated<boolean>;
  keepAlive: Generated<boolean>;
  key: string;
  menuType: number;
  name: string;
  nameEn: string | null;
  parentId: Int8 | null;
  path: string | null;
  perms: string | null;
  permsType: Generated<string>;
  redirect: string | null;
  route: Generated<boolean>;
  sortNo: Generated<Numeric>;
  status: Generated<string>;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysPermissionRule {
  columnName: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  permissionId: Int8;
  ruleColumn: string;
  ruleConditions: string;
  ruleName: string;
  ruleValue: string;
  status: Generated<number>;
  tableName: string;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysPosition {
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  name: string;
  nameEn: string | null;
  postRank: Generated<string>;
  remark: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysQuartzJob {
  createBy: string | null;
  createTime: Generated<Moment>;
  cronExpression: string;
  description: string | null;
  id: Generated<Int8>;
  jobClassName: string;
  lastOutcome: string | null;
  lastRunAt: Moment | null;
  nextRunAt: Moment | null;
  parameter: string | null;
  status: Generated<string>;
  timeZone: Generated<string>;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysRole {
  builtIn: Generated<boolean>;
  createBy: string | null;
  createTime: Generated<Moment>;
  dataScope: Generated<string>;
  description: string | null;
  descriptionEn: string | null;
  homePath: string | null;
  id: Generated<Int8>;
  maskPersonal: Generated<boolean>;
  ownerUserId: Int8 | null;
  roleCode: string;
  roleName: string;
  roleNameEn: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface SysRolePermission {
  dataRuleIds: Generated<ArrayType<Int8>>;
  permissionId: Int8;
  roleId: Int8;
  tenantId: Int8;
}

export interface SysSession {
  actorId: Int8 | null;
  actorSession: Int8 | null;
  cookieHash: Buffer;
  createdAt: Generated<Moment>;
  expiresAt: Moment;
  id: Generated<Int8>;
  ip: string | null;
  orgCode: string | null;
  provedAt: Moment | null;
  reason: string | null;
  seenAt: Generated<Moment>;
  tenantId: Int8;
  tokenHash: Buffer;
  userAgent: string | null;
  userId: Int8;
  way: Generated<string>;
}

export interface SysThirdAccount {
  configHash: Buffer;
  createdAt: Generated<Moment>;
  id: Generated<Int8>;
  issuer: string;
  name: string | null;
  provider: string;
  subject: string;
  tenantId: Int8 | null;
  userId: Int8;
}

export interface SysUser {
  authzVersion: Generated<number>;
  avatar: string | null;
  birthday: Day | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8 | null;
  delFlag: Generated<number>;
  departIds: Generated<ArrayType<Int8>>;
  email: string | null;
  emailVerifiedAt: Moment | null;
  id: Generated<Int8>;
  lastLoginTime: Moment | null;
  nickname: string | null;
  orgCode: string | null;
  parentUserId: Int8 | null;
  passwordAt: Moment | null;
  passwordHash: string;
  passwordOnce: Generated<boolean>;
  phone: string | null;
  phoneVerifiedAt: Moment | null;
  realname: string;
  sex: number | null;
  status: Generated<number>;
  telephone: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  userIdentity: Generated<number>;
  username: string;
  version: Generated<number>;
  workNo: string | null;
}

export interface SysUserAgent {
  agentUserId: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  endTime: Moment | null;
  id: Generated<Int8>;
  startTime: Moment | null;
  status: Generated<number>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  userId: Int8;
  version: Generated<number>;
}

export interface SysUserDepart {
  departId: Int8;
  tenantId: Int8;
  userId: Int8;
}

export interface SysUserDepot {
  depotId: Int8;
  tenantId: Int8;
  userId: Int8;
}

export interface SysUserPosition {
  positionId: Int8;
  tenantId: Int8;
  userId: Int8;
}

export interface SysUserRole {
  roleId: Int8;
  tenantId: Int8;
  userId: Int8;
}

export interface SysUserTenant {
  tenantId: Int8;
  userId: Int8;
}

export interface TaxRate {
  category: string;
  country: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  rate: number;
  reason: string | null;
  reasonEn: string | null;
  source: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  validFrom: Day;
  vatex: string | null;
  version: Generated<number>;
}

export interface TaxSetting {
  createBy: string | null;
  createTime: Generated<Moment>;
  prices: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface Tenant {
  beginDate: Day | null;
  code: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: Generated<string>;
  delFlag: Generated<number>;
  endDate: Day | null;
  fileQuotaMb: number | null;
  id: Generated<Int8>;
  name: string;
  nameEn: string | null;
  status: Generated<number>;
  timeZone: Generated<string>;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface TenantPack {
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  name: string;
  nameEn: string | null;
  remark: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface TenantPackEntry {
  packId: Int8;
  permissionId: Int8;
}

export interface TenantPackUse {
  packId: Int8;
  tenantId: Int8;
}

export interface TenantSetting {
  key: string;
  tenantId: Int8;
  updatedAt: Generated<Moment>;
  updatedBy: string | null;
  value: Json;
}

export interface ThirdAttempt {
  bindUserId: Int8 | null;
  configHash: Buffer | null;
  cookieHash: Buffer;
  createdAt: Generated<Moment>;
  exchangedAt: Moment | null;
  exchangeExpiresAt: Moment | null;
  exchangeHash: Buffer | null;
  expiresAt: Moment;
  id: Generated<Int8>;
  issuer: string | null;
  name: string | null;
  nonce: string;
  source: string;
  stateHash: Buffer;
  subject: string | null;
  tenantId: Int8;
  usedAt: Moment | null;
  verifier: string;
}

export interface ThirdProvider {
  createBy: string | null;
  createTime: Generated<Moment>;
  enabled: Generated<boolean>;
  id: Generated<Int8>;
  secretEnc: string | null;
  settings: Json;
  source: string;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface TrackAlert {
  cause: string;
  clearedAt: Moment | null;
  id: Generated<Int8>;
  numberId: Int8;
  parcelId: Int8;
  raisedAt: Moment;
  since: Moment;
  tenantId: Int8;
}

export interface TrackCase {
  courier: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  expected: Json;
  id: Generated<Int8>;
  name: string;
  payload: string;
  tenantId: Int8;
}

export interface TrackFollow {
  confirmedAt: Moment | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  email: string;
  endedAt: Moment | null;
  id: Generated<Int8>;
  lang: string;
  parcelId: Int8;
  source: string;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface TrackingEvent {
  at: Moment | null;
  cancelled: Generated<boolean>;
  cancelReason: string | null;
  country: string | null;
  courier: string | null;
  customerVisible: Generated<boolean>;
  effect: Generated<string>;
  eventKey: Buffer;
  id: Generated<Int8>;
  localTime: string | null;
  offsetMin: number | null;
  parcelId: Int8;
  place: string | null;
  rawCode: string | null;
  rawReason: string | null;
  rawText: string | null;
  receivedAt: Generated<Moment>;
  repeated: Generated<boolean>;
  source: string;
  status: number | null;
  sub: string | null;
  tenantId: Int8;
  textEn: string | null;
  textHidden: Generated<boolean>;
  timeZone: string | null;
  unmapped: Generated<boolean>;
  visible: Generated<boolean>;
  visibleSet: Generated<boolean>;
}

export interface TrackingNumber {
  courierCode: string | null;
  handedAt: Moment | null;
  id: Generated<Int8>;
  issuedAt: Generated<Moment>;
  leg: Generated<number>;
  number: string;
  parcelId: Int8;
  polledAt: Moment | null;
  pollFailures: Generated<number>;
  pushedAt: Moment | null;
  segmentId: Int8 | null;
  state: Generated<number>;
  stoppedAt: Moment | null;
  tenantId: Int8;
  thirdId: string | null;
  thirdMark: string | null;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  visible: Generated<boolean>;
  voidedAt: Moment | null;
}

export interface TrackMail {
  followId: Int8;
  occasion: string;
  sentAt: Generated<Moment>;
  tenantId: Int8;
}

export interface Trade {
  account: string | null;
  accountId: Int8;
  balance: Int8;
  createBy: string | null;
  createTime: Generated<Moment>;
  currency: string;
  customerId: Int8;
  email: string | null;
  explanation: Json | null;
  id: Int8;
  listPrice: Int8 | null;
  money: Int8;
  note: string | null;
  operator: string | null;
  outTradeNo: string | null;
  parcelId: Int8 | null;
  parcelNo: string | null;
  paymentChannel: string | null;
  paymentType: string;
  priceVersionId: Int8 | null;
  reversedById: Int8 | null;
  reversesId: Int8 | null;
  shipmentId: Int8 | null;
  shipmentNo: string | null;
  taxCategory: string | null;
  taxCountry: string | null;
  taxRate: number | null;
  tenantId: Int8;
  tradeItem: string;
  tradeType: string;
  transactionId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  userId: Int8 | null;
  version: Generated<number>;
}

export interface TradeQuestion {
  askedByStaff: boolean;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  state: string;
  tenantId: Int8;
  tradeId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface TradeQuestionText {
  byName: string;
  createBy: string | null;
  createTime: Generated<Moment>;
  id: Generated<Int8>;
  ofStaff: boolean;
  tenantId: Int8;
  text: string;
  tradeId: Int8;
  userId: Int8;
}

export interface TwoUserRequest {
  aboutId: Int8 | null;
  askActorId: Int8 | null;
  askedBy: string;
  askUserId: Int8;
  changes: Json;
  createBy: string | null;
  createTime: Generated<Moment>;
  decidedAt: Moment | null;
  decidedBy: string | null;
  id: Generated<Int8>;
  kind: string;
  label: string;
  status: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface UserDepot {
  contact: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  customerId: Int8;
  depotCode: string;
  depotId: Int8;
  hours: string | null;
  id: Generated<Int8>;
  izDefault: Generated<boolean>;
  phone: string | null;
  remark: string | null;
  tenantId: Int8;
  type: Generated<string>;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
}

export interface UserPlace {
  orgCode: Generated<string>;
  tenantId: Int8;
  usedAt: Generated<Moment>;
  userId: Int8;
}

export interface UserRecoveryCode {
  codeHash: Buffer;
  usedAt: Moment | null;
  userId: Int8;
}

export interface UserSetting {
  key: string;
  updatedAt: Generated<Moment>;
  userId: Int8;
  value: Json;
}

export interface UserTotp {
  confirmedAt: Moment | null;
  createdAt: Generated<Moment>;
  lastStep: Generated<Int8>;
  secretEnc: string;
  userId: Int8;
}

export interface VagueWord {
  createBy: string | null;
  createTime: Generated<Moment>;
  enabled: Generated<boolean>;
  id: Generated<Int8>;
  remark: string | null;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  word: string;
}

export interface WaybillBatch {
  closedAt: Moment | null;
  closedBy: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  depotId: Int8;
  destination: string | null;
  eta: Day | null;
  etaTime: string | null;
  etd: Day | null;
  etdTime: string | null;
  id: Generated<Int8>;
  kind: string;
  leg: Generated<number>;
  masterNo: string | null;
  no: string;
  origin: string | null;
  pieces: Generated<number>;
  remark: string | null;
  status: Generated<string>;
  tenantId: Int8;
  updateBy: string | null;
  updateTime: Moment | null;
  vehicle: string | null;
  version: Generated<number>;
  weight: Generated<Int8>;
}

export interface WaybillMilestone {
  at: Moment;
  country: string | null;
  createBy: string | null;
  createTime: Generated<Moment>;
  dayOnly: Generated<boolean>;
  id: Generated<Int8>;
  kind: string;
  nature: string;
  parcels: Generated<number>;
  place: string | null;
  position: Generated<Int8>;
  reason: string | null;
  refused: Generated<number>;
  replacesId: Int8 | null;
  state: Generated<string>;
  templateId: Int8;
  tenantId: Int8;
  timeZone: string;
  updateBy: string | null;
  updateTime: Moment | null;
  version: Generated<number>;
  waybillId: Int8;
  words: string;
}

export interface WaybillParcel {
  createBy: string | null;
  createTime: Generated<Moment>;
  houseId: Int8 | null;
  leg: number;
  outBatchId: Int8;
  parcelId: Int8;
  takesPast: Generated<boolean>;
  tenantId: Int8;
  waybillId: Int8;
}

export interface DB {
  accountAlarm: AccountAlarm;
  accountingDebtor: AccountingDebtor;
  accountingExport: AccountingExport;
  accountingSetting: AccountingSetting;
  accountRequest: AccountRequest;
  apiKey: ApiKey;
  bankLine: BankLine;
  bankMapping: BankMapping;
  billFile: BillFile;
  billLine: BillLine;
  billProfile: BillProfile;
  billRun: BillRun;
  billUse: BillUse;
  blockedAddress: BlockedAddress;
  cannedReply: CannedReply;
  captcha: Captcha;
  carrierAccount: CarrierAccount;
  carrierAccountService: CarrierAccountService;
  carrierBatch: CarrierBatch;
  carrierBatchItem: CarrierBatchItem;
  carrierCall: CarrierCall;
  carrierPush: CarrierPush;
  carrierShipment: CarrierShipment;
  carrierTurn: CarrierTurn;
  caseAddress: CaseAddress;
  caseComment: CaseComment;
  caseMail: CaseMail;
  caseMailbox: CaseMailbox;
  caseMailPoll: CaseMailPoll;
  caseNote: CaseNote;
  caseSent: CaseSent;
  caseTerm: CaseTerm;
  caseWatcher: CaseWatcher;
  casTicket: CasTicket;
  channel: Channel;
  channelTest: ChannelTest;
  chargeAdjustment: ChargeAdjustment;
  chargingSetting: ChargingSetting;
  codBank: CodBank;
  codItem: CodItem;
  codLine: CodLine;
  codMapping: CodMapping;
  codPayout: CodPayout;
  codRemittance: CodRemittance;
  codSetting: CodSetting;
  commonReturn: CommonReturn;
  companyProfile: CompanyProfile;
  configVersion: ConfigVersion;
  consignee: Consignee;
  country: Country;
  courier: Courier;
  customer: Customer;
  dataLog: DataLog;
  dataSource: DataSource;
  decidedAlone: DecidedAlone;
  deliveryCheck: DeliveryCheck;
  deliveryNumber: DeliveryNumber;
  deliveryPartition: DeliveryPartition;
  deliveryService: DeliveryService;
  deliveryTime: DeliveryTime;
  demoChunk: DemoChunk;
  demoWorld: DemoWorld;
  depot: Depot;
  depotGate: DepotGate;
  depotHoliday: DepotHoliday;
  depotHours: DepotHours;
  dispute: Dispute;
  documentPrint: DocumentPrint;
  dunningClaim: DunningClaim;
  dunningLetter: DunningLetter;
  dunningSetting: DunningSetting;
  earning: Earning;
  earningMade: EarningMade;
  embargo: Embargo;
  eventTemplate: EventTemplate;
  exchangeRate: ExchangeRate;
  fbaLabel: FbaLabel;
  fbaOrder: FbaOrder;
  fbaWarehouse: FbaWarehouse;
  fbaWaybill: FbaWaybill;
  fbaWaybillOrder: FbaWaybillOrder;
  fee: Fee;
  feeCell: FeeCell;
  feeCustomer: FeeCustomer;
  feeVersion: FeeVersion;
  fillCounter: FillCounter;
  fuelIndex: FuelIndex;
  fuelRate: FuelRate;
  gateService: GateService;
  gatewayPublished: GatewayPublished;
  gatewayRoute: GatewayRoute;
  houseWaybill: HouseWaybill;
  hsCode: HsCode;
  hsMemory: HsMemory;
  idempotency: Idempotency;
  idempotencyRow: IdempotencyRow;
  identityCode: IdentityCode;
  installationState: InstallationState;
  intercept: Intercept;
  invoice: Invoice;
  invoiceCredit: InvoiceCredit;
  invoiceLine: InvoiceLine;
  invoiceMail: InvoiceMail;
  invoiceNumber: InvoiceNumber;
  invoicePayment: InvoicePayment;
  invoiceReminder: InvoiceReminder;
  invoiceSetting: InvoiceSetting;
  invoiceTrade: InvoiceTrade;
  labelDesign: LabelDesign;
  labelLayout: LabelLayout;
  labelPicture: LabelPicture;
  labelPrint: LabelPrint;
  labelTemplate: LabelTemplate;
  ledgerAccount: LedgerAccount;
  ledgerEntry: LedgerEntry;
  ledgerHold: LedgerHold;
  ledgerMonth: LedgerMonth;
  ledgerProof: LedgerProof;
  ledgerTransaction: LedgerTransaction;
  loginFailure: LoginFailure;
  madeLabel: MadeLabel;
  mappingReplay: MappingReplay;
  messageChannel: MessageChannel;
  monitorAlarm: MonitorAlarm;
  monitorSample: MonitorSample;
  notifyOccasion: NotifyOccasion;
  notifyWaiting: NotifyWaiting;
  numberImport: NumberImport;
  numberImportError: NumberImportError;
  numberPool: NumberPool;
  numberPoolNumber: NumberPoolNumber;
  numberSegment: NumberSegment;
  numberTally: NumberTally;
  onlinePayment: OnlinePayment;
  onlineReport: OnlineReport;
  onlineReportItem: OnlineReportItem;
  onlineReportParam: OnlineReportParam;
  opLog: OpLog;
  orderHistory: OrderHistory;
  orderTask: OrderTask;
  orderTaskRow: OrderTaskRow;
  outBatch: OutBatch;
  outBatchChannel: OutBatchChannel;
  outBatchParcel: OutBatchParcel;
  outHandover: OutHandover;
  outPackage: OutPackage;
  outPackageParcel: OutPackageParcel;
  parcel: Parcel;
  parcelCharge: ParcelCharge;
  parcelCost: ParcelCost;
  parcelLabel: ParcelLabel;
  parcelProduct: ParcelProduct;
  parcelSort: ParcelSort;
  partitionConfig: PartitionConfig;
  paymentEvent: PaymentEvent;
  pod: Pod;
  podCarrier: PodCarrier;
  podPart: PodPart;
  podScan: PodScan;
  postalRule: PostalRule;
  predictedBatch: PredictedBatch;
  predictedParcel: PredictedParcel;
  predictedReminder: PredictedReminder;
  predictedReturn: PredictedReturn;
  predictedReturnLine: PredictedReturnLine;
  priceTrial: PriceTrial;
  priceTrialPart: PriceTrialPart;
  priceTrialSum: PriceTrialSum;
  printItem: PrintItem;
  printJob: PrintJob;
  printNote: PrintNote;
  printSet: PrintSet;
  printSetUser: PrintSetUser;
  receivingAccount: ReceivingAccount;
  recharge: Recharge;
  rechargeLimit: RechargeLimit;
  rechargePayment: RechargePayment;
  recipientMail: RecipientMail;
  registration: Registration;
  remoteList: RemoteList;
  remotePostcode: RemotePostcode;
  returnClaim: ReturnClaim;
  returnConfig: ReturnConfig;
  returnFee: ReturnFee;
  returnItem: ReturnItem;
  returnPageMiss: ReturnPageMiss;
  returnPrint: ReturnPrint;
  returnRule: ReturnRule;
  returnSearch: ReturnSearch;
  returnStep: ReturnStep;
  returnTrack: ReturnTrack;
  revaluation: Revaluation;
  revokeTask: RevokeTask;
  routingCode: RoutingCode;
  routingMapping: RoutingMapping;
  routingTable: RoutingTable;
  savedView: SavedView;
  scanLog: ScanLog;
  searchUnread: SearchUnread;
  searchWords: SearchWords;
  serialCounter: SerialCounter;
  serviceCase: ServiceCase;
  serviceChoice: ServiceChoice;
  serviceCustomer: ServiceCustomer;
  serviceFavourite: ServiceFavourite;
  serviceRule: ServiceRule;
  shipment: Shipment;
  shipmentImport: ShipmentImport;
  shipmentImportError: ShipmentImportError;
  shipmentImportMapping: ShipmentImportMapping;
  shipmentImportRow: ShipmentImportRow;
  shipmentTally: ShipmentTally;
  shipper: Shipper;
  signInDevice: SignInDevice;
  simulatorLabel: SimulatorLabel;
  simulatorParcel: SimulatorParcel;
  statusMap: StatusMap;
  stockBalance: StockBalance;
  stockCount: StockCount;
  stockCountLine: StockCountLine;
  stockEntry: StockEntry;
  stockNotice: StockNotice;
  stockNoticeLine: StockNoticeLine;
  stockOrderLine: StockOrderLine;
  stockPlace: StockPlace;
  stockReservation: StockReservation;
  stockSku: StockSku;
  stockWave: StockWave;
  stockWaveOrder: StockWaveOrder;
  storedContent: StoredContent;
  storedFile: StoredFile;
  storedUsage: StoredUsage;
  subAccount: SubAccount;
  supplier: Supplier;
  supplierContact: SupplierContact;
  surcharge: Surcharge;
  sysAnnouncement: SysAnnouncement;
  sysAnnouncementSend: SysAnnouncementSend;
  sysCategory: SysCategory;
  sysCheckRule: SysCheckRule;
  sysDepart: SysDepart;
  sysDepartPermission: SysDepartPermission;
  sysDepartRole: SysDepartRole;
  sysDepartRolePermission: SysDepartRolePermission;
  sysDepartRoleUser: SysDepartRoleUser;
  sysDict: SysDict;
  sysDictItem: SysDictItem;
  sysFillRule: SysFillRule;
  sysJobRun: SysJobRun;
  sysMessage: SysMessage;
  sysMessageTemplate: SysMessageTemplate;
  sysPermission: SysPermission;
  sysPermissionRule: SysPermissionRule;
  sysPosition: SysPosition;
  sysQuartzJob: SysQuartzJob;
  sysRole: SysRole;
  sysRolePermission: SysRolePermission;
  sysSession: SysSession;
  sysThirdAccount: SysThirdAccount;
  sysUser: SysUser;
  sysUserAgent: SysUserAgent;
  sysUserDepart: SysUserDepart;
  sysUserDepot: SysUserDepot;
  sysUserPosition: SysUserPosition;
  sysUserRole: SysUserRole;
  sysUserTenant: SysUserTenant;
  taxRate: TaxRate;
  taxSetting: TaxSetting;
  tenant: Tenant;
  tenantPack: TenantPack;
  tenantPackEntry: TenantPackEntry;
  tenantPackUse: TenantPackUse;
  tenantSetting: TenantSetting;
  thirdAttempt: ThirdAttempt;
  thirdProvider: ThirdProvider;
  trackAlert: TrackAlert;
  trackCase: TrackCase;
  trackFollow: TrackFollow;
  trackingEvent: TrackingEvent;
  trackingNumber: TrackingNumber;
  trackMail: TrackMail;
  trade: Trade;
  tradeQuestion: TradeQuestion;
  tradeQuestionText: TradeQuestionText;
  twoUserRequest: TwoUserRequest;
  userDepot: UserDepot;
  userPlace: UserPlace;
  userRecoveryCode: UserRecoveryCode;
  userSetting: UserSetting;
  userTotp: UserTotp;
  vagueWord: VagueWord;
  waybillBatch: WaybillBatch;
  waybillMilestone: WaybillMilestone;
  waybillParcel: WaybillParcel;
}
