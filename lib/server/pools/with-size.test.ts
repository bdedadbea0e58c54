import { beforeEach, expect, it, vi } from "vitest";
import { operations } from "../../contract/operations/operations.ts";
import { retrieveRaw } from "../upstream/call.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import { withSize } from "./with-size.ts";

// A shared read is missing on purpose: it may be older than what another client has just set.
vi.mock("../upstream/call.ts", () => ({ retrieveRaw: vi.fn() }));

const params = { id_or_name: "checkout" };
const rate = { params, body: { fill_rate_per_minute: 20 } };
const read = (size: unknown) =>
  vi.mocked(retrieveRaw).mockResolvedValue({ id: "p1", browser_pool_config: { size } });

beforeEach(() => {
  vi.mocked(retrieveRaw).mockReset();
});

it("adds the size that a read of its own has to a change of anything else", async () => {
  read(7);
  expect(await withSize(rate)).toEqual({ params, body: { fill_rate_per_minute: 20, size: 7 } });
  expect(retrieveRaw).toHaveBeenCalledExactlyOnceWith(operations.retrievePool, { params });
});

it("sends a new size as it is, without a read", async () => {
  const input = { params, body: { size: 3 } };
  expect(await withSize(input)).toEqual(input);
  expect(retrieveRaw).not.toHaveBeenCalled();
});

it("adds none that is not known, or that cannot be sent", async () => {
  for (const size of [null, undefined, 5_000, "7"]) {
    read(size);
    expect(await withSize(rate)).toEqual(rate);
  }
  vi.mocked(retrieveRaw).mockResolvedValue(undefined);
  expect(await withSize(rate)).toEqual(rate);
  const failure = new UpstreamFailure(502, "upstream_error", "It failed.", {
    unhealthy: true,
    retryable: true,
  });
  vi.mocked(retrieveRaw).mockRejectedValue(failure);
  expect(await withSize(rate)).toEqual(rate);
});
