import { afterEach, expect, test, vi } from "vitest";
import { paces } from "../paces.ts";
import { auditQueries, paceOfActs } from "./audit.ts";
import { bff } from "./bff.ts";

afterEach(() => void vi.restoreAllMocks());

test("a search of the audit is repeated in proportion to how long it took, within bounds", () => {
  const { figuresMs, slowMs } = paces.refresh;
  expect(paceOfActs(undefined)).toBe(figuresMs);
  expect(paceOfActs({ tookMs: 80 })).toBe(figuresMs);
  expect(paceOfActs({ tookMs: 3_000 })).toBe(30_000);
  // Such as one that waited until its operator had signed in again.
  expect(paceOfActs({ tookMs: 600_000 })).toBe(slowMs);
});

test("a list of acts says how long it took", async () => {
  const page = {
    items: [],
    bad: [],
    paging: undefined,
    observedAtMs: 1,
    stale: undefined,
    requestId: undefined,
  };
  vi.spyOn(bff, "list").mockResolvedValue(page);
  vi.spyOn(performance, "now").mockReturnValueOnce(100).mockReturnValueOnce(1_600);
  const { queryFn } = auditQueries.acts({ action: "checkProxy" });
  expect(await Reflect.apply(queryFn ?? vi.fn(), undefined, [{ signal: undefined }])).toEqual({
    ...page,
    tookMs: 1_500,
  });
});
