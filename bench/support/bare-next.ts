// The framework with next to nothing in it, built and started as a product would be.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../../tests/support/free-port.ts";

const house = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const next = join(house, "node_modules", "next", "dist", "bin", "next");
const readyWithinMs = 60_000;

export interface BareNext {
  readonly url: string;
  stop(): Promise<void>;
}

async function whenAnswering(url: string, child: ChildProcess): Promise<void> {
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => {
      said += part.toString();
    });
  const endMs = Date.now() + readyWithinMs;
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    if (child.exitCode !== null || Date.now() > endMs)
      throw new Error(`The bare program does not answer (${answer?.status ?? "no connection"}): ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Builds `bench/bare-next` and serves it: `/constant` and `/fetched`, both from `upstreamUrl`. */
export async function startBareNext(upstreamUrl: string): Promise<BareNext> {
  const room = join(house, ".data", "bench");
  await mkdir(room, { recursive: true });
  const folder = await mkdtemp(join(room, "bare-next-"));
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  try {
    await cp(join(house, "bench", "bare-next"), folder, { recursive: true });
    // The other bundler would take the house for its root, and what the house starts with into the build.
    await promisify(execFile)(process.execPath, [next, "build", folder, "--webpack"], { cwd: folder, env });
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
      await whenAnswering(`${url}/constant`, child);
    } catch (error) {
      await stop();
      throw error;
    }
    return { url, stop };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
