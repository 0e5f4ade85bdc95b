import type { FastifyInstance } from 'fastify'

/** Order in which answers name them. */
const ORDER = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE']

interface Served {
  pattern: RegExp
  methods: Set<string>
}

/**
 * The methods a path is served by, none where nothing is. Fastify knows a path only together with
 * its method.
 */
export function methodsByPath(app: FastifyInstance): (url: string) => string[] {
  const plain = new Map<string, Set<string>>()
  const patterns = new Map<string, Served>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const methods = url.includes(':')
      ? served(patterns, url).methods
      : (plain.get(url) ?? plain.set(url, new Set()).get(url)!)
    for (const one of [method].flat()) methods.add(one)
  })
  return (url) => {
    const path = (url.split('?')[0] ?? '').replace(/(.)\/$/, '$1')
    const methods =
      plain.get(path) ??
      [...patterns.values()].find(({ pattern }) => pattern.test(path))?.methods ??
      new Set<string>()
    return [...methods].toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
  }
}

function served(patterns: Map<string, Served>, url: string): Served {
  const known = patterns.get(url)
  if (known) return known
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  const made = { pattern: new RegExp(`^${parts.join('/')}$`), methods: new Set<string>() }
  patterns.set(url, made)
  return made
}
