// The harnesses: each file of `bench/` but run.ts exports one.
import { readdir } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import type { Harness } from "./figure.ts";

const folder = new URL("../", import.meta.url);

const isHarness = (value: unknown): value is Harness =>
  z
    .object({ needs: z.enum(["nothing", "build"]), run: z.custom((run) => typeof run === "function") })
    .safeParse(value).success;

/** Their names, sorted. */
export const harnessNames = async (): Promise<string[]> =>
  (await readdir(folder))
    .filter((file) => file.endsWith(".ts") && file !== "run.ts")
    .map((file) => basename(file, ".ts"))
    .sort();

/** Throws when the file exports none. */
export async function loadHarness(name: string): Promise<Harness> {
  const file: { harness?: unknown } = await import(new URL(`${name}.ts`, folder).href);
  if (!isHarness(file.harness)) throw new Error(`bench/${name}.ts exports no harness.`);
  return file.harness;
}
