import { dataSources } from '#contracts/insight/data-sources.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { testConnection } from './connect.ts'

export const dataSourceCalls = () => bindEndpoints(dataSources, { testConnection })
