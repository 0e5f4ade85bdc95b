import type { FastifyInstance } from 'fastify'
import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** OpenAPI 3.1 from the contracts; read through the call `apiDescription` by administrators. */
export async function describeApi(app: FastifyInstance, base: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Parcelyard', version: '0.1.0', description: 'Every answer is the envelope {success, message, code, result, timestamp}; the schemas show `result`.' },
      servers: [{ url: base === '' ? '/' : '/' }],
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } } },
      security: [{ token: [] }],
    },
    transform: jsonSchemaTransform,
  })
}
