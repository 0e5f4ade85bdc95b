import { company } from '#contracts/parties/company.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { profileOf, saveCompany } from './company-profile.ts'

export const companyCalls = () =>
  bindEndpoints(company, { profile: profileOf, saveProfile: saveCompany })
