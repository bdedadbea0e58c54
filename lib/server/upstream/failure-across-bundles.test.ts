import { expect, it, vi } from "vitest";

// The framework loads these modules once per bundle; a fresh module registry stands for another bundle.
async function bundle() {
  vi.resetModules();
  const { Problem } = await import("../problem.ts");
  const { UpstreamFailure, timedOut } = await import("./failure.ts");
  return { Problem, UpstreamFailure, timedOut };
}

it("knows the failures that another bundle made", async () => {
  const [here, there] = [await bundle(), await bundle()];
  expect(here.UpstreamFailure).not.toBe(there.UpstreamFailure);
  expect(there.timedOut()).toBeInstanceOf(here.UpstreamFailure);
  expect(there.timedOut()).toBeInstanceOf(here.Problem);
  expect(new there.Problem(409, "conflict", "No.")).toBeInstanceOf(here.Problem);
});

it("takes nothing else for one", async () => {
  const { Problem, UpstreamFailure } = await bundle();
  class TooLow extends Problem {}
  expect(new Error("no")).not.toBeInstanceOf(Problem);
  expect({ status: 500 }).not.toBeInstanceOf(Problem);
  expect(new Problem(409, "conflict", "No.")).not.toBeInstanceOf(UpstreamFailure);
  expect(new Problem(409, "conflict", "No.")).not.toBeInstanceOf(TooLow);
  expect(new TooLow(403, "forbidden", "No.")).toBeInstanceOf(TooLow);
  expect(new TooLow(403, "forbidden", "No.")).toBeInstanceOf(Problem);
});
