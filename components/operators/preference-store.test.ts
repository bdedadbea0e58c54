import { beforeEach, describe, expect, it } from "vitest";
import type { PageChannel } from "@/lib/live/page-channel";
import { paces } from "@/lib/paces";
import { PreferenceStore } from "./preference-store.ts";

/** One browser: its storage, its pages, and a server that may be unreachable. */
class Browser {
  readonly stored = new Map<string, string>();
  readonly server = new Map<string, string>();
  reachable = true;
  #pages: { take: (message: unknown) => void }[] = [];
  #due: { atMs: number; run: () => void }[] = [];
  #nowMs = 0;

  open(initial: Record<string, string> = {}): { store: PreferenceStore; leave: () => void } {
    const store = new PreferenceStore("ada", initial);
    return { store, leave: store.start(this.#deps()) };
  }

  async pass(ms: number): Promise<void> {
    this.#nowMs += ms;
    for (const entry of this.#due.filter(({ atMs }) => atMs <= this.#nowMs)) {
      this.#due = this.#due.filter((other) => other !== entry);
      entry.run();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  #deps() {
    return {
      save: async (name: string, text: string) => {
        if (!this.reachable) throw new Error("away");
        this.server.set(name, text);
      },
      storage: () => ({
        getItem: (key: string) => this.stored.get(key) ?? null,
        setItem: (key: string, value: string) => void this.stored.set(key, value),
        removeItem: (key: string) => void this.stored.delete(key),
      }),
      channel: this.#channel(),
      later: (delayMs: number, run: () => void) => {
        const entry = { atMs: this.#nowMs + delayMs, run };
        this.#due.push(entry);
        return () => {
          this.#due = this.#due.filter((other) => other !== entry);
        };
      },
    };
  }

  #channel(): PageChannel {
    const page = { take: (_: unknown): void => {} };
    this.#pages.push(page);
    return {
      post: (message) => {
        for (const other of this.#pages) if (other !== page) other.take(message);
      },
      listen: (take) => {
        page.take = take;
      },
      close: () => {
        this.#pages = this.#pages.filter((other) => other !== page);
      },
    };
  }
}

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

describe("preferences", () => {
  it("apply immediately in every page and are saved once they settle", async () => {
    const one = browser.open({ "log-pane": "old" }).store;
    const other = browser.open({ "log-pane": "old" }).store;
    let notifications = 0;
    other.subscribe(() => {
      notifications += 1;
    });
    one.write("log-pane", "newer");
    one.write("log-pane", "newest");
    expect([one.read("log-pane"), other.read("log-pane"), notifications]).toEqual(["newest", "newest", 2]);
    expect(browser.server.size).toBe(0);
    await browser.pass(paces.rest.saveMs);
    expect(Object.fromEntries(browser.server)).toEqual({ "log-pane": "newest" });
    expect(browser.stored.size).toBe(0);
  });

  it("survive a reload before they are saved", async () => {
    const page = browser.open();
    page.store.write("workbench", "panes");
    page.leave();
    await browser.pass(60_000);
    expect(browser.server.size).toBe(0);
    const next = browser.open({ workbench: "what the server still had" }).store;
    expect(next.read("workbench")).toBe("panes");
    await browser.pass(0);
    expect(browser.server.get("workbench")).toBe("panes");
  });

  it("are retried until saved, the newest value only", async () => {
    const { store } = browser.open();
    browser.reachable = false;
    store.write("processes", "first");
    await browser.pass(paces.rest.saveMs);
    store.write("processes", "second");
    await browser.pass(paces.rest.saveMs);
    browser.reachable = true;
    await browser.pass(paces.retry.saveMs);
    expect(browser.server.get("processes")).toBe("second");
    expect(browser.stored.size).toBe(0);
  });

  it("ignore messages that are not preferences", () => {
    const { store } = browser.open();
    expect(() => store.write("colour", "red")).toThrow("No preference is called colour.");
  });
});
