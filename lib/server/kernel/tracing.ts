// Spans of requests and of the calls that they cause. Without a tracer everything here passes work on and costs nothing:
// lib/server/tracing sets one where the variables of OpenTelemetry ask for it.
import { AsyncLocalStorage } from "node:async_hooks";
import { perProcess } from "./per-process.ts";
import { Problem } from "./problem.ts";

export type SpanAttributes = Readonly<Record<string, string | number>>;

/** One span; ended by `inSpan`. */
export interface Span {
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** Marks it as failed, with a code of ours as description. */
  fail(code: string): void;
  end(): void;
  /** The `traceparent` header for what this span calls (w3.org/TR/trace-context). */
  readonly traceparent: string;
}

export interface SpanOptions {
  kind: "server" | "internal" | "client";
  /** Names, codes and templates only: nothing from queries, bodies or headers. */
  attributes?: SpanAttributes;
  /** The header of a caller that traces, for a span without a parent here. */
  traceparent?: string | undefined;
}

export interface Tracer {
  begin(name: string, options: SpanOptions, parent: Span | undefined): Span;
}

const holder = perProcess("tracer", (): { tracer?: Tracer } => ({}));
const current = perProcess("span", () => new AsyncLocalStorage<Span>());

export function setTracer(tracer: Tracer): void {
  holder().tracer = tracer;
}

/** Runs `work` in a span of its own, below that of the caller; without a tracer it runs without one. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const { tracer } = holder();
  if (tracer === undefined) return await work(undefined);
  const span = tracer.begin(name, options, current().getStore());
  try {
    return await current().run(span, () => work(span));
  } catch (error) {
    span.fail(error instanceof Problem ? error.code : error instanceof Error ? error.name : "error");
    throw error;
  } finally {
    span.end();
  }
}

/** The `traceparent` header of a call that the caller makes now; undefined without a span. */
export const traceparent = (): string | undefined =>
  holder().tracer === undefined ? undefined : current().getStore()?.traceparent;
