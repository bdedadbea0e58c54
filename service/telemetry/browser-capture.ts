// Whether a session's browser is captured: one DevTools connection while any of the DevTools categories is selected, none
// otherwise, and again one when the browser is restarted.
import type { TelemetryCategory } from "../../lib/contract/telemetry.ts";
import type { UntimedTelemetryEvent } from "../../lib/contract/telemetry-events.ts";
import type { OpenDevTools } from "../chromium/devtools-channel.ts";
import {
  type CapturedCategory,
  capturedCategories,
  TelemetryCapture,
} from "../chromium/telemetry/telemetry-capture.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Paces } from "../kernel/paces.ts";
import { SerialQueue } from "../kernel/serial-queue.ts";

export interface BrowserCaptureDeps {
  clock: Clock;
  paces: Paces["telemetry"];
  emit: (event: UntimedTelemetryEvent) => void;
}

const captureSource = { kind: "cdp" } as const;

export class BrowserCapture {
  readonly #deps: BrowserCaptureDeps;
  #open: OpenDevTools | undefined;
  #categories: readonly CapturedCategory[] = [];
  #capture: TelemetryCapture | undefined;
  #lostAtMs: number | undefined;
  #isClosed = false;
  /** Changes are made one after the other. */
  readonly #turns = new SerialQueue();

  constructor(deps: BrowserCaptureDeps) {
    this.#deps = deps;
  }

  /** Resolves when the DevTools categories among these, and no others, are captured. */
  async select(categories: readonly TelemetryCategory[]): Promise<void> {
    this.#categories = capturedCategories.filter((category) => categories.includes(category));
    await this.#update();
  }

  /** Resolves when this browser is captured, if any category is selected. */
  async browserStarted(open: OpenDevTools): Promise<void> {
    this.#open = open;
    await this.#update();
  }

  close(): void {
    this.#isClosed = true;
    this.#capture?.close();
  }

  async #update(): Promise<void> {
    await this.#turns.take(async () => {
      const capture = this.#capture;
      if (this.#categories.length === 0 || this.#isClosed) {
        this.#capture = undefined;
        this.#lostAtMs = undefined;
        capture?.close();
      } else if (capture?.isOpen) await capture.select(this.#categories);
      else await this.#start();
    });
  }

  async #start(): Promise<void> {
    if (!this.#open) return;
    const { emit, clock, paces } = this.#deps;
    try {
      const options = { categories: this.#categories, clock, paces, emit };
      const capture = await TelemetryCapture.start(this.#open, options);
      this.#capture = capture;
      if (this.#isClosed) return capture.close();
      void capture.closed.then(() => this.#lost(capture));
      if (this.#lostAtMs === undefined) return;
      const reconnectMs = Math.round(clock.monotonicMs() - this.#lostAtMs);
      this.#lostAtMs = undefined;
      emit({
        category: "monitor",
        type: "monitor_reconnected",
        source: captureSource,
        data: { reconnect_duration_ms: reconnectMs },
      });
    } catch {
      // The session works without; its telemetry has the reason.
      emit({
        category: "monitor",
        type: "monitor_init_failed",
        source: captureSource,
        data: { step: "Target.setAutoAttach" },
      });
    }
  }

  /** The browser closed the connection: it has ended, or is being restarted. */
  #lost(capture: TelemetryCapture): void {
    if (this.#isClosed || this.#capture !== capture) return;
    this.#lostAtMs = this.#deps.clock.monotonicMs();
    this.#deps.emit({
      category: "monitor",
      type: "monitor_disconnected",
      source: captureSource,
      data: { reason: "chrome_restarted" },
    });
  }
}
