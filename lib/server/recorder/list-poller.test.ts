import { describe, expect, it } from "vitest";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { paces } from "../kernel/paces.ts";
import { ListPoller, type PolledListName } from "./list-poller.ts";
import { pageSize, readList } from "./read-list.ts";

function watching(list: PolledListName, items = 1) {
  const clock = new TestClock();
  const upstream = { depths: [] as number[], absent: false, error: undefined as Error | undefined, items };
  const watcher = new ListPoller({
    list,
    read: async (maxPages) => {
      upstream.depths.push(maxPages);
      if (upstream.error) throw upstream.error;
      if (upstream.absent) return "absent";
      const all = Array.from({ length: upstream.items }, (_, at) => `s${at}`);
      return await readList(async (offset) => {
        const ids = all.slice(offset, offset + pageSize);
        const hasMore = offset + ids.length < all.length;
        return { atMs: clock.nowMs(), ids, count: ids.length, hasMore };
      }, maxPages);
    },
    write: () => Promise.reject(new Error("nothing is written without gaps")),
    retryAfterMs: (error) => (error instanceof RangeError ? 200_000 : undefined),
    codeOf: () => "upstream_error",
    clock,
    report: () => {},
  });
  watcher.start();
  return { clock, upstream, watcher };
}

describe("ListPoller", () => {
  it("polls about once a minute, sessions as often as pools, and faster with viewers", async () => {
    const [calm, quick] = [watching("proxies"), watching("browsers")];
    await calm.clock.advance(300_000);
    await quick.clock.advance(300_000);
    expect(calm.upstream.depths).toHaveLength(6);
    expect(quick.upstream.depths).toHaveLength(1 + 300_000 / paces.polling.usual.slowMs);
    for (let viewer = 0; viewer < 100; viewer += 1) calm.watcher.watched();
    await calm.clock.advance(20_000);
    expect(calm.upstream.depths.length - 6).toBeGreaterThanOrEqual(2);
    expect(calm.upstream.depths.length - 6).toBeLessThanOrEqual(3);
  });

  it("is not failing when the upstream lacks the list, and retries slowly", async () => {
    const { clock, upstream, watcher } = watching("browsers");
    upstream.absent = true;
    await clock.advance(1);
    expect(watcher.state).toMatchObject({ offered: false, failingSinceMs: null, lastGoodAtMs: null });
    watcher.watched();
    await clock.advance(50_000);
    expect(upstream.depths).toHaveLength(1);
    upstream.absent = false;
    await clock.advance(20_000);
    expect(watcher.state).toMatchObject({ offered: true, failingSinceMs: null });
    expect(watcher.state.lastGoodAtMs).not.toBeNull();
  });

  it("T55 respects the upstream's Retry-After, and reports since when it fails", async () => {
    const { clock, upstream, watcher } = watching("profiles");
    upstream.error = new RangeError("slow down");
    await clock.advance(199_000);
    expect(upstream.depths).toHaveLength(1);
    expect(watcher.state).toMatchObject({ code: "upstream_error", offered: true });
    expect(watcher.state.failingSinceMs).not.toBeNull();
    await clock.advance(2_000);
    expect(upstream.depths).toHaveLength(2);
  });

  it("reads the first page of a long list as often as others, the rest at most one page per second", async () => {
    const { clock, upstream, watcher } = watching("browsers", 1_805);
    for (let second = 0; second < 120; second += 1) {
      watcher.watched();
      await clock.advance(1_000);
    }
    const pages = upstream.depths.reduce((sum, depth) => sum + Math.min(depth, 20), 0);
    expect(upstream.depths.length).toBeGreaterThan(40);
    expect(pages).toBeLessThanOrEqual(120 + 20 + upstream.depths.length);
  });

  it("reports how much it read of a list that is too long, until it is read completely", async () => {
    const { clock, upstream, watcher } = watching("browsers", 2_000);
    await clock.advance(1);
    const cut = { read: 1_810, why: "cut" };
    expect(watcher.partly).toEqual(cut);
    // Turns that read only the first page do not change it.
    watcher.watched();
    await clock.advance(4_000);
    expect(upstream.depths.at(-1)).toBe(1);
    expect(watcher.partly).toEqual(cut);
    upstream.items = 1_000;
    await clock.advance(4_000);
    expect(watcher.partly).toEqual(cut);
    await clock.advance(60_000);
    expect(watcher.partly).toBeNull();
    upstream.items = 2_000;
    await clock.advance(60_000);
    expect(watcher.partly).toEqual(cut);
    // The list has one page.
    upstream.items = 3;
    await clock.advance(15_000);
    expect(watcher.partly).toBeNull();
  });
});
