import type { ClientBase } from 'pg'
import { DEMO_COMPANIES } from '../parties/invoice-parties.data.ts'

interface Account {
  code: string
  name: string
  nameEn: string
  kind: 'BANK' | 'CASH' | 'PSP'
  provider?: 'SIMULATOR'
  /** Hundredths of a percent, and minor units. */
  feeRate?: number
  feeFixed?: number
  currency: string
  bankName?: string
  iban?: string
  bic?: string
  accountNo?: string
  bankCode?: string
  instructions: string
  instructionsEn: string
  isDefault?: boolean
}
/** IBANs of the banks' published examples: they pass the check and belong to no customer. */
const ACCOUNTS: readonly Account[] = [
  {
    code: 'EUR-BANK',
    name: '欧元银行账户',
    nameEn: 'Bank account in euros',
    kind: 'BANK',
    currency: 'EUR',
    bankName: 'Commerzbank',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    instructions:
      '转账附言请只填写充值单上的付款附言，到账后自动识别。SEPA 转账一般一个工作日到账。',
    instructionsEn:
      'Enter the reference of your recharge and nothing else: it is how the payment is recognised. SEPA transfers take one working day.',
    isDefault: true,
  },
  {
    code: 'CNY-BANK',
    name: '人民币对公账户',
    nameEn: 'Bank account in CNY',
    kind: 'BANK',
    currency: 'CNY',
    bankName: '招商银行深圳分行',
    accountNo: '755900000010101',
    bankCode: '308584000013',
    instructions: '请从与合同一致的公司账户付款，附言填写充值单上的付款附言。',
    instructionsEn: 'Pay from the company account named in the contract and enter the reference.',
    isDefault: true,
  },
  {
    code: 'USD-BANK',
    name: '美元银行账户',
    nameEn: 'Bank account in US dollars',
    kind: 'BANK',
    currency: 'USD',
    bankName: 'Commerzbank',
    iban: 'DE75512108001245126199',
    bic: 'SOGEDEFFXXX',
    instructions: '手续费请选择 OUR，到账金额以银行入账为准。',
    instructionsEn: 'Choose OUR for the charges: what the bank credits is what counts.',
    isDefault: true,
  },
  {
    code: 'EUR-CASH',
    name: '法兰克福仓现金',
    nameEn: 'Cash desk Frankfurt',
    kind: 'CASH',
    currency: 'EUR',
    instructions: '工作日 09:00–16:00 在法兰克福仓前台交款，现场开具收据。',
    instructionsEn: 'Pay at the front desk of the Frankfurt depot on working days from 9 to 16.',
  },
  {
    code: 'EUR-ONLINE',
    name: '在线支付（演示）',
    nameEn: 'Online payment (demo)',
    kind: 'PSP',
    provider: 'SIMULATOR',
    currency: 'EUR',
    bankName: 'Simulator',
    feeRate: 150,
    feeFixed: 25,
    instructions: '演示用模拟支付，不产生真实资金。',
    instructionsEn: 'A simulated payment for the demo: no real money.',
  },
]

/** Where customers of the demo pay. Safe to repeat. */
export async function seedPaymentAccounts(
  client: ClientBase,
  tenantId: string,
  place: 1 | 2,
): Promise<void> {
  await client.query(
    `insert into receiving_account (tenant_id, code, name, name_en, kind, currency, holder,
        bank_name, iban, bic, account_no, bank_code, instructions, instructions_en,
        is_default, provider, fee_rate, fee_fixed, create_by)
      select $1, r.code, r.name, r."nameEn", r.kind, r.currency, case when r.kind = 'BANK' then $3 end, r."bankName", r.iban,
        r.bic, r."accountNo", r."bankCode", r.instructions,
        r."instructionsEn", coalesce(r."isDefault", false), r.provider,
        coalesce(r."feeRate", 0), r."feeFixed", 'system'
      from jsonb_to_recordset($2::jsonb) as r(code text, name text, "nameEn" text, kind text,
        currency text, "bankName" text, iban text, bic text, "accountNo" text,
        "bankCode" text, instructions text, "instructionsEn" text,
        "isDefault" boolean, provider text, "feeRate" int, "feeFixed" bigint)
      where not exists (select from receiving_account a where a.tenant_id = $1)`,
    [tenantId, JSON.stringify(ACCOUNTS), DEMO_COMPANIES[place].legalName],
  )
}
