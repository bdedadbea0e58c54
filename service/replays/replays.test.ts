import { mkdirSync, mkdtempSync, rmdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { openDatabase } from "../database.ts";
import { standardPaces } from "../kernel/paces.ts";
import type { Session } from "../sessions/session.ts";
import { SessionTokens } from "../sessions/session-tokens.ts";
import { blankPicture } from "./recorder.ts";
import { ReplayRows } from "./replay-rows.ts";
import { Replays, standardReplayLimits } from "./replays.ts";
import { VideoFiles } from "./video-files.ts";

/** An encoder that exits at once: its recordings end without a video. */
const noEncoder = "true";

async function setUp() {
  const dataDir = mkdtempSync(join(tmpdir(), "fd-replays-"));
  const clock = new ManualClock();
  const store = openDatabase(":memory:");
  const rows = new ReplayRows(store);
  const report = vi.fn();
  /** The replays of a machine with a data folder of its own, the first one unless named. */
  const open = async (
    findFfmpeg = async (): Promise<string | undefined> => noEncoder,
    machine = "first",
  ): Promise<Replays> => {
    const replays = await Replays.open({
      store,
      clock,
      paces: standardPaces,
      findFfmpeg,
      limits: standardReplayLimits,
      dataDir: join(dataDir, machine),
      tokens: new SessionTokens(Buffer.alloc(32), clock),
      publicUrl: () => "http://service",
      report,
    });
    onTestFinished(async () => {
      await replays.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    return replays;
  };
  const fill = () => {
    store.exec(
      "CREATE TRIGGER full BEFORE UPDATE ON replays BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END",
    );
    return () => {
      store.exec("DROP TRIGGER full");
      clock.advance(standardPaces.store.retryMs);
    };
  };
  const folder = join(dataDir, "first", "replays");
  /** A video that an earlier process has left, last written at this time. */
  const leave = (name: string, at: string) => {
    const path = join(folder, name);
    writeFileSync(path, "a video");
    utimesSync(path, new Date(at), new Date(at));
  };
  return { rows, clock, report, open, fill, folder, leave };
}

const session = () =>
  ({
    id: "s1",
    holding: new AbortController().signal,
    ready: Promise.resolve(),
    record: { viewport: { width: 16, height: 16 } },
    screencast: {
      watch({ frame }: { frame: (shown: { jpeg: Buffer }) => void }) {
        frame({ jpeg: blankPicture });
        return () => undefined;
      },
    },
  }) as unknown as Session;

test("a recording that ends while the disk is full is finished once there is room, and its session ends before", async () => {
  const { rows, open, fill } = await setUp();
  const replays = await open();
  const makeRoom = fill();
  const { replay_id } = await replays.start(session(), {});
  await replays.stop("s1", replay_id);
  expect(rows.find(replay_id)).toMatchObject({ finished_at: null });
  makeRoom();
  await expect
    .poll(() => rows.find(replay_id))
    .toMatchObject({ finished_at: expect.any(String), size_bytes: 0 });
});

test("one that an earlier process left is finished once there is room", async () => {
  const { rows, open, fill } = await setUp();
  rows.insert({ id: "left", session_id: "s1", started_at: "2026-01-01T00:00:00Z" });
  const found = Promise.withResolvers<undefined>();
  await open(() => found.promise);
  const makeRoom = fill();
  const prepared = vi.spyOn(ReplayRows.prototype, "finish");
  onTestFinished(() => prepared.mockRestore());
  found.resolve(undefined);
  await expect.poll(() => prepared.mock.results.length).toBe(1);
  makeRoom();
  await expect.poll(() => rows.find("left")).toMatchObject({ size_bytes: 0 });
});

test.each(["left.part.mp4", "left.mp4"])(
  "one that an earlier process left as %s has the end at which that was last written",
  async (name) => {
    const { rows, open, leave } = await setUp();
    rows.insert({ id: "left", session_id: "s1", started_at: "2026-01-01T00:00:00Z" });
    const found = Promise.withResolvers<undefined>();
    await open(() => found.promise);
    leave(name, "2026-01-01T00:05:00Z");
    found.resolve(undefined);
    await expect
      .poll(() => rows.find("left"))
      .toMatchObject({ finished_at: "2026-01-01T00:05:00.000000000Z", size_bytes: 7 });
  },
);

test("one whose video cannot be made final is finished once it can be, and its session ends before", async () => {
  const { rows, clock, report, open } = await setUp();
  const replays = await open();
  const finish = vi.spyOn(VideoFiles.prototype, "finish");
  onTestFinished(() => finish.mockRestore());
  const noSpace = new Error("no space left on device");
  finish.mockRejectedValueOnce(noSpace).mockRejectedValueOnce(noSpace);
  const { replay_id } = await replays.start(session(), {});
  await replays.stop("s1", replay_id);
  expect(rows.find(replay_id)).toMatchObject({ finished_at: null });
  const finishedAt = clock.timestamp();
  const passed = () => {
    clock.advance(5_000);
    return rows.find(replay_id);
  };
  await expect.poll(passed).toMatchObject({ finished_at: finishedAt, size_bytes: 0 });
  expect(report.mock.calls).toEqual([[noSpace]]);
});

test("one that an earlier process left is made final once it can be, unless the service stops", async () => {
  const { rows, clock, report, open, folder, leave } = await setUp();
  await (await open()).close();
  rows.insert({ id: "left", session_id: "s1", started_at: "2026-01-01T00:00:00Z" });
  leave("left.part.mp4", "2026-01-01T00:05:00Z");
  mkdirSync(join(folder, "left.mp4"));
  const first = await open(async () => undefined);
  await expect.poll(() => report.mock.calls.length).toBe(1);
  await first.close();
  const finish = vi.spyOn(VideoFiles.prototype, "finish");
  onTestFinished(() => finish.mockRestore());
  clock.advance(60_000);
  expect(finish).not.toHaveBeenCalled();
  await open(async () => undefined);
  await expect.poll(() => report.mock.calls.length).toBe(2);
  rmdirSync(join(folder, "left.mp4"));
  clock.advance(5_000);
  await expect.poll(() => rows.find("left")).toMatchObject({ size_bytes: 7 });
});

test.each(["left.part.mp4", "left.mp4"])(
  "one that a machine left as %s is finished by it, after another one on the same database had no video of it",
  async (name) => {
    const { rows, open, leave } = await setUp();
    await (await open()).close();
    rows.insert({ id: "left", session_id: "s1", started_at: "2026-01-01T00:00:00Z" });
    leave(name, "2026-01-01T00:05:00Z");
    const other = await open(undefined, "other");
    await other.stop("s1", "left");
    expect(rows.find("left")).toMatchObject({ finished_at: "2026-01-01T00:00:00Z", size_bytes: 0 });
    await expect(other.open("s1", "left")).rejects.toMatchObject({
      message: expect.stringContaining("another machine"),
    });
    await other.close();
    const first = await open(async () => undefined);
    await expect
      .poll(() => rows.find("left"))
      .toMatchObject({ finished_at: "2026-01-01T00:05:00.000000000Z", size_bytes: 7 });
    const found = await first.open("s1", "left");
    await found?.video.close();
    expect(found?.record).toMatchObject({ size_bytes: 7 });
    const again = await open(undefined, "other");
    await expect(again.open("s1", "left")).rejects.toMatchObject({
      status: 404,
      message: "the video, which stays on the machine that recorded it, was not found",
    });
  },
);

test("one whose end is from a clock that was behind is not too old while its video is new", async () => {
  const { rows, clock, open, leave } = await setUp();
  await open();
  for (const id of ["old", "new"]) {
    rows.insert({ id, session_id: "s1", started_at: "2025-11-01T00:00:00Z" });
    rows.finish(id, "2025-11-01T00:05:00Z", 7);
    leave(`${id}.mp4`, id === "new" ? "2026-01-01T00:00:00Z" : "2025-11-01T00:05:00Z");
  }
  const leftLater = () => {
    clock.advance(3_600_000);
    return rows.finished().map(({ id }) => id);
  };
  await expect.poll(leftLater).not.toContain("old");
  expect(leftLater()).toEqual(["new"]);
});

test("a recording is not started for the next holder of a session that is released meanwhile", async () => {
  const { open } = await setUp();
  const found = Promise.withResolvers<string>();
  const replays = await open(() => found.promise);
  const first = new AbortController();
  const held = Object.assign(session(), { holding: first.signal });
  const starting = replays.start(held, {});
  held.holding = new AbortController().signal;
  first.abort();
  found.resolve(noEncoder);
  await expect(starting).rejects.toMatchObject({ status: 404 });
  expect(replays.ofSession("s1")).toEqual([]);
});
