// Telemetry of a browser as the lines of a log: each line is one event as JSON, `{"seq": n, "event": {…}}`. This module
// reads such lines, and gives each event the one-line text by which it is listed, searched and linked to.

import { viewOfCategory } from "../bff/telemetry-view.ts";
import { type TelemetryRecord, telemetryRecord } from "../contract/telemetry.ts";
import { asKnownTelemetryEvent, type KnownTelemetryEvent } from "../contract/telemetry-events.ts";
import { callSite } from "./call-site.ts";

/** The event of a line; undefined for a text that is none. */
export function readTelemetryLine(text: string): TelemetryRecord | undefined {
  try {
    return telemetryRecord.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** A failed request: it had no response, or one of status 400 or above. A request that its page canceled did not fail. */
export function isFailedRequest({ event }: TelemetryRecord): boolean {
  const known = asKnownTelemetryEvent(event);
  if (known?.type === "network_loading_failed") return known.data?.canceled !== true;
  return known?.type === "network_response" && (known.data?.status ?? 0) >= 400;
}

/** What of an event its text says. */
interface Saying {
  readonly level: "error" | "warn" | "info" | "debug";
  readonly source: string;
  readonly message: string;
}

const words = (...parts: readonly (string | number | undefined)[]) =>
  parts.filter((part) => part !== undefined && part !== "").join(" ");
const seconds = (ms: number | undefined) =>
  ms === undefined ? undefined : `after ${(ms / 1000).toFixed(1)} s`;

const consoleLevels: Readonly<Record<string, Saying["level"]>> = {
  error: "error",
  assert: "error",
  warning: "warn",
  warn: "warn",
  debug: "debug",
};

function sayingOf(event: KnownTelemetryEvent): Saying | undefined {
  switch (event.type) {
    case "console_log":
      return {
        level: consoleLevels[event.data?.level ?? ""] ?? "info",
        source: callSite(event.data?.stack_trace?.callFrames[0]) ?? "console",
        message: event.data?.args?.join(" ") ?? event.data?.text ?? "",
      };
    case "console_error":
      return {
        level: "error",
        source:
          callSite(event.data?.stack_trace?.callFrames[0]) ??
          callSite({
            url: event.data?.source_url ?? "",
            lineNumber: event.data?.line ?? 0,
            columnNumber: event.data?.column ?? 0,
          }) ??
          "console",
        message: event.data?.args?.join(" ") ?? event.data?.text ?? "",
      };
    case "network_request":
      return { level: "debug", source: "network", message: words(event.data?.method, event.data?.url) };
    case "network_response": {
      const { method, url, status = 0, status_text: statusText } = event.data ?? {};
      return {
        level: status >= 400 ? "error" : "info",
        source: "network",
        message: words(method, url, status, statusText),
      };
    }
    case "network_loading_failed": {
      const { url, error_text: error, canceled } = event.data ?? {};
      return {
        level: canceled === true ? "info" : "error",
        source: "network",
        message: words(url, canceled === true ? "canceled" : (error ?? "failed")),
      };
    }
    default:
      return activityOf(event);
  }
}

type ActivityEvent = Exclude<
  KnownTelemetryEvent,
  {
    type: "console_log" | "console_error" | "network_request" | "network_response" | "network_loading_failed";
  }
>;

function activityOf(event: ActivityEvent): Saying | undefined {
  const info = (source: string, ...parts: readonly (string | number | undefined)[]): Saying => ({
    level: "info",
    source,
    message: words(...parts),
  });
  const error = (source: string, ...parts: readonly (string | number | undefined)[]): Saying => ({
    ...info(source, ...parts),
    level: "error",
  });
  switch (event.type) {
    case "network_idle":
      return { level: "debug", source: "network", message: "The network is idle" };
    case "page_navigation":
      return info("page", "Navigated to", event.data?.url);
    case "page_dom_content_loaded":
      return { level: "debug", source: "page", message: words("Document loaded:", event.data?.url) };
    case "page_load":
      return info("page", "Page loaded:", event.data?.url);
    case "page_tab_opened":
      return info("page", "Tab opened:", event.data?.url);
    case "page_lcp":
      return { level: "debug", source: "page", message: "Largest element painted" };
    case "page_layout_shift":
      return {
        level: "debug",
        source: "page",
        message: words("Layout shifted by", event.data?.layout_shift_details?.value?.toFixed(3)),
      };
    case "page_layout_settled":
      return { level: "debug", source: "page", message: "Layout settled" };
    case "page_navigation_settled":
      return { level: "debug", source: "page", message: "Navigation settled" };
    case "interaction_click":
      return info("interaction", "Clicked", event.data?.selector ?? event.data?.tag);
    case "interaction_key":
      return info("interaction", "Pressed", event.data?.key, "in", event.data?.selector ?? event.data?.tag);
    case "interaction_scroll_settled":
      return info("interaction", "Scrolled", event.data?.target_selector);
    case "monitor_screenshot":
      return undefined;
    case "monitor_disconnected":
      return error("monitor", "Lost the connection to the browser");
    case "monitor_reconnected":
      return info("monitor", "Connected to the browser again", seconds(event.data?.reconnect_duration_ms));
    case "monitor_reconnect_failed":
      return error("monitor", "Could not connect to the browser again");
    case "monitor_init_failed":
      return error("monitor", "Capture could not begin:", event.data?.step);
    case "api_call":
      return {
        level: (event.data?.status ?? 0) >= 400 ? "error" : "info",
        source: "control",
        message: words(event.data?.operation_id, event.data?.status),
      };
    case "cdp_connect":
      return info("connection", "A DevTools client connected");
    case "cdp_disconnect":
      return info("connection", "A DevTools client disconnected", seconds(event.data?.duration_ms));
    case "live_view_connect":
      return info("connection", "A live view opened");
    case "live_view_disconnect":
      return info("connection", "A live view closed", seconds(event.data?.duration_ms));
    case "captcha_solve_result": {
      const result = words("Captcha", event.data?.captcha_type, event.data?.status);
      return event.data?.status === "success" ? info("captcha", result) : error("captcha", result);
    }
    case "system_oom_kill":
      return error("system", "Out of memory: killed", event.data?.process_name);
    case "service_crashed":
      return error("system", event.data?.service_name, "crashed");
  }
}

/**
 * An event as one line of text, `[level] [source] message`, with the level and source that log panes read; "" for a
 * picture. An event of an unknown type is named by it. `shownSource` stands for the source, such as the place in a script.
 */
export function telemetryText({ event }: TelemetryRecord, shownSource?: string): string {
  if (viewOfCategory(event.category) === undefined) return "";
  const known = asKnownTelemetryEvent(event);
  const { level, source, message } = (known && sayingOf(known)) ?? {
    level: "info",
    source: event.category,
    message: event.type,
  };
  return `[${level}] [${shownSource ?? source}] ${message.replace(/\s+/g, " ")}`;
}
