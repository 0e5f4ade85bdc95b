import { company } from '#contracts/parties/company.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { companyOf, saveCompany } from './company-profile.ts'

export const companyCalls = () =>
  bindEndpoints(company, { profile: companyOf, saveProfile: saveCompany })
