// The screencast of the page in front as JPEG frames, shared by any number of watchers; runs only while there are
// any. Frames are passed on as they arrive; dropping frames is up to a slow watcher.

import { z } from "zod";
import { SerialQueue } from "../kernel/serial-queue.ts";
import { type DevTools, DevToolsRefusal } from "./devtools.ts";
import type { Pages } from "./pages.ts";

const quality = 60;
const maxSize = { maxWidth: 1600, maxHeight: 1600 };
// Chromium sends this many frames unacknowledged and drops those it draws meanwhile. Together with the delay that
// gives about 20 frames a second of an animated page, and leaves CPU time to the pages.
const maxInFlight = 3;
const ackDelayMs = 150;
const idleMs = 300;
const retryDelayMs = 200;

export interface Frame {
  jpeg: Buffer;
  /** Size of the page's view in CSS pixels, to which input coordinates refer. */
  width: number;
  height: number;
}

export interface Watcher {
  frame(frame: Frame): void;
  page(page: { url: string; title: string }): void;
}

const screencastFrame = z.object({
  data: z.string(),
  sessionId: z.number(),
  metadata: z.object({ deviceWidth: z.number(), deviceHeight: z.number() }),
});
const visibilityChange = z.object({ visible: z.boolean() });

const screencastOptions = { format: "jpeg", quality, ...maxSize };

interface Shown {
  targetId: string;
  sessionId: string;
  url: string | undefined;
}

export class Screencast {
  readonly #devtools: DevTools;
  readonly #pages: Pages;
  readonly #watchers = new Set<Watcher>();
  readonly #stops: (() => void)[] = [];
  #shown: Shown | undefined;
  #lastFrame: Frame | undefined;
  #inFlight = 0;
  #mayHaveDropped = false;
  #idleTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #newestPageId: string | undefined;
  /** Serializes changes of the shown page. */
  readonly #turns = new SerialQueue();

  constructor(devtools: DevTools, pages: Pages) {
    this.#devtools = devtools;
    this.#pages = pages;
  }

  /** Adds a watcher; the returned function removes it. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    if (this.#watchers.size === 1) this.#start();
    // Also for the only watcher: the screencast of one that has just left may still run.
    this.#notifyWatcher(watcher);
    return () => {
      if (this.#watchers.delete(watcher) && this.#watchers.size === 0) this.#stop();
    };
  }

  /** Sends input to the shown page. Input is lost without one, or when it has just closed. */
  input(method: "Input.dispatchMouseEvent" | "Input.dispatchKeyEvent" | "Input.insertText", params: object) {
    const shown = this.#shown;
    return shown ? this.#devtools.send(method, params, { sessionId: shown.sessionId }) : Promise.resolve();
  }

  get view(): { width: number; height: number } | undefined {
    return this.#lastFrame;
  }

