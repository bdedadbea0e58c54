import { expect, it, vi } from "vitest";
import { runningReplays } from "./running-replays.ts";

const { call } = vi.hoisted(() => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock("../upstream/call.ts", () => ({ call }));

const answer = (stale?: string) => ({
  value: [
    { replay_id: "done", finished_at: "2026-11-01T12:00:00Z" },
    { replay_id: "null", finished_at: null },
    { replay_id: "missing" },
  ],
  stale,
});

it("lists the recordings that are not finished", async () => {
  call.mockResolvedValue(answer());
  expect(await runningReplays("s1")).toEqual(["null", "missing"]);
});

it("lists none of an answer that was given earlier", async () => {
  call.mockResolvedValue(answer("upstream_slow"));
  await expect(runningReplays("s1")).rejects.toMatchObject({ status: 503, code: "upstream_slow" });
});
