// Pictures of pages within a stream of telemetry: each with the address of its page and why it was taken, which the events
// before it say.
import type { TelemetryRecord } from "../../contract/telemetry.ts";
import { asKnownTelemetryEvent } from "../../contract/telemetry-events.ts";
import { redact } from "../kernel/redact.ts";

/** Why a picture was taken: its page had navigated, had an error, or has changed. */
export type PictureReason = "navigation" | "error" | "change";

export interface PagePicture {
  readonly sessionId: string;
  readonly atMs: number;
  readonly reason: PictureReason;
  /** Without secrets; "" while unknown. */
  readonly url: string;
  readonly png: Uint8Array;
}

/** How long after an event a picture was taken because of it. */
const causedWithinMs = 2_500;
const maxUrlChars = 2_048;

/** Types of events that say something of a picture: requests, which are the most, are not read in full for it. */
const concerned = new Set(["page_navigation", "page_load", "console_error", "monitor_screenshot"]);

interface Page {
  url: string;
  navigatedMs: number;
  failedMs: number;
}

/** The pages of one browser. */
export class TelemetryPictures {
  readonly #sessionId: string;
  /** By target. */
  readonly #pages = new Map<string, Page>();

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  /** Takes note of an event; returns the picture of one that is a picture. */
  add({ event }: TelemetryRecord): PagePicture | undefined {
    if (!concerned.has(event.type)) return undefined;
    const known = asKnownTelemetryEvent(event);
    const atMs = event.ts / 1000;
    switch (known?.type) {
      case "page_navigation":
        // Frames within the page have navigations of their own.
        if (known.data?.parent_frame_id !== undefined) return undefined;
        this.#note(known.data?.target_id, { url: known.data?.url ?? "", navigatedMs: atMs });
        return undefined;
      case "page_load":
        this.#note(known.data?.target_id, { navigatedMs: atMs });
        return undefined;
      case "console_error":
        this.#note(known.data?.target_id, { failedMs: atMs });
        return undefined;
      case "monitor_screenshot":
        return this.#picture(known.data?.png, event.source.metadata ?? {}, atMs);
      default:
        return undefined;
    }
  }

  #note(target: string | undefined, change: Partial<Page>): void {
    const page = this.#pages.get(target ?? "") ?? {
      url: "",
      navigatedMs: Number.NEGATIVE_INFINITY,
      failedMs: Number.NEGATIVE_INFINITY,
    };
    this.#pages.set(target ?? "", { ...page, ...change });
  }

  #picture(
    base64: string | undefined,
    { target_id: target = "", url }: Readonly<Record<string, string>>,
    atMs: number,
  ): PagePicture | undefined {
    if (base64 === undefined) return undefined;
    const page = this.#pages.get(target);
    const isSoonAfter = (ms = Number.NEGATIVE_INFINITY) => atMs - ms <= causedWithinMs;
    const isError = isSoonAfter(page?.failedMs);
    const reason = isError ? "error" : isSoonAfter(page?.navigatedMs) ? "navigation" : "change";
    const address = redact((url ?? page?.url ?? "").slice(0, maxUrlChars));
    return { sessionId: this.#sessionId, atMs, reason, url: address, png: Buffer.from(base64, "base64") };
  }
}
