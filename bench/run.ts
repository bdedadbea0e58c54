// Measures: every harness, or those named on the command line. A harness is a file beside this one; what it finds goes
// into one table, into JSON, and, where all were asked for, into the document. `--runs 1000000` says how many runs
// are read through the front.
import { execFileSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { tell } from "./support/account.ts";
import type { Figure, Harness } from "./support/figure.ts";
import { tableOf } from "./support/table.ts";

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
const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string" } },
});
const runs = values.runs === undefined ? undefined : Number(values.runs);
if (runs !== undefined && !(Number.isInteger(runs) && runs >= 1_000)) {
  console.error("--runs takes a whole number from 1000 on.");
  process.exit(2);
}
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No harness is called ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
  process.exit(2);
}

const figures: Figure[] = [];
const failures: string[] = [];
for (const name of asked.length > 0 ? asked : known) {
  const startMs = performance.now();
  const say = (words: string) =>
    console.error(`${name} ${Math.round((performance.now() - startMs) / 1000)} s: ${words}`);
  try {
    const harness = await load(name);
    figures.push(...(await harness.run(say, { runs })));
    say("done");
  } catch (error) {
    // The others are still worth knowing.
    failures.push(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}

const account = await tell();
console.log(tableOf(figures));
await mkdir(results, { recursive: true });
const file = new URL(`${account.at.replaceAll(":", "-")}.json`, results);
await writeFile(file, `${JSON.stringify({ ...account, figures }, null, 2)}\n`);
if (asked.length === 0 && failures.length === 0) {
  await writeFile(document, account.page(tableOf(figures)));
  // npm puts the formatter on the path; the document is linted like the rest.
  execFileSync("biome", ["format", "--write", fileURLToPath(document)], { stdio: "ignore" });
}
for (const failure of failures) console.error(`\nnot measured: ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);
