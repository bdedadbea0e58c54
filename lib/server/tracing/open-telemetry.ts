// The tracer by OpenTelemetry. It is not registered globally: the framework would then add spans of its own, whose
// attributes have whole addresses with their queries. Loaded only where the variables ask for traces.
import { type Span as ApiSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { beforeClose } from "../kernel/shutdown.ts";
import { type Span, setTracer, type Tracer } from "../kernel/tracing.ts";
import type { TracingSettings } from "../kernel/tracing-env.ts";

const kinds = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = sampler.endsWith("traceidratio")
    ? new TraceIdRatioBasedSampler(ratio)
    : sampler.endsWith("always_on")
      ? new AlwaysOnSampler()
      : new AlwaysOffSampler();
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

/** A span by the exporter's library, as the dashboard's layers know it. */
class ExportedSpan implements Span {
  readonly api: ApiSpan;
  constructor(api: ApiSpan) {
    this.api = api;
  }
  set(attributes: Parameters<Span["set"]>[0]): void {
    this.api.setAttributes(attributes);
  }
  rename(name: string): void {
    this.api.updateName(name);
  }
  fail(code: string): void {
    this.api.setStatus({ code: SpanStatusCode.ERROR, message: code });
  }
  end(): void {
    this.api.end();
  }
  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.api.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
  }
}

/** The context of a caller's `traceparent` header; the root context without a valid one. */
function contextOf(header: string | undefined) {
  const [, traceId = "", spanId = "", flags = ""] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? "") ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** Traces this process from now on, and sends what is left when it ends. */
export function startTracing(settings: TracingSettings): void {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "fleetdeck" }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const spans = provider.getTracer("fleetdeck");
  const tracer: Tracer = {
    begin(name, { kind, attributes = {}, traceparent }, parent) {
      const context =
        parent instanceof ExportedSpan ? trace.setSpan(ROOT_CONTEXT, parent.api) : contextOf(traceparent);
      return new ExportedSpan(spans.startSpan(name, { kind: kinds[kind], attributes }, context));
    },
  };
  setTracer(tracer);
  beforeClose(() => provider.shutdown());
}
