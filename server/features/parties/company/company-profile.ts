import { countryOfVat } from '#server/kit/ids/vat-number.ts'
import { setCompanyTerms } from '#server/features/platform/tenants/index.ts'
import { companyTerms, type CompanyTerms } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { company, CompanyProfile } from '#contracts/parties/company.ts'
import { plainVatId } from '#contracts/parties/vat-id.ts'
import { itemsIn } from '#server/features/platform/dictionaries/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { withoutMasks } from '#server/kit/http/personal.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failConflict, failFields, type RawIssue } from '#server/kit/http/errors.ts'

type Company = Omit<CompanyProfile, keyof CompanyTerms>
const NONE: Company = {
  legalName: null,
  vatId: null,
  taxNo: null,
  registerNo: null,
  street: null,
  postalCode: null,
  city: null,
  country: null,
  contact: null,
  phone: null,
  email: null,
  siteUrl: null,
  pageColour: null,
  pageLogo: null,
  version: 0,
}

interface ProfileRow {
  legalName: string | null
  vatId: string | null
  taxNo: string | null
  registerNo: string | null
  street: string | null
  postalCode: string | null
  city: string | null
  country: string | null
  contact: string | null
  phone: string | null
  email: string | null
  siteUrl: string | null
  pageColour: string | null
  pageLogo: string | null
  version: number
}

/** The company the caller's tenant is; all empty until it was entered. */
export async function companyOf(ctx: Ctx): Promise<Company> {
  const found = await sql<ProfileRow>`select c.legal_name, c.vat_id, c.tax_no, c.register_no,
      c.street, c.postal_code, c.city, c.country, c.contact, c.phone, c.email, c.site_url, c.page_colour,
      c.page_logo, c.version
    from ${ctx.rows('companyProfile').as('c')}`.execute(ctx.db)
  return found.rows[0] ?? NONE
}
/** The same with what its days and books go by. */
export const profileOf = async (ctx: Ctx): Promise<CompanyProfile> => ({
  ...(await companyOf(ctx)),
  ...(await companyTerms(ctx)),
})

/** Kept for invoices to come: those issued name it as it was. */
export async function saveCompany(
  ctx: Ctx,
  input: In<typeof company.saveProfile>,
): Promise<CompanyProfile> {
  const sent = { ...input, vatId: input.vatId === null ? null : plainVatId(input.vatId) }
  const issues = await issuesOf(ctx, sent)
  if (issues.length > 0) failFields(issues)
  return inTx(ctx, async (tx) => {
    const before = await lockProfile(tx)
    const draft = withoutMasks(tx.principal, sent, before)
    if (before.version !== draft.version) failConflict('row.stale')
    const { siteUrl, pageColour, pageLogo } = { ...before, ...definedOf(draft) }
    await sql`update company_profile as c set legal_name = ${draft.legalName},
        vat_id = ${draft.vatId}, tax_no = ${draft.taxNo}, register_no = ${draft.registerNo},
        street = ${draft.street}, postal_code = ${draft.postalCode}, city = ${draft.city},
        country = ${draft.country}, contact = ${draft.contact}, phone = ${draft.phone},
        email = ${draft.email}, site_url = ${siteUrl}, page_colour = ${pageColour},
        page_logo = ${pageLogo}, version = c.version + 1, update_by = ${tx.principal.username},
        update_time = now()
      where ${tx.rows('companyProfile').where('c')}`.execute(tx.db)
    const terms = await companyTerms(tx)
    const { timeZone = terms.timeZone, currency = terms.currency } = draft
    await setCompanyTerms(tx, { timeZone, currency })
    const { version: _, ...old } = before
    const after = { ...(await companyOf(tx)), timeZone, currency }
    const { version: __, ...now } = after
    await tx.audit('company_profile', tx.principal.tenantId, 'edit', { ...old, ...terms }, now)
    return after
  })
}

/** What a body names; the rest stays as it is. */
const definedOf = <T extends object>(draft: T): Partial<T> =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as Partial<T>

/** Where the company is registered for tax. The input was checked, the permission asked. */
export async function saveTaxPlace(
  tx: Tx,
  { country, vatId }: Pick<CompanyProfile, 'country' | 'vatId'>,
): Promise<void> {
  const before = await lockProfile(tx)
  if (before.country === country && before.vatId === vatId) return
  await sql`update company_profile as c set country = ${country}, vat_id = ${vatId},
      version = c.version + 1, update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('companyProfile').where('c')}`.execute(tx.db)
  const [was, now] = [
    { country: before.country, vatId: before.vatId },
    { country, vatId },
  ]
  await tx.audit('company_profile', tx.principal.tenantId, 'edit', was, now)
}

/** The tenant's row, made where there is none yet, locked. */
async function lockProfile(tx: Tx): Promise<Company> {
  const { username, tenantId } = tx.principal
  await sql`insert into company_profile (tenant_id, version, create_by)
    values (${tenantId}, 0, ${username}) on conflict do nothing`.execute(tx.db)
  await sql`select 1 from company_profile as c where ${tx.rows('companyProfile').where('c')}
    for update`.execute(tx.db)
  return companyOf(tx)
}

async function issuesOf(ctx: Ctx, draft: In<typeof company.saveProfile>): Promise<RawIssue[]> {
  const issues: RawIssue[] = []
  if (draft.vatId !== null && countryOfVat(draft.vatId) === null)
    issues.push({ path: 'vatId', code: 'company.vatId' })
  if (draft.email !== null && !isMail(draft.email))
    issues.push({ path: 'email', code: 'company.email' })
  if (draft.country !== null) {
    const known = (await itemsIn(ctx, ctx.lang)).country ?? []
    if (!known.some(({ value }) => value === draft.country))
      issues.push({ path: 'country', code: 'field.dict' })
  }
  return issues
}

export const isMail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)
