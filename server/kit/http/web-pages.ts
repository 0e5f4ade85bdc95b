import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import fastifyStatic from '@fastify/static'
import { styleNonce } from './security-headers.ts'

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** The text in index.html in place of a nonce. */
const NONCE_AT = '%NONCE%'

const head = { exposeHeadRoute: true }

/**
 * The built pages: hashed files for ever, the two entries never cached. Without a build the API
 * still serves. `samples`: the test page is offered.
 */
export async function webPages(
  app: FastifyInstance,
  base: string,
  options: { samples: boolean } = { samples: false },
): Promise<void> {
  if (!existsSync(`${dist}track.html`)) {
    app.log.warn('the web part is not built; only the API answers')
    return
  }
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    cacheControl: false,
    preCompressed: true,
  })
  // Two routes and lists of names: a route for every file is hundreds, and a start waits for each.
  const named = (folder: string) =>
    new Set(
      readdirSync(folder, { withFileTypes: true })
        .filter(
          (file) =>
            file.isFile() && !file.name.startsWith('.') && !/\.(html|br|gz)$/.test(file.name),
        )
        .map((file) => file.name),
    )
  const assets = named(`${dist}assets`)
  app.get('/assets/:name', head, (request, reply) => {
    const { name } = request.params as { name: string }
    return assets.has(name)
      ? reply
          .header('Cache-Control', 'public, max-age=31536000, immutable')
          .sendFile(`assets/${name}`)
      : reply.callNotFound()
  })
  for (const name of named(dist))
    app.get(`/${name}`, head, (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').sendFile(name),
    )
  const page = (file: string) => {
    const html = existsSync(dist + file) ? readFileSync(dist + file, 'utf8') : null
    // Outside production the pages offer /test/home (web/router.tsx).
    return options.samples ? (html?.replace('<html', '<html data-samples') ?? null) : html
  }
  // Cut where each answer's nonce goes in: the office's libraries write style elements.
  const [officeHead, officeRest] = page('index.html')?.split(NONCE_AT) ?? []
  const track = page('track.html')
  const withFirstFiles = firstFiles(officeRest ?? '')
  app.get('/*', head, (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (
      path.startsWith(`${base}/`) ||
      path.startsWith('/assets/') ||
      path.startsWith('/websocket/')
    )
      return reply.callNotFound()
    reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache')
    if (path.startsWith('/track/'))
      return track ? reply.send(withPlainPage(track, base, request.url)) : reply.callNotFound()
    if (officeHead === undefined || officeRest === undefined) return reply.callNotFound()
    return reply.send(officeHead + styleNonce(reply) + withFirstFiles(path))
  })
}

/** A browser without JavaScript is sent on to where one number is answered without it. */
function withPlainPage(html: string, base: string, url: string): string {
  const [path, query] = url.split('?')
  const no = new URLSearchParams(query).get('nos')
  if (!no || no.includes(',') || !/^\/track\/result\/?$/.test(path ?? '')) return html
  const to = `${base}/track/plain?no=${encodeURIComponent(no)}`
  return html.replace(
    '</head>',
    () => `<noscript><meta http-equiv="refresh" content="0;url=${to}"></noscript></head>`,
  )
}

/**
 * The page with the names of the files its screen begins with (tools/first-files.ts): the browser
 * fetches and compiles them together, not step by step.
 */
function firstFiles(html: string): (path: string) => string {
  const list = `${dist}.vite/first-files.json`
  const byPath = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>)
    : {}
  const made = new Map<string, string>()
  return (path) => {
    const files = Object.hasOwn(byPath, path) ? byPath[path] : undefined
    if (!files) return html
    const known = made.get(path)
    if (known !== undefined) return known
    const links = files
      .filter((file) => !html.includes(file))
      .map((file) =>
        file.endsWith('.css')
          ? `<link rel="preload" as="style" crossorigin href="/${file}">`
          : `<link rel="modulepreload" crossorigin href="/${file}">`,
      )
    const page = html.replace('</head>', `${links.join('')}</head>`)
    made.set(path, page)
    return page
  }
}
