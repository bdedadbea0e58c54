import { expect, test } from "vitest";
import { planFor } from "./gate-plan.mjs";

const scripts = ["lock", "types", "test:mutation"];
const checksOf = (args: string[], there = scripts) =>
  planFor(args, there).stages.flatMap((stage) => (stage === "build" ? [] : stage));

test("the whole gate begins with all of the quick one, which needs no browser", () => {
  const quick = planFor(["--quick"], scripts);
  expect(quick.wanted).toEqual({ chromium: false, postgres: false });
  expect(planFor([], scripts).stages.slice(0, quick.stages.length)).toEqual(quick.stages);
  expect(checksOf(["--quick"]).map(({ script }) => script)).not.toContain("component");
});

test("what runs on the built dashboard comes after the build", () => {
  const { stages } = planFor([], scripts);
  const suites = stages.slice(stages.indexOf("build") + 1).flat();
  expect(suites).toMatchObject([{ script: "integration" }, { script: "screens" }, { script: "e2e" }]);
});

test("only end-to-end tests may have a second try, and one", () => {
  for (const args of [[], ["--quick"], ["--nightly"]]) {
    for (const { script, retries = 0 } of checksOf(args)) expect(retries).toBe(script === "e2e" ? 1 : 0);
  }
});

test("every check ends by itself within minutes", () => {
  for (const args of [[], ["--quick"], ["--nightly"]]) {
    for (const { minutes } of checksOf(args)) expect(minutes).toBeLessThanOrEqual(30);
  }
});

test("the nightly run is bounded to an hour, goes on after a failure, and mutates where that is set up", () => {
  expect(planFor(["--nightly"], scripts)).toMatchObject({ minutes: 60, goesOn: true });
  const names = (there: string[]) => checksOf(["--nightly"], there).map(({ script }) => script);
  expect(names(scripts)).toEqual(["nightly", "nightly:e2e", "test:mutation"]);
  expect(names([])).toEqual(["nightly", "nightly:e2e"]);
});
