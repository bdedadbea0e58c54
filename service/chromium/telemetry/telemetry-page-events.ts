// The life of pages as telemetry: navigations, loading, paints, layout shifts, and when a page has settled.
import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import {
  boundedUrl,
  type CategoryCapture,
  type EmitTelemetry,
  frame,
  type OnTargetEvent,
  type TelemetryTarget,
} from "./telemetry-target.ts";

/** How long after its load a page has to keep its layout to be settled; published (@onkernel/sdk). */
const settledMs = 1_000;

const frameNavigated = z.object({ frame });
const fired = z.object({ timestamp: z.number() });
const timelineEventAdded = z.object({
  event: z.object({
    frameId: z.string(),
    type: z.string(),
    /** Seconds since the epoch, as the other times. */
    time: z.number(),
    duration: z.number().optional(),
    lcpDetails: z
      .object({
        renderTime: z.number(),
        loadTime: z.number(),
        size: z.number(),
        elementId: z.string().optional(),
        url: z.string().optional(),
        nodeId: z.number().optional(),
      })
      .optional(),
    layoutShiftDetails: z.object({ value: z.number(), hadRecentInput: z.boolean() }).optional(),
  }),
});
type TimelineEvent = z.infer<typeof timelineEventAdded>["event"];

/** How far a page is since its last navigation. */
interface Progress {
  hasContent: boolean;
  isLoaded: boolean;
  isSettled: boolean;
  cancel: () => void;
}

export interface PageCaptureDeps {
  on: OnTargetEvent;
  emit: EmitTelemetry;
  clock: Clock;
}

const cdp = (event: string) => ({ kind: "cdp", event }) as const;

export class PageCapture implements CategoryCapture {
  readonly #emit: EmitTelemetry;
  readonly #clock: Clock;
  readonly #progress = new Map<TelemetryTarget, Progress>();

  constructor({ on, emit, clock }: PageCaptureDeps) {
    this.#emit = emit;
    this.#clock = clock;
    on("Page.frameNavigated", frameNavigated, (event, target) => this.#navigated(event.frame, target));
    on("Page.domContentEventFired", fired, ({ timestamp }, target) => {
      const progress = this.#progress.get(target);
      if (!progress) return;
      progress.hasContent = true;
      const data = { ...target.context(), cdp_timestamp: timestamp };
      const source = cdp("Page.domContentEventFired");
      this.#emit({ category: "page", type: "page_dom_content_loaded", source, data });
    });
    on("Page.loadEventFired", fired, ({ timestamp }, target) => {
      const progress = this.#progress.get(target);
      if (!progress) return;
      progress.isLoaded = true;
      const data = { ...target.context(), cdp_timestamp: timestamp };
      this.#emit({ category: "page", type: "page_load", source: cdp("Page.loadEventFired"), data });
      this.#settleLater(target, progress);
    });
    on("PerformanceTimeline.timelineEventAdded", timelineEventAdded, ({ event }, target) =>
      this.#timeline(event, target),
    );
  }

  async begin(target: TelemetryTarget): Promise<void> {
    // Only a page has loading events of its own; of a frame its navigations count.
    if (!target.isPage) return;
    this.#progress.set(target, newProgress());
    const eventTypes = ["largest-contentful-paint", "layout-shift"];
    await target.send("PerformanceTimeline.enable", { eventTypes });
  }

  end(target: TelemetryTarget): void {
    this.gone(target);
    if (target.isPage) void target.send("PerformanceTimeline.enable", { eventTypes: [] });
  }

  opened({ isPage, info, type }: TelemetryTarget): void {
    if (!isPage) return;
    this.#emit({
      category: "page",
      type: "page_tab_opened",
      source: cdp("Target.attachedToTarget"),
      data: {
        target_id: info.targetId,
        target_type: type,
        title: info.title,
        url: boundedUrl(info.url),
        ...(info.openerId ? { opener_id: info.openerId } : {}),
      },
    });
  }

  gone(target: TelemetryTarget): void {
    this.#progress.get(target)?.cancel();
    this.#progress.delete(target);
  }

  /** The number of navigations is left out: this event begins the next one. */
  #navigated({ id, parentId, loaderId, url }: z.infer<typeof frame>, target: TelemetryTarget): void {
    const { target_id, target_type, session_id } = target.context();
    this.#emit({
      category: "page",
      type: "page_navigation",
      source: cdp("Page.frameNavigated"),
      data: {
        target_id,
        target_type,
        session_id,
        frame_id: id,
        loader_id: loaderId,
        ...(parentId ? { parent_frame_id: parentId } : {}),
        url: boundedUrl(url),
      },
    });
    if (!target.isMainFrame({ id }) || !this.#progress.has(target)) return;
    this.#progress.get(target)?.cancel();
    this.#progress.set(target, newProgress());
  }

  #timeline(event: TimelineEvent, target: TelemetryTarget): void {
    const progress = this.#progress.get(target);
    if (!progress) return;
    const { type, time, frameId, lcpDetails, layoutShiftDetails } = event;
    const source = cdp("PerformanceTimeline.timelineEventAdded");
    const at = { ...target.context({ frame_id: frameId }), source_frame_id: frameId, time: time * 1000 };
    if (type === "largest-contentful-paint") {
      const data = { ...at, ...(lcpDetails ? { lcp_details: toLcpDetails(lcpDetails) } : {}) };
      this.#emit({ category: "page", type: "page_lcp", source, data });
    }
    if (type !== "layout-shift") return;
    const details = layoutShiftDetails && {
      value: layoutShiftDetails.value,
      had_recent_input: layoutShiftDetails.hadRecentInput,
    };
    const data = {
      ...at,
      duration: (event.duration ?? 0) * 1000,
      ...(details ? { layout_shift_details: details } : {}),
    };
    this.#emit({ category: "page", type: "page_layout_shift", source, data });
    if (progress.isLoaded && !progress.isSettled) this.#settleLater(target, progress);
  }

  /** Every layout shift restarts the wait. */
  #settleLater(target: TelemetryTarget, progress: Progress): void {
    progress.cancel();
    progress.cancel = this.#clock.later(settledMs, () => {
      progress.isSettled = true;
      const source = cdp("Page.loadEventFired");
      this.#emit({ category: "page", type: "page_layout_settled", source, data: target.context() });
      if (!progress.hasContent) return;
      this.#emit({ category: "page", type: "page_navigation_settled", source, data: target.context() });
    });
  }
}

const newProgress = (): Progress => ({
  hasContent: false,
  isLoaded: false,
  isSettled: false,
  cancel: () => undefined,
});

const toLcpDetails = (details: NonNullable<TimelineEvent["lcpDetails"]>) => ({
  render_time: details.renderTime * 1000,
  load_time: details.loadTime * 1000,
  size: details.size,
  ...(details.elementId ? { element_id: details.elementId } : {}),
  ...(details.url ? { url: boundedUrl(details.url) } : {}),
  ...(details.nodeId === undefined ? {} : { node_id: details.nodeId }),
});
