import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resultsIn } from "./test-reports.mjs";
import { holds, idsIn, threatResults, threatTable } from "./threat-results.mjs";

const catalogue: Record<string, string> = JSON.parse(readFileSync("tests/threats.json", "utf8"));

/** Text literals of a test file, in which the names of its tests are. */
function literalsOf(file: string): string {
  return (readFileSync(file, "utf8").match(/(["'`])(?:(?!\1)[^\\\n]|\\.)*\1/g) ?? []).join("\n");
}

test("the catalogue has sixty rows, in order", () => {
  const ids = Array.from({ length: 60 }, (_, at) => `T${String(at + 1).padStart(2, "0")}`);
  expect(Object.keys(catalogue)).toEqual(ids);
});

test("every threat of the catalogue has a test with its id in the name, and every id is of the catalogue", () => {
  const files = globSync("{components,lib,server,service,scripts,tests}/**/*.{test.ts,test.tsx,spec.ts}");
  const found = files
    .filter((file) => !file.endsWith("threat-results.test.ts"))
    .flatMap((file) => idsIn(literalsOf(file)));
  expect(Object.keys(catalogue).filter((id) => !found.includes(id))).toEqual([]);
  expect(found.filter((id) => !(id in catalogue))).toEqual([]);
});

const vitest = {
  testResults: [
    {
      name: "a.test.ts",
      assertionResults: [
        { ancestorTitles: ["group (T01, T02)"], title: "one", status: "passed" },
        { ancestorTitles: [], title: "T02 two", status: "failed" },
        { ancestorTitles: [], title: "T03 three", status: "skipped" },
      ],
    },
  ],
};
const playwright = {
  config: { rootDir: "tests" },
  suites: [{ title: "a", file: "a.spec.ts", specs: [{ title: "T01", tests: [{ status: "expected" }] }] }],
};

test("the results of both runners are merged by the ids in names of tests and groups", () => {
  const titles = { T01: "first", T02: "second", T03: "third", T04: "fourth" };
  const rows = threatResults(
    titles,
    [vitest, playwright].flatMap((report) => resultsIn(report)),
  );
  expect(threatTable(rows).split("\n")).toEqual([
    "T01  passed   first: 2 tests",
    "T02  FAILED   second: 2 tests (1 failed)",
    "T03  NOT RUN  third: 1 test",
    "T04  NO TEST  fourth: 0 tests",
  ]);
  expect(rows.filter(holds).map(({ id }) => id)).toEqual(["T01"]);
});
