export { CompanyForm } from './company-form.tsx'
