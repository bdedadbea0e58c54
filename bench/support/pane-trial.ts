// Drives one pane in one page from outside the page, over DevTools.
import type { Browser, CDPSession, Page } from "@playwright/test";
import { z } from "zod";
import type { FindTimes, FollowTimes, FrameTimes } from "../log-pane-page/contender.ts";

const heap = z.object({ usedSize: z.number(), backingStorageSize: z.number().default(0) });
const restMs = 500;
const wheelTurns = 60;

export class PaneTrial {
  readonly #page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.#page = page;
    this.#devtools = devtools;
  }

  /** Opens the page with an empty pane in it. */
  static async open(browser: Browser, url: string, name: string): Promise<PaneTrial> {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    page.on("pageerror", (error) => console.error(`${name}: ${error.message}`));
    const devtools = await page.context().newCDPSession(page);
    // CPU time of the thread, so that the load of other processes does not count.
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(url);
    await page.evaluate((which) => window.bench.mount(which), name);
    return new PaneTrial(page, devtools);
  }

  close(): Promise<void> {
    return this.#page.close();
  }

  /** Bytes of the page's heap and buffers after a collection. */
  async heapBytes(): Promise<number> {
    await this.#devtools.send("HeapProfiler.collectGarbage");
    const { usedSize, backingStorageSize } = heap.parse(await this.#devtools.send("Runtime.getHeapUsage"));
    return usedSize + backingStorageSize;
  }

  /** Fills the pane; returns the number of characters. */
  async fill(lines: number): Promise<number> {
    await this.#page.evaluate((count) => window.bench.fill(count), lines);
    return this.#page.evaluate(() => window.bench.chars());
  }

  async follow(linesPerSecond: number, ms: number): Promise<FollowTimes> {
    await this.#prepare(linesPerSecond, ms);
    return this.#page.evaluate(() => window.bench.follow());
  }

  /** CPU time of the page's main thread while it follows. Frames are not measured: that alone takes sixty a second. */
  async followCostMs(linesPerSecond: number, ms: number): Promise<number> {
    await this.#prepare(linesPerSecond, ms);
    const beforeMs = await this.#busyMs();
    await this.#page.evaluate(() => window.bench.send());
    return (await this.#busyMs()) - beforeMs;
  }

  async #prepare(linesPerSecond: number, ms: number): Promise<void> {
    await this.#page.evaluate(([rate, forMs]) => window.bench.prepare(rate, forMs), [
      linesPerSecond,
      ms,
    ] as const);
  }

  /** Frame times of the page while no lines arrive. */
  async rest(): Promise<FrameTimes> {
    await this.#page.evaluate(() => window.bench.startMeter());
    await this.#page.waitForTimeout(restMs);
    return this.#page.evaluate(() => window.bench.endMeter());
  }

  /** Searches for text that only the newest line has. */
  async find(): Promise<FindTimes> {
    const newest = await this.#page.evaluate(() => window.bench.lastText());
    await this.#page.evaluate(() => window.bench.openFind());
    // A separate call, so that the listener is in place before the text is sent.
    await this.#page.evaluate(() => window.bench.awaitMatch());
    await this.#page.keyboard.insertText(z.string().parse(/\d{5,}/.exec(newest)?.[0]));
    return this.#page.evaluate(() => window.bench.found());
  }

  /** Scrolls up and down again with the wheel. */
  async wheel(): Promise<FrameTimes> {
    await this.#page.mouse.move(600, 400);
    await this.#page.evaluate(() => window.bench.startMeter());
    for (let turn = 0; turn < wheelTurns; turn += 1) {
      await this.#page.mouse.wheel(0, turn < wheelTurns / 2 ? -600 : 600);
    }
    return this.#page.evaluate(() => window.bench.endMeter());
  }

  /** Scrolls to the top and back to the end, one position per frame. */
  async drag(frames: number): Promise<FrameTimes & { readonly busyMs: number }> {
    const beforeMs = await this.#busyMs();
    const times = await this.#page.evaluate((count) => window.bench.drag(count), frames);
    return { ...times, busyMs: (await this.#busyMs()) - beforeMs };
  }

  /** CPU time of the page's main thread so far, in milliseconds. */
  async #busyMs(): Promise<number> {
    const { metrics } = await this.#devtools.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
  }
}
