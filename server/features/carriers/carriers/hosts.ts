/** Where DHL's tracking answers, for business and for trial keys. An account that names another host is refused. */
export const DHL_HOSTS: readonly string[] = [
  'api-eu.dhl.com',
  'api.dhl.com',
  'api-sandbox.dhl.com',
  'api-test.dhl.com',
]
