import { expect, it, vi } from "vitest";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import { runningReplays } from "./running-replays.ts";
import { BrowserEnded } from "./session-acts.ts";

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

it("is left to a browser that has ended, and fails where only its recordings are missing", async () => {
  const missing = new UpstreamFailure(404, "not_found", "x", { unhealthy: false, retryable: false });
  call.mockRejectedValueOnce(missing).mockResolvedValueOnce({ value: {} });
  await expect(runningReplays("s1")).rejects.toBe(missing);
  call.mockRejectedValueOnce(missing).mockRejectedValueOnce(missing);
  await expect(runningReplays("s1")).rejects.toBeInstanceOf(BrowserEnded);
});
