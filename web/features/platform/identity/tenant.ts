/** The company a link was made for (`?tenant=`); none: the installation's own. */
export const requestedTenant = (): { tenant?: string } => {
  const tenant = new URLSearchParams(window.location.search).get('tenant')
  return tenant ? { tenant } : {}
}
/** An address of these pages for the same company. */
export const forTenant = (path: string, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...requestedTenant(), ...more })
  return query.size > 0 ? `${path}?${query}` : path
}
