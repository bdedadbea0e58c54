// Small pictures of pages as telemetry: after loading, after an error, and every few seconds while the page changes. Each is
// one frame of a screencast, which Chromium scales itself; a picture that equals the last one is left out.
import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import type { Paces } from "../../kernel/paces.ts";
import type { CategoryCapture, EmitTelemetry, OnTargetEvent, TelemetryTarget } from "./telemetry-target.ts";

const screencast = { format: "png", maxWidth: 800, maxHeight: 800 };
/** A hidden page draws no frame. */
const frameTimeoutMs = 2_000;
const maxPngChars = 1_500_000;

const screencastFrame = z.object({ data: z.string(), sessionId: z.number() });
const anything = z.unknown();

interface Shown {
  lastPng: string;
  lastAtMs: number;
  isTaking: boolean;
  cancelNext: () => void;
  cancelTimeout: () => void;
}

export interface ScreenshotCaptureDeps {
  on: OnTargetEvent;
  emit: EmitTelemetry;
  clock: Clock;
  paces: Pick<Paces["telemetry"], "screenshotMs" | "minScreenshotGapMs">;
}

export class ScreenshotCapture implements CategoryCapture {
  readonly #deps: ScreenshotCaptureDeps;
  readonly #shown = new Map<TelemetryTarget, Shown>();

  constructor(deps: ScreenshotCaptureDeps) {
    this.#deps = deps;
    deps.on("Page.screencastFrame", screencastFrame, ({ data }, target) => this.#receive(data, target));
    const soon = (_: unknown, target: TelemetryTarget) => this.#takeSoon(target);
    deps.on("Page.loadEventFired", anything, soon);
    // Sent while the console is captured.
    deps.on("Runtime.exceptionThrown", anything, soon);
  }

  async begin(target: TelemetryTarget): Promise<void> {
    if (!target.isPage) return;
    this.#shown.set(target, {
      lastPng: "",
      lastAtMs: Number.NEGATIVE_INFINITY,
      isTaking: false,
      cancelNext: () => undefined,
      cancelTimeout: () => undefined,
    });
    this.#takeAfter(target, this.#deps.paces.screenshotMs);
  }

  end(target: TelemetryTarget): void {
    this.gone(target);
    if (target.isPage) void target.send("Page.stopScreencast");
  }

  gone(target: TelemetryTarget): void {
    const shown = this.#shown.get(target);
    shown?.cancelNext();
    shown?.cancelTimeout();
    this.#shown.delete(target);
  }

  navigated(target: TelemetryTarget): void {
    this.#takeSoon(target);
  }

  /** As soon as the least time between two pictures has passed. */
  #takeSoon(target: TelemetryTarget): void {
    const shown = this.#shown.get(target);
    if (!shown) return;
    const passedMs = this.#deps.clock.monotonicMs() - shown.lastAtMs;
    this.#takeAfter(target, Math.max(0, this.#deps.paces.minScreenshotGapMs - passedMs));
  }

  #takeAfter(target: TelemetryTarget, delayMs: number): void {
    const shown = this.#shown.get(target);
    if (!shown) return;
    shown.cancelNext();
    shown.cancelNext = this.#deps.clock.later(delayMs, () => this.#take(target, shown));
  }

  #take(target: TelemetryTarget, shown: Shown): void {
    const { clock, paces } = this.#deps;
    this.#takeAfter(target, paces.screenshotMs);
    if (shown.isTaking) return;
    shown.isTaking = true;
    shown.lastAtMs = clock.monotonicMs();
    void target.send("Page.startScreencast", screencast);
    shown.cancelTimeout = clock.later(frameTimeoutMs, () => this.#stop(target, shown));
  }

  #stop(target: TelemetryTarget, shown: Shown): void {
    shown.isTaking = false;
    shown.cancelTimeout();
    void target.send("Page.stopScreencast");
  }

  #receive(png: string, target: TelemetryTarget): void {
    const shown = this.#shown.get(target);
    if (!shown?.isTaking) return;
    this.#stop(target, shown);
    if (png === shown.lastPng || png.length > maxPngChars) return;
    shown.lastPng = png;
    this.#deps.emit({
      category: "screenshot",
      type: "monitor_screenshot",
      source: {
        kind: "cdp",
        event: "Page.screencastFrame",
        metadata: { target_id: target.info.targetId, session_id: target.sessionId },
      },
      data: { png },
    });
  }
}
