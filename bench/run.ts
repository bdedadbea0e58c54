// Runs every harness, or those named on the command line; each file beside this one is a harness, and has a process of its
// own: what is left in memory of one would slow the next. Those that wait for most of their time run beside each other, then
// each of the others alone, first those that have been prepared meanwhile. The figures go into a table on stdout, a JSON file
// and, when all harnesses ran, docs/performance.md. `--invocations 1000000` and `--lines 10000000` set the numbers of
// invocations and of stored lines for the harnesses that take one, `--minutes 30` the duration of one that runs for minutes.
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import requireBuild from "../tests/support/dashboard/require-build.ts";
import { describeMeasurement } from "./support/bench-report.ts";
import { type Child, startChild } from "./support/child.ts";
import { type Figure, figure, type Harness } from "./support/figure.ts";
import { tableOf } from "./support/figure-table.ts";
import { harnessNames, loadHarness } from "./support/harnesses.ts";

const results = new URL("../.data/bench/", import.meta.url);
const document = new URL("../docs/performance.md", import.meta.url);

const known = await harnessNames();
const { values, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: { invocations: { type: "string" }, lines: { type: "string" }, minutes: { type: "string" } },
});
function countOf(name: "invocations" | "lines" | "minutes", least: number): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count >= least) return count;
  console.error(`--${name} takes a whole number from ${least} on.`);
  process.exit(2);
}
const options = {
  invocations: countOf("invocations", 1_000),
  lines: countOf("lines", 1_000),
  minutes: countOf("minutes", 2),
};
const unknown = requested.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No harness is called ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
  process.exit(2);
}

/** How many harnesses run at once that wait for most of their time: together they take less than two cores. */
const mostAtOnce = 3;
const failures: string[] = [];

const harnesses: [name: string, harness: Harness][] = [];
for (const name of requested.length > 0 ? requested : known) harnesses.push([name, await loadHarness(name)]);
// Before any of them runs: the others would take minutes for a table with holes.
if (harnesses.some(([, { needs }]) => needs === "build")) requireBuild();

const answered = z.union([z.object({ failure: z.string() }), z.object({ figures: z.array(figure) })]);
const measured = new Map<string, Figure[]>();
const processes = new Map<string, Child>();

function processOf(name: string): Child {
  const known = processes.get(name);
  if (known !== undefined) return known;
  const child = startChild("harness-process.ts", [name]);
  processes.set(name, child);
  void child.ended.then(() => processes.delete(name));
  return child;
}

/** Measures one, and ends its process. The others still run where it fails. */
async function run(name: string): Promise<void> {
  const child = processOf(name);
  try {
    const answer = answered.parse(await child.request({ act: "run", options }));
    if ("figures" in answer) measured.set(name, answer.figures);
    else failures.push(`${name}: ${answer.failure}`);
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  child.stop();
  await child.ended;
}

/** A failure is reported by `run`, which waits for the same, or tries again where the process has ended. */
const prepare = (name: string) =>
  processOf(name)
    .request({ act: "prepare", options })
    .catch(() => {});

const paced = harnesses.filter(([, { isPaced }]) => isPaced);
const alone = harnesses.filter(([, { isPaced }]) => !isPaced);
const prepared = alone.filter(([, { prepare }]) => prepare);
const left = [
  ...paced.map(([name]) => [run, name] as const),
  ...prepared.map(([name]) => [prepare, name] as const),
];
const work = async () => {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const [act, name] = next;
    await act(name);
  }
};
await Promise.all(Array.from({ length: mostAtOnce }, work));
for (const [name] of new Set([...prepared, ...alone])) await run(name);
const figures = harnesses.flatMap(([name]) => measured.get(name) ?? []);

const report = await describeMeasurement();
console.log(tableOf(figures));
await mkdir(results, { recursive: true });
const file = new URL(`${report.at.replaceAll(":", "-")}.json`, results);
await writeFile(file, `${JSON.stringify({ ...report, figures }, null, 2)}\n`);
if (requested.length === 0 && failures.length === 0) {
  await writeFile(document, report.page(tableOf(figures)));
  // npm puts the formatter on the path.
  execFileSync("biome", ["format", "--write", fileURLToPath(document)], { stdio: "ignore" });
}
for (const failure of failures) console.error(`\nnot measured: ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);
