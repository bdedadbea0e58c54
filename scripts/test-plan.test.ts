import { expect, test } from "vitest";
import { planFor } from "./test-plan.mjs";

const scripts = ["lock", "types", "test:mutation"];
const checksOf = (args: string[], existing = scripts) =>
  planFor(args, existing)
    .stages.flat()
    .flatMap((check) => (check === "build" ? [] : [check]));

test("the full run begins with the checks of the quick one, which needs no browser", () => {
  const quick = planFor(["--quick"], scripts);
  expect(quick.wanted).toEqual({
    chromium: false,
    postgres: false,
    nginx: false,
    promtool: false,
    slirp4netns: false,
    nightlyPrograms: false,
  });
  const count = checksOf(["--quick"]).length;
  expect(quick.stages.flat()).toHaveLength(count);
  expect(checksOf([]).slice(0, count)).toEqual(checksOf(["--quick"]));
  expect(checksOf(["--quick"]).map(({ script }) => script)).not.toContain("component");
});

test("refuses a file, a filter or --help, with the command that takes one", () => {
  for (const given of ["tests/api/audit.test.ts", "-t", "--help"])
    expect(() => planFor([given], scripts)).toThrow(
      `This takes no arguments (${given}). One kind, file or test: npm run unit -- FILE -t NAME, and others in CONTRIBUTING.md.`,
    );
  expect(() => planFor(["--quick", "--bail"], scripts)).toThrow(/no arguments \(--bail\)/);
});

test("the suites against the built dashboard come after the build", () => {
  const { stages } = planFor([], scripts);
  const built = stages.findIndex((stage) => stage.includes("build"));
  const suites = stages.slice(built + 1).flat();
  expect(suites).toMatchObject([
    { script: "component" },
    { script: "integration" },
    { script: "screens" },
    { script: "e2e" },
  ]);
});

test("only end-to-end tests have a retry, and only one", () => {
  for (const args of [[], ["--quick"], ["--nightly"]]) {
    for (const { script, retries = 0 } of checksOf(args)) expect(retries).toBe(script === "e2e" ? 1 : 0);
  }
});

test("every check has a timeout of at most 30 minutes, at night of an hour", () => {
  for (const args of [[], ["--quick"]]) {
    for (const { minutes } of checksOf(args)) expect(minutes).toBeLessThanOrEqual(30);
  }
  for (const { minutes } of checksOf(["--nightly"])) expect(minutes).toBeLessThanOrEqual(60);
});

test("only the nightly run wants the programs that its tests alone need", () => {
  expect(planFor([], scripts).wanted.nightlyPrograms).toBe(false);
  expect(planFor(["--nightly"], scripts).wanted.nightlyPrograms).toBe(true);
});

test("the nightly run is limited to two hours, continues after a failure, and runs mutation tests if existing is a script", () => {
  expect(planFor(["--nightly"], scripts)).toMatchObject({ minutes: 120, continueOnFailure: true });
  const names = (existing: string[]) => checksOf(["--nightly"], existing).map(({ script }) => script);
  expect(names(scripts).slice(-4)).toEqual(["nightly", "nightly:e2e", "pictures", "test:mutation"]);
  expect(names([]).slice(-3)).toEqual(["nightly", "nightly:e2e", "pictures"]);
});

test("the nightly run has the tests of threats of every kind, and ends with the result of each threat", () => {
  expect(planFor(["--nightly"], scripts).threats).toBe(true);
  const selected = checksOf(["--nightly"]).filter(({ onlyThreats }) => onlyThreats);
  expect(selected.map(({ script }) => script)).toEqual(["unit", "component", "integration", "screens"]);
});
