// The baseline: a minimal application of the framework, built and started for production.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../../tests/support/programs/free-port.ts";

const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const next = join(repositoryRoot, "node_modules", "next", "dist", "bin", "next");
const readyTimeoutMs = 60_000;
const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;

export interface BareNext {
  readonly url: string;
  stop(): Promise<void>;
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => {
      output += part.toString();
    });
  const endMs = Date.now() + readyTimeoutMs;
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    if (child.exitCode !== null || Date.now() > endMs)
      throw new Error(
        `The bare program does not response (${response?.status ?? "no connection"}): ${output}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Builds `bench/bare-next`; returns the folder of the build, which is to be removed. */
export async function buildBareNext(): Promise<string> {
  const benchFolder = join(repositoryRoot, ".data", "bench");
  await mkdir(benchFolder, { recursive: true });
  const folder = await mkdtemp(join(benchFolder, "bare-next-"));
  try {
    await cp(join(repositoryRoot, "bench", "bare-next"), folder, { recursive: true });
    // Turbopack would take the repository as its root and bundle the repository's instrumentation.
    await promisify(execFile)(process.execPath, [next, "build", folder, "--webpack"], { cwd: folder, env });
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Serves the build in `folder`: `/constant` and `/fetched`, both from `upstreamUrl`. Removes the folder when it stops. */
export async function startBareNext(folder: string, upstreamUrl: string): Promise<BareNext> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [next, "start", folder, "--port", String(port), "--hostname", "127.0.0.1"],
    { cwd: folder, env: { ...env, UPSTREAM_URL: upstreamUrl }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(`${url}/constant`, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
