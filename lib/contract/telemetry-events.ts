// The telemetry events that are known, one shape each, as in the types of @onkernel/sdk 0.84. `telemetryEvent` reads any
// event; these shapes narrow it by its type, and the service writes no other.
import * as z from "zod/mini";
import type { TelemetryEvent } from "./telemetry.ts";
import { callStack, telemetryEventOf as event, eventContext } from "./telemetry-event-parts.ts";
import { pageTelemetryEvents } from "./telemetry-page-events.ts";

const text = z.exactOptional(z.string());
const number = z.exactOptional(z.number());
const flag = z.exactOptional(z.boolean());
const strings = z.exactOptional(z.array(z.string()));
const headers = z.exactOptional(z.record(z.string(), z.unknown()));

const consoleMessage = {
  ...eventContext,
  level: text,
  args: strings,
  stack_trace: z.exactOptional(callStack),
};
const request = { ...eventContext, request_id: text, resource_type: text };

/** What pages and their network do; captured only by choice. */
const devtoolsEvents = [
  event("console", "console_log", { ...consoleMessage, text }),
  event("console", "console_error", {
    ...consoleMessage,
    text: z.string(),
    line: number,
    column: number,
    source_url: text,
  }),
  event("network", "network_request", {
    ...request,
    method: text,
    headers,
    post_data: text,
    document_url: text,
    initiator_type: text,
    is_redirect: flag,
    redirect_url: text,
  }),
  event("network", "network_response", {
    ...request,
    method: text,
    status: number,
    status_text: text,
    headers,
    mime_type: text,
    body: text,
  }),
  event("network", "network_loading_failed", { ...request, error_text: text, canceled: flag }),
  event("network", "network_idle", eventContext),
  event("interaction", "interaction_click", {
    ...eventContext,
    selector: text,
    tag: text,
    text,
    x: number,
    y: number,
  }),
  event("interaction", "interaction_key", { ...eventContext, key: text, selector: text, tag: text }),
  event("interaction", "interaction_scroll_settled", {
    ...eventContext,
    target_selector: text,
    from_x: number,
    from_y: number,
    to_x: number,
    to_y: number,
  }),
  event("screenshot", "monitor_screenshot", { png: text }),
] as const;

/** The state of the capture of the above. */
const monitorEvents = [
  event("monitor", "monitor_disconnected", { reason: z.exactOptional(z.literal("chrome_restarted")) }),
  event("monitor", "monitor_reconnected", { reconnect_duration_ms: number }),
  event("monitor", "monitor_reconnect_failed", { reason: z.exactOptional(z.literal("reconnect_exhausted")) }),
  event("monitor", "monitor_init_failed", { step: text }),
] as const;

const memoryTask = z.object({ name: z.string(), pid: z.number(), rss_kb: z.number() });

/** What clients do and how the machine is; captured unless switched off. */
const operationalEvents = [
  event("control", "api_call", {
    operation_id: z.string(),
    request_id: z.string(),
    status: z.number(),
    duration_ms: z.number(),
  }),
  event("connection", "cdp_connect", {}),
  event("connection", "cdp_disconnect", {
    duration_ms: z.number(),
    message_count: z.number(),
    reason: z.enum(["client_close", "upstream_changed", "upstream_error", "context_cancelled"]),
  }),
  event("connection", "live_view_connect", { session_id: z.string() }),
  event("connection", "live_view_disconnect", { session_id: z.string(), duration_ms: z.number() }),
  event("captcha", "captcha_solve_result", {
    captcha_type: z.enum(["hcaptcha", "recaptcha_v2", "recaptcha_v3", "turnstile", "geetest", "other"]),
    duration_ms: z.number(),
    status: z.enum(["success", "failure", "timeout", "abandoned"]),
    error_code: text,
    task_id: text,
    website_host: text,
    website_path: text,
  }),
  event("system", "system_oom_kill", {
    pid: z.number(),
    process_name: z.string(),
    rss_kb: z.number(),
    constraint: z.exactOptional(z.enum(["none", "memcg", "cpuset", "memory_policy"])),
    mem_free_kb: number,
    mem_total_kb: number,
    top_tasks: z.exactOptional(z.array(memoryTask)),
    trigger_pid: number,
    trigger_process_name: text,
  }),
  event("system", "service_crashed", {
    phase: z.enum(["startup", "running", "gave_up"]),
    service_name: z.string(),
    pid: number,
  }),
] as const;

/** Every known event, by its type. */
export const knownTelemetryEvent = z.discriminatedUnion("type", [
  ...devtoolsEvents,
  ...pageTelemetryEvents,
  ...monitorEvents,
  ...operationalEvents,
]);
export type KnownTelemetryEvent = z.infer<typeof knownTelemetryEvent>;

/** The event with the shape of its type; undefined for a type that is not known, or data of another shape. */
export function asKnownTelemetryEvent(event: TelemetryEvent): KnownTelemetryEvent | undefined {
  return knownTelemetryEvent.safeParse(event).data;
}

type WithoutTime<Event> = Event extends KnownTelemetryEvent ? Omit<Event, "ts"> : never;

/** A known event before it has its time. */
export type UntimedTelemetryEvent = WithoutTime<KnownTelemetryEvent>;
