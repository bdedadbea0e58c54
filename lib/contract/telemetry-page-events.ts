// Telemetry events about the life of pages, as in the types of @onkernel/sdk 0.84.
import * as z from "zod/mini";
import { telemetryEventOf as event, eventContext, targetType } from "./telemetry-event-parts.ts";

const text = z.exactOptional(z.string());
const number = z.exactOptional(z.number());

const largestPaint = z.object({
  element_id: text,
  load_time: number,
  node_id: number,
  render_time: number,
  size: number,
  url: text,
});
const layoutShift = z.object({ had_recent_input: z.exactOptional(z.boolean()), value: number });

/** Events of the category `page`. `time` is in milliseconds since the epoch, `cdp_timestamp` in Chromium's seconds. */
export const pageTelemetryEvents = [
  event("page", "page_navigation", {
    target_id: text,
    target_type: targetType,
    session_id: text,
    frame_id: text,
    loader_id: text,
    parent_frame_id: text,
    url: text,
  }),
  event("page", "page_dom_content_loaded", { ...eventContext, cdp_timestamp: number }),
  event("page", "page_load", { ...eventContext, cdp_timestamp: number }),
  event("page", "page_tab_opened", {
    target_id: text,
    target_type: targetType,
    opener_id: text,
    title: text,
    url: text,
  }),
  event("page", "page_layout_shift", {
    ...eventContext,
    duration: number,
    time: number,
    source_frame_id: text,
    layout_shift_details: z.exactOptional(layoutShift),
  }),
  event("page", "page_lcp", {
    ...eventContext,
    time: number,
    source_frame_id: text,
    lcp_details: z.exactOptional(largestPaint),
  }),
  event("page", "page_layout_settled", eventContext),
  event("page", "page_navigation_settled", eventContext),
] as const;
