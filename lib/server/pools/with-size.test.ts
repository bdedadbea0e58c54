import { beforeEach, expect, it, vi } from "vitest";
import { operations } from "../../contract/operations/operations.ts";
import { call } from "../upstream/call.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import { withSize } from "./with-size.ts";

vi.mock("../upstream/call.ts", () => ({ call: vi.fn() }));

const params = { id_or_name: "checkout" };
const rate = { params, body: { fill_rate_per_minute: 20 } };
const read = (size: number | null, stale?: string) =>
  vi.mocked(call).mockResolvedValue({
    operation: operations.retrievePool,
    status: 200,
    value: {
      id: "p1",
      available_count: 1,
      acquired_count: 0,
      created_at: "2026-02-03T04:05:06Z",
      browser_pool_config: { size },
    },
    bytes: new Uint8Array(),
    badItems: 0,
    paging: {},
    observedAtMs: 1,
    ...(stale === undefined ? {} : { stale }),
  });

beforeEach(() => {
  vi.mocked(call).mockReset();
});

it("adds the present size to a change of anything else", async () => {
  read(7);
  expect(await withSize(rate)).toEqual({ params, body: { fill_rate_per_minute: 20, size: 7 } });
  expect(call).toHaveBeenCalledExactlyOnceWith(operations.retrievePool, { params });
});

it("sends a new size as it is, without a read", async () => {
  const input = { params, body: { size: 3 } };
  expect(await withSize(input)).toEqual(input);
  expect(call).not.toHaveBeenCalled();
});

it("adds none that is not known for certain, or that cannot be sent", async () => {
  for (const [size, stale] of [
    [null, undefined],
    [5_000, undefined],
    [7, "upstream_timeout"],
  ] as const) {
    read(size, stale);
    expect(await withSize(rate)).toEqual(rate);
  }
  const failure = new UpstreamFailure(502, "upstream_error", "It failed.", {
    unhealthy: true,
    retryable: true,
  });
  vi.mocked(call).mockRejectedValue(failure);
  expect(await withSize(rate)).toEqual(rate);
});
