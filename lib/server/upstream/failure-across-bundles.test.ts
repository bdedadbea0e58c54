import { expect, it, vi } from "vitest";

// The framework loads these modules once per bundle; here a fresh module registry takes the place of another bundle.
async function bundle() {
  vi.resetModules();
  const { Problem } = await import("../kernel/problem.ts");
  const { UpstreamFailure, timedOut } = await import("./upstream-failure.ts");
  return { Problem, UpstreamFailure, timedOut };
}

it("recognizes the failures that another bundle created", async () => {
  const [here, there] = [await bundle(), await bundle()];
  expect(here.UpstreamFailure).not.toBe(there.UpstreamFailure);
  expect(there.timedOut()).toBeInstanceOf(here.UpstreamFailure);
  expect(there.timedOut()).toBeInstanceOf(here.Problem);
  expect(new there.Problem(409, "conflict", "No.")).toBeInstanceOf(here.Problem);
});

it("recognizes nothing else as a failure", async () => {
  const { Problem, UpstreamFailure } = await bundle();
  class CustomProblem extends Problem {}
  expect(new Error("no")).not.toBeInstanceOf(Problem);
  expect({ status: 500 }).not.toBeInstanceOf(Problem);
  expect(new Problem(409, "conflict", "No.")).not.toBeInstanceOf(UpstreamFailure);
  expect(new Problem(409, "conflict", "No.")).not.toBeInstanceOf(CustomProblem);
  expect(new CustomProblem(403, "forbidden", "No.")).toBeInstanceOf(CustomProblem);
  expect(new CustomProblem(403, "forbidden", "No.")).toBeInstanceOf(Problem);
});
