// Runs every harness, or those named on the command line; each file beside this one is a harness. Those that wait for most
// of their time run beside each other, then each of the others alone, first those that have been prepared meanwhile. The
// figures go into a table on stdout, a JSON file and, when all harnesses ran, docs/performance.md. `--invocations 1000000`
// and `--lines 10000000` set the numbers of invocations and of stored lines for the harnesses that take one, `--minutes 30`
// the duration of one that runs for minutes.
import { execFileSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import requireBuild from "../tests/support/dashboard/require-build.ts";
import { describeMeasurement } from "./support/bench-report.ts";
import type { Figure, Harness } from "./support/figure.ts";
import { tableOf } from "./support/figure-table.ts";

const folder = new URL(".", import.meta.url);
const results = new URL("../.data/bench/", import.meta.url);
const document = new URL("../docs/performance.md", import.meta.url);

const isHarness = (value: unknown): value is Harness =>
  z
    .object({ needs: z.enum(["nothing", "build"]), run: z.custom((run) => typeof run === "function") })
    .safeParse(value).success;

async function load(name: string): Promise<Harness> {
  const file: { harness?: unknown } = await import(new URL(`${name}.ts`, folder).href);
  if (!isHarness(file.harness)) throw new Error(`bench/${name}.ts exports no harness.`);
  return file.harness;
}

const known = (await readdir(folder))
  .filter((file) => file.endsWith(".ts") && file !== basename(import.meta.filename))
  .map((file) => basename(file, ".ts"));
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

async function measure(name: string, harness: Harness): Promise<Figure[]> {
  const startMs = performance.now();
  const log = (message: string) =>
    console.error(`${name} ${Math.round((performance.now() - startMs) / 1000)} s: ${message}`);
  try {
    const figures = await harness.run(log, options);
    log("done");
    return figures;
  } catch (error) {
    // The other harnesses still run.
    failures.push(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return [];
  }
}

const harnesses: [name: string, harness: Harness][] = [];
for (const name of requested.length > 0 ? requested : known) harnesses.push([name, await load(name)]);
// Before any of them runs: the others would take minutes for a table with holes.
if (harnesses.some(([, { needs }]) => needs === "build")) requireBuild();
const measured = new Map<string, Figure[]>();
const run = async (name: string, harness: Harness) => {
  measured.set(name, await measure(name, harness));
};
const paced = harnesses.filter(([, { isPaced }]) => isPaced);
const alone = harnesses.filter(([, { isPaced }]) => !isPaced);
const prepared = alone.filter(([, { prepare }]) => prepare);
const left = [
  ...paced.map((each) => () => run(...each)),
  // A failure is reported by `run`, which waits for the same.
  ...prepared.map(
    ([, harness]) =>
      () =>
        harness.prepare?.(options).catch(() => {}),
  ),
];
const work = async () => {
  for (let next = left.shift(); next !== undefined; next = left.shift()) await next();
};
await Promise.all(Array.from({ length: mostAtOnce }, work));
for (const each of new Set([...prepared, ...alone])) await run(...each);
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