  /** The page that watchers see; undefined before there is one. */
  get shownTargetId(): string | undefined {
    return this.#shown?.targetId;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  #start(): void {
    this.#newestPageId = undefined;
    this.#stops.push(
      this.#devtools.on("Page.screencastFrame", (params, from) => {
        if (from !== undefined && from === this.#shown?.sessionId)
          this.#receive(screencastFrame.parse(params), from);
      }),
      this.#devtools.on("Page.screencastVisibilityChanged", (params, from) => {
        if (from !== this.#shown?.sessionId || visibilityChange.parse(params).visible) return;
        this.#enqueue(async () => await this.#show(await this.#findVisible()));
      }),
      this.#pages.onChange(() => this.#pagesChanged()),
    );
    this.#pagesChanged();
  }

  #stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    clearTimeout(this.#retryTimer);
    this.#enqueue(async () => {
      if (this.#watchers.size === 0) await this.#show(undefined);
    });
  }

  #enqueue(act: () => Promise<void>): void {
    // A page that closes while it is being shown is no error; the next change selects another.
    this.#turns.take(act).catch(() => undefined);
  }

  #pagesChanged(): void {
    for (const watcher of this.#watchers) this.#notifyPage(watcher);
    this.#detectNavigation();
    this.#enqueue(async () => {
      const newest = this.#pages.newest?.targetId;
      const opened = newest !== this.#newestPageId && newest !== undefined;
      this.#newestPageId = newest;
      const shownIsOpen = this.#shown !== undefined && this.#pages.find(this.#shown.targetId) !== undefined;
      if (shownIsOpen && !opened) return;
      await this.#show(shownIsOpen ? newest : ((await this.#findVisible()) ?? newest));
    });
  }

  async #show(targetId: string | undefined): Promise<void> {
    const earlier = this.#shown;
    if (targetId !== undefined && targetId === earlier?.targetId) return;
    this.#shown = undefined;
    this.#inFlight = 0;
    clearTimeout(this.#idleTimer);
    if (earlier) await this.#devtools.detach(earlier.sessionId).catch(() => undefined);
    if (targetId === undefined || this.#watchers.size === 0) {
      this.#lastFrame = undefined;
      return;
    }
    const sessionId = await this.#devtools.attach(targetId);
    this.#shown = { targetId, sessionId, url: this.#pages.find(targetId)?.url };
    for (const watcher of this.#watchers) this.#notifyPage(watcher);
    // It may be navigating already.
    this.#mayHaveDropped = true;
    this.#scheduleIdleCheck(sessionId);
    await this.#startScreencast(sessionId);
  }

  async #startScreencast(sessionId: string): Promise<void> {
    try {
      await this.#devtools.send("Page.startScreencast", screencastOptions, { sessionId });
    } catch (error) {
      if (!(error instanceof DevToolsRefusal)) throw error;
      // A page that has just been opened may not be ready for it.
      await this.#show(undefined);
      clearTimeout(this.#retryTimer);
      if (this.#watchers.size > 0) this.#retryTimer = setTimeout(() => this.#pagesChanged(), retryDelayMs);
    }
  }

  /** The page in front, as reported by the pages' visibility. */
  async #findVisible(): Promise<string | undefined> {
    for (const { targetId } of [...this.#pages.open].reverse()) {
      if (targetId === this.#shown?.targetId) continue;
      const visible = await this.#isVisible(targetId).catch(() => false);
      if (visible) return targetId;
    }
    return this.#shown?.targetId;
  }

  async #isVisible(targetId: string): Promise<boolean> {
    const sessionId = await this.#devtools.attach(targetId);
    const visible = await this.#devtools.isVisible(sessionId);
    await this.#devtools.detach(sessionId);
    return visible;
  }

  #receive({ data, sessionId, metadata }: z.infer<typeof screencastFrame>, from: string): void {
    this.#inFlight += 1;
    if (this.#inFlight >= maxInFlight) this.#mayHaveDropped = true;
    setTimeout(() => {
      if (from !== this.#shown?.sessionId) return;
      this.#inFlight -= 1;
      this.#devtools
        .send("Page.screencastFrameAck", { sessionId }, { sessionId: from })
        .catch(() => undefined);
    }, ackDelayMs);
    this.#scheduleIdleCheck(from);
    const frame = {
      jpeg: Buffer.from(data, "base64"),
      width: metadata.deviceWidth,
      height: metadata.deviceHeight,
    };
    this.#lastFrame = frame;
    for (const watcher of this.#watchers) watcher.frame(frame);
  }

  /** After a navigation to another renderer Chromium sometimes loses the only frame that the page draws. */
  #detectNavigation(): void {
    const shown = this.#shown;
    const url = shown && this.#pages.find(shown.targetId)?.url;
    if (!shown || url === shown.url) return;
    shown.url = url;
    this.#mayHaveDropped = true;
    this.#scheduleIdleCheck(shown.sessionId);
  }

  #scheduleIdleCheck(sessionId: string): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#refreshIdle(sessionId), idleMs);
  }

  /**
   * When frames may have been dropped before the page became idle, a restart of the screencast sends its last
   * state.
   */
  #refreshIdle(sessionId: string): void {
    if (!this.#mayHaveDropped) return;
    this.#mayHaveDropped = false;
    this.#enqueue(async () => {
      if (sessionId !== this.#shown?.sessionId) return;
      await this.#devtools.send("Page.stopScreencast", {}, { sessionId });
      this.#inFlight = 0;
      await this.#startScreencast(sessionId);
    });
  }

  #notifyWatcher(watcher: Watcher): void {
    this.#notifyPage(watcher);
    if (this.#lastFrame) watcher.frame(this.#lastFrame);
  }

  #notifyPage(watcher: Watcher): void {
    const page = this.#shown && this.#pages.find(this.#shown.targetId);
    if (page) watcher.page({ url: page.url, title: page.title });
  }
}
