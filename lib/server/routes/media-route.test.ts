import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { operations } from "../../contract/operations.ts";
import { audited } from "./audited.ts";
import { mediaRoute } from "./media-route.ts";

vi.mock("./read-act.ts", () => ({
  readAct: async () => ({
    input: {},
    act: { operator: { sid: "one" }, action: "downloadReplay", target: "a" },
  }),
}));
vi.mock("./audited.ts", () => ({ audited: vi.fn((_act: unknown, work: () => unknown) => work()) }));
vi.mock("../upstream/call.ts", () => ({
  download: async () => ({
    status: 200,
    headers: { "content-type": "video/mp4" },
    body: Readable.from(["part"]),
  }),
}));

const minuteMs = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("has one row in the audit for a video, and one more after ten minutes without a part, also when the clock was set back", async () => {
  const { GET } = mediaRoute(operations.downloadReplay, { fileName: () => "a.mp4" });
  const part = async () => {
    const request = new Request("http://localhost/api/browsers/a/replays/b");
    expect((await GET(request, { params: Promise.resolve({}) })).status).toBe(200);
  };
  await part();
  vi.advanceTimersByTime(9 * minuteMs);
  await part();
  vi.advanceTimersByTime(9 * minuteMs);
  await part();
  expect(audited).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() - 60 * minuteMs);
  vi.advanceTimersByTime(11 * minuteMs);
  await part();
  expect(audited).toHaveBeenCalledTimes(2);
});
