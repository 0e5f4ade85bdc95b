import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nodeName } from './call-figures.ts'

/**
 * Sends a span per call to an OpenTelemetry collector (OTLP over HTTP), within the caller's trace
 * where it names one. No query, body, name of a person or address of a visitor is in it. Without a
 * collector nothing of it is loaded.
 */
export async function traceCalls(
  app: FastifyInstance,
  collector: string | undefined,
): Promise<void> {
  if (collector === undefined) return
  const [api, { W3CTraceContextPropagator }, { OTLPTraceExporter }, resources, sdk] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ])
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(
      resources.resourceFromAttributes({
        'service.name': process.env.OTEL_SERVICE_NAME ?? 'parcelyard',
        'service.instance.id': nodeName,
      }),
    ),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${collector}/v1/traces` }),
      }),
    ],
  })
  const tracer = provider.getTracer('parcelyard')
  const propagator = new W3CTraceContextPropagator()
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.config.endpoint && request.routeOptions.url
    // Files of the pages and probes would be most of it.
    if (!route) return done()
    const parent = propagator.extract(api.ROOT_CONTEXT, request.headers, api.defaultTextMapGetter)
    const attributes = { 'http.request.method': request.method, 'http.route': route }
    const options = { kind: api.SpanKind.SERVER, attributes }
    spans.set(request, tracer.startSpan(`${request.method} ${route}`, options, parent))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.setAttributes({
      'http.response.status_code': reply.statusCode,
      'parcelyard.request_id': request.id,
      ...(request.principal ? { 'parcelyard.tenant_id': request.principal.tenantId } : {}),
    })
    if (reply.statusCode >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR })
    span?.end()
    done()
  })
  app.addHook('onClose', () => provider.shutdown())
}
