// The picture of the page that is in front, as JPEG frames, for any number of watchers at once. Runs only
// while someone watches. Hands frames on as they come: what a slow watcher drops is the watcher's business.
import { z } from "zod";
import { type DevTools, DevToolsRefusal } from "./devtools.ts";
import type { Pages } from "./pages.ts";

const quality = 60;
const maxSize = { maxWidth: 1600, maxHeight: 1600 };
// Chromium keeps this many frames unacknowledged and drops what it draws meanwhile: together with the delay
// that makes about 20 frames a second of an animated page, and leaves the cores to the pages.
const maxInFlight = 3;
const ackDelayMs = 150;
const restMs = 300;
const tryAgainMs = 200;

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

const attached = z.object({ sessionId: z.string() });
const screencastFrame = z.object({
  data: z.string(),
  sessionId: z.number(),
  metadata: z.object({ deviceWidth: z.number(), deviceHeight: z.number() }),
});
const visibilityChange = z.object({ visible: z.boolean() });
const evaluated = z.object({ result: z.object({ value: z.unknown() }) });

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
  #restTimer: NodeJS.Timeout | undefined;
  #tryAgainTimer: NodeJS.Timeout | undefined;
  #newestSeen: string | undefined;
  /** Changes of the shown page happen one after another. */
  #turn: Promise<void> = Promise.resolve();

  constructor(devtools: DevTools, pages: Pages) {
    this.#devtools = devtools;
    this.#pages = pages;
  }

  /** Starts the picture for a watcher; the answer stops it. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    if (this.#watchers.size === 1) this.#start();
    // Also for the only one: the picture may still run for one that has just left.
    this.#tellAll(watcher);
    return () => {
      if (this.#watchers.delete(watcher) && this.#watchers.size === 0) this.#stop();
    };
  }

  /** Sends input to the page that is shown; without one, or when it just went, the input is lost. */
  input(method: "Input.dispatchMouseEvent" | "Input.dispatchKeyEvent" | "Input.insertText", params: object) {
    const shown = this.#shown;
    return shown ? this.#devtools.send(method, params, { sessionId: shown.sessionId }) : Promise.resolve();
  }

  get view(): { width: number; height: number } | undefined {
    return this.#lastFrame;
  }

  #start(): void {
    this.#newestSeen = undefined;
    this.#stops.push(
      this.#devtools.on("Page.screencastFrame", (params, from) => {
        if (from !== undefined && from === this.#shown?.sessionId)
          this.#receive(screencastFrame.parse(params), from);
      }),
      this.#devtools.on("Page.screencastVisibilityChanged", (params, from) => {
        if (from !== this.#shown?.sessionId || visibilityChange.parse(params).visible) return;
        this.#inTurn(async () => await this.#show(await this.#findVisible()));
      }),
      this.#pages.onChange(() => this.#pagesChanged()),
    );
    this.#pagesChanged();
  }

  #stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    clearTimeout(this.#tryAgainTimer);
    this.#inTurn(async () => {
      if (this.#watchers.size === 0) await this.#show(undefined);
    });
  }

  #inTurn(act: () => Promise<void>): void {
    // A page that goes while it is being shown is no fault; the next change finds another.
    this.#turn = this.#turn.then(act).catch(() => undefined);
  }

  #pagesChanged(): void {
    for (const watcher of this.#watchers) this.#tellPage(watcher);
    this.#mayHaveGoneElsewhere();
    this.#inTurn(async () => {
      const newest = this.#pages.newest?.targetId;
      const opened = newest !== this.#newestSeen && newest !== undefined;
      this.#newestSeen = newest;
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
    clearTimeout(this.#restTimer);
    if (earlier) {
      await this.#devtools
        .send("Target.detachFromTarget", { sessionId: earlier.sessionId })
        .catch(() => undefined);
    }
    if (targetId === undefined || this.#watchers.size === 0) {
      this.#lastFrame = undefined;
      return;
    }
    const { sessionId } = await this.#devtools.ask(attached, "Target.attachToTarget", {
      targetId,
      flatten: true,
    });
    this.#shown = { targetId, sessionId, url: this.#pages.find(targetId)?.url };
    for (const watcher of this.#watchers) this.#tellPage(watcher);
    // It may be on its way elsewhere already.
    this.#mayHaveDropped = true;
    this.#checkAtRest(sessionId);
    await this.#startPicture(sessionId);
  }

  async #startPicture(sessionId: string): Promise<void> {
    try {
      await this.#devtools.send("Page.startScreencast", screencastOptions, { sessionId });
    } catch (error) {
      if (!(error instanceof DevToolsRefusal)) throw error;
      // A page that has only just been opened is not always ready for it.
      await this.#show(undefined);
      clearTimeout(this.#tryAgainTimer);
      if (this.#watchers.size > 0) this.#tryAgainTimer = setTimeout(() => this.#pagesChanged(), tryAgainMs);
    }
  }

  /** The page that is in front now, as far as the pages themselves can tell. */
  async #findVisible(): Promise<string | undefined> {
    for (const { targetId } of [...this.#pages.open].reverse()) {
      if (targetId === this.#shown?.targetId) continue;
      const visible = await this.#isVisible(targetId).catch(() => false);
      if (visible) return targetId;
    }
    return this.#shown?.targetId;
  }

  async #isVisible(targetId: string): Promise<boolean> {
    const { sessionId } = await this.#devtools.ask(attached, "Target.attachToTarget", {
      targetId,
      flatten: true,
    });
    const params = { expression: "document.visibilityState", returnByValue: true };
    const { result } = await this.#devtools.ask(evaluated, "Runtime.evaluate", params, {
      sessionId,
      timeoutMs: 1000,
    });
    await this.#devtools.send("Target.detachFromTarget", { sessionId });
    return result.value === "visible";
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
    this.#checkAtRest(from);
    const frame = {
      jpeg: Buffer.from(data, "base64"),
      width: metadata.deviceWidth,
      height: metadata.deviceHeight,
    };
    this.#lastFrame = frame;
    for (const watcher of this.#watchers) watcher.frame(frame);
  }

  /** Where an address brings another renderer, Chromium now and then loses the only picture that one draws. */
  #mayHaveGoneElsewhere(): void {
    const shown = this.#shown;
    const url = shown && this.#pages.find(shown.targetId)?.url;
    if (!shown || url === shown.url) return;
    shown.url = url;
    this.#mayHaveDropped = true;
    this.#checkAtRest(shown.sessionId);
  }

  #checkAtRest(sessionId: string): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#showRest(sessionId), restMs);
  }

  /** A page that came to rest while frames were dropped: starting again gives the picture it rests in. */
  #showRest(sessionId: string): void {
    if (!this.#mayHaveDropped) return;
    this.#mayHaveDropped = false;
    this.#inTurn(async () => {
      if (sessionId !== this.#shown?.sessionId) return;
      await this.#devtools.send("Page.stopScreencast", {}, { sessionId });
      this.#inFlight = 0;
      await this.#startPicture(sessionId);
    });
  }

  #tellAll(watcher: Watcher): void {
    this.#tellPage(watcher);
    if (this.#lastFrame) watcher.frame(this.#lastFrame);
  }

  #tellPage(watcher: Watcher): void {
    const page = this.#shown && this.#pages.find(this.#shown.targetId);
    if (page) watcher.page({ url: page.url, title: page.title });
  }
}
