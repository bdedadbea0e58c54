// Captures what the pages of one browser do, over one DevTools connection of its own. Of each category only the domains
// that it needs are enabled. A page can find out that the Runtime domain is, so only the console, which a client has to
// choose, enables it.
import { z } from "zod";
import type { TelemetryCategory } from "../../../lib/contract/telemetry.ts";
import { type Clock, within } from "../../kernel/clock.ts";
import type { Paces } from "../../kernel/paces.ts";
import { DevTools } from "../devtools.ts";
import type { OpenDevTools } from "../devtools-channel.ts";
import { ConsoleCapture } from "./telemetry-console.ts";
import { InteractionCapture } from "./telemetry-interaction.ts";
import { NetworkCapture } from "./telemetry-network.ts";
import { PageCapture } from "./telemetry-page-events.ts";
import { ScreenshotCapture } from "./telemetry-screenshots.ts";
import {
  type CategoryCapture,
  type EmitTelemetry,
  frame,
  type OnTargetEvent,
  TelemetryTarget,
  targetInfo,
} from "./telemetry-target.ts";

/** The categories that are captured through DevTools. */
export const capturedCategories = [
  "console",
  "network",
  "page",
  "interaction",
  "screenshot",
] as const satisfies readonly TelemetryCategory[];
export type CapturedCategory = (typeof capturedCategories)[number];

/** A restored tab does not answer before it is shown. */
const attachTimeoutMs = 2_000;

/** Workers are left out: a service worker would not end while it is attached. */
const filter = [{ type: "page" }, { type: "iframe" }];

const attachedToTarget = z.object({
  sessionId: z.string(),
  targetInfo,
  waitingForDebugger: z.boolean(),
});
const detachedFromTarget = z.object({ sessionId: z.string() });
const frameTree = z.object({ frameTree: z.object({ frame }) });
const frameNavigated = z.object({ frame });
const navigatedWithinDocument = z.object({ frameId: z.string(), url: z.string() });

export interface TelemetryCaptureOptions {
  categories: readonly CapturedCategory[];
  clock: Clock;
  paces: Paces["telemetry"];
  emit: EmitTelemetry;
}

export class TelemetryCapture {
  readonly #devtools: DevTools;
  readonly #targets = new Map<string, TelemetryTarget>();
  readonly #captures: Readonly<Record<CapturedCategory, CategoryCapture>>;
  readonly #attaching = new Set<Promise<unknown>>();
  #categories: readonly CapturedCategory[];

  private constructor(devtools: DevTools, { categories, emit, clock, paces }: TelemetryCaptureOptions) {
    this.#devtools = devtools;
    this.#categories = categories;
    this.#track();
    const on = this.#onTargetEvent;
    this.#captures = {
      console: new ConsoleCapture({ on, emit, clock }),
      network: new NetworkCapture({ on, emit, clock }),
      page: new PageCapture({ on, emit, clock }),
      interaction: new InteractionCapture({ on, emit }),
      screenshot: new ScreenshotCapture({ on, emit, clock, paces }),
    };
  }

  /** Resolves when the open pages are captured. Rejects when the browser cannot be connected to. */
  static async start(open: OpenDevTools, options: TelemetryCaptureOptions): Promise<TelemetryCapture> {
    const devtools = await DevTools.over(open, { canWait: true });
    const capture = new TelemetryCapture(devtools, options);
    try {
      await capture.#autoAttach();
      await capture.#attached();
    } catch (error) {
      devtools.close();
      throw error;
    }
    return capture;
  }

  get isOpen(): boolean {
    return this.#devtools.isOpen;
  }

  /** Resolves when the connection is closed, by either side. */
  get closed(): Promise<void> {
    return this.#devtools.closed;
  }

  /** Captures these categories from now on; resolves when the open pages are captured so. */
  async select(categories: readonly CapturedCategory[]): Promise<void> {
    const added = categories.filter((category) => !this.#categories.includes(category));
    const removed = this.#categories.filter((category) => !categories.includes(category));
    this.#categories = categories;
    const begun: Promise<unknown>[] = [];
    for (const target of this.#targets.values()) {
      for (const category of removed) this.#captures[category].end(target);
      for (const category of added) begun.push(this.#captures[category].begin(target));
    }
    await within(attachTimeoutMs, Promise.all(begun));
  }

  close(): void {
    for (const target of this.#targets.values()) this.#forget(target);
    this.#devtools.close();
  }

  async #autoAttach(sessionId?: string): Promise<void> {
    await this.#devtools.send(
      "Target.setAutoAttach",
      // A new page waits until its capture has begun, so that its first request is not missed.
      { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter },
      sessionId === undefined ? {} : { sessionId },
    );
  }

  /** Resolves when the pages that have been found until now are captured. */
  async #attached(): Promise<void> {
    await within(attachTimeoutMs, Promise.all(this.#attaching));
  }

  readonly #onTargetEvent: OnTargetEvent = (method, schema, act) => {
    this.#devtools.on(method, (params, sessionId) => {
      const target = this.#targets.get(sessionId ?? "");
      const read = target && schema.safeParse(params);
      if (target && read?.success) act(read.data, target);
    });
  };

  /** Subscribes first, so that all others find the context of the present document. */
  #track(): void {
    this.#devtools.on("Target.attachedToTarget", (params) => this.#attach(attachedToTarget.parse(params)));
    this.#devtools.on("Target.detachedFromTarget", (params) => {
      const target = this.#targets.get(detachedFromTarget.parse(params).sessionId);
      if (target) this.#forget(target);
    });
    this.#onTargetEvent("Page.frameNavigated", frameNavigated, ({ frame: shown }, target) => {
      if (!target.isMainFrame(shown)) return;
      target.showDocument(shown, { navigated: true });
      for (const category of this.#categories) this.#captures[category].navigated?.(target);
    });
    this.#onTargetEvent(
      "Page.navigatedWithinDocument",
      navigatedWithinDocument,
      ({ frameId, url }, target) => {
        if (target.isMainFrame({ id: frameId })) target.changeUrl(url);
      },
    );
  }

  #attach({ sessionId, targetInfo: info, waitingForDebugger }: z.infer<typeof attachedToTarget>): void {
    const target = new TelemetryTarget(this.#devtools, sessionId, info);
    this.#targets.set(sessionId, target);
    if (waitingForDebugger) {
      for (const category of this.#categories) this.#captures[category].opened?.(target);
    }
    const begun = [
      this.#autoAttach(sessionId).catch(() => undefined),
      target.send("Page.enable"),
      this.#readDocument(target),
      ...this.#categories.map((category) => this.#captures[category].begin(target)),
      // The last of the commands; the page handles them in order.
      ...(waitingForDebugger ? [target.send("Runtime.runIfWaitingForDebugger")] : []),
    ];
    const attaching = Promise.all(begun).finally(() => this.#attaching.delete(attaching));
    this.#attaching.add(attaching);
  }

  async #readDocument(target: TelemetryTarget): Promise<void> {
    const read = frameTree.safeParse(await target.send("Page.getFrameTree"));
    if (read.success && !target.hasDocument) {
      target.showDocument(read.data.frameTree.frame, { navigated: false });
    }
  }

  #forget(target: TelemetryTarget): void {
    this.#targets.delete(target.sessionId);
    for (const category of capturedCategories) this.#captures[category].gone(target);
  }
}
