import { figures } from '#server/kit/http/call-figures.ts'

interface Sample {
  value: number
  labels: Partial<Record<string, string | number>>
  metricName?: string
}

/** The samples of one metric of this process; none while it has not been measured. */
export async function samplesOf(name: string): Promise<Sample[]> {
  const metric = figures.getSingleMetric(name)
  return metric ? (await metric.get()).values : []
}

/** The value of a metric without labels. */
export const valueOf = async (name: string): Promise<number | null> =>
  (await samplesOf(name))[0]?.value ?? null

/** How late the event loop was since it was last asked, in milliseconds; null without a sample. */
export async function eventLoopDelay(): Promise<{ mean: number | null; p99: number | null }> {
  // Reading this one sets the others.
  await samplesOf('nodejs_eventloop_lag_seconds')
  const ms = async (which: string) => {
    const seconds = await valueOf(`nodejs_eventloop_lag_${which}_seconds`)
    return seconds !== null && Number.isFinite(seconds) ? seconds * 1_000 : null
  }
  return { mean: await ms('mean'), p99: await ms('p99') }
}

export interface RouteFigures {
  route: string
  calls: number
  refused: number
  failed: number
  seconds: number
  /** Calls at most so long, by upper end in seconds. */
  buckets: Map<number, number>
}

/** What was answered since the process started, by route. */
export async function routeFigures(): Promise<RouteFigures[]> {
  const routes = new Map<string, RouteFigures>()
  for (const { labels, value, metricName } of await samplesOf('http_request_duration_seconds')) {
    const route = String(labels.route)
    const known = routes.get(route) ?? {
      route,
      calls: 0,
      refused: 0,
      failed: 0,
      seconds: 0,
      buckets: new Map<number, number>(),
    }
    routes.set(route, known)
    if (metricName?.endsWith('_sum')) known.seconds += value
    else if (metricName?.endsWith('_count')) {
      known.calls += value
      if (labels.status === '4xx') known.refused += value
      if (labels.status === '5xx') known.failed += value
    } else {
      const upTo = labels.le === '+Inf' ? Infinity : Number(labels.le)
      known.buckets.set(upTo, (known.buckets.get(upTo) ?? 0) + value)
    }
  }
  return [...routes.values()]
}

export const sumOf = (routes: readonly RouteFigures[]): RouteFigures => {
  const all: RouteFigures = {
    route: '',
    calls: 0,
    refused: 0,
    failed: 0,
    seconds: 0,
    buckets: new Map(),
  }
  for (const one of routes) {
    all.calls += one.calls
    all.refused += one.refused
    all.failed += one.failed
    all.seconds += one.seconds
    for (const [upTo, count] of one.buckets)
      all.buckets.set(upTo, (all.buckets.get(upTo) ?? 0) + count)
  }
  return all
}

/** Milliseconds that this share of the calls took at most, as exact as the buckets; null for none. */
export function quantile({ calls, buckets }: RouteFigures, share: number): number | null {
  if (calls === 0) return null
  const wanted = calls * share
  let [below, before] = [0, 0]
  for (const [upTo, count] of [...buckets].toSorted(([a], [b]) => a - b)) {
    if (count >= wanted) {
      if (upTo === Infinity) return below * 1_000
      const inside = count - before || 1
      return (below + ((upTo - below) * (wanted - before)) / inside) * 1_000
    }
    ;[below, before] = [upTo, count]
  }
  return below * 1_000
}
