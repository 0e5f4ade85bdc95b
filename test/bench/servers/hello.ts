import Fastify from 'fastify'

// The smallest server of the framework the product uses: what a start costs at least.
const app = Fastify()
app.get('/', () => ({ hello: 'world' }))
const address = await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' })
process.stdout.write(`${address}\n`)
