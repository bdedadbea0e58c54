import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { minuteMs } from "../../bff/time-units.ts";
import { operations } from "../../contract/operations/operations.ts";
import { audited } from "./audited.ts";
import { mediaRoute } from "./media-route.ts";

const video = vi.hoisted(() => ({ target: "" }));
vi.mock("./read-audited-input.ts", () => ({
  readAuditedInput: async () => ({
    input: {},
    act: { operator: { sid: "one" }, action: "downloadReplay", target: video.target },
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

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(audited).mockClear();
  video.target += "a";
});
afterEach(() => void vi.useRealTimers());

async function part() {
  const { GET } = mediaRoute(operations.downloadReplay, { fileName: () => "a.mp4" });
  const request = new Request("http://localhost/api/browsers/a/replays/b");
  expect((await GET(request, { params: Promise.resolve({}) })).status).toBe(200);
}

it("audits a video once whose parts are requested at once", async () => {
  await Promise.all([part(), part(), part()]);
  expect(audited).toHaveBeenCalledTimes(1);
});

it("audits a video once, and again after ten minutes without a part, also when the clock was set back", async () => {
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
