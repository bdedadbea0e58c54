// The local service as users run it: its own process, its own data folder, a free port, no traffic and
// no sample pools of its own, ten times faster than in use.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { chosenChromium } from "../../../scripts/find-chromium.mjs";
import { compileCacheOf } from "../../../scripts/node-runtime.mjs";
import { type ApiClient, apiClient } from "../dashboard/api-client.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const sentMessage = z.object({ type: z.string(), url: z.optional(z.string()) });
const readyWithinMs = 60_000;
const endWithinMs = 25_000;

export interface ServiceProgram {
  url: string;
  token: string;
  dataDir: string;
  child: ChildProcess;
  api: ApiClient;
  /** Everything it has printed so far. */
  output: () => string;
  /** The types of the messages that it has sent so far. */
  sent: () => readonly string[];
  /** Resolves with the exit code. */
  stop: (signal?: "SIGTERM" | "SIGKILL" | "SIGHUP") => Promise<number | null>;
}

/**
 * Starts `service/main.ts` and waits until it reports ready. It always ends with this process. A given data folder
 * outlives it. `onStandby` is called with its address when it reports that it is on standby.
 */
export async function startServiceProgram(
  variables: Record<string, string> = {},
  givenDataDir?: string,
  onStandby?: (url: string) => void,
): Promise<ServiceProgram> {
  const dataDir = givenDataDir ?? mkdtempSync(join(tmpdir(), "fleetdeck-service-"));
  const token = randomBytes(24).toString("base64url");
  const chromiumPath = chosenChromium({ env: process.env });
  const child = spawn(process.execPath, ["service/main.ts"], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_ENV: "production",
      NODE_COMPILE_CACHE: compileCacheOf(root),
      HOME: process.env.HOME ?? "",
      ...(chromiumPath === undefined ? {} : { CHROMIUM_PATH: chromiumPath }),
      SERVICE_PORT: "0",
      SERVICE_TOKEN: token,
      SERVICE_DATA_DIR: dataDir,
      SERVICE_TRAFFIC: "off",
      SERVICE_SAMPLES: "off",
      SERVICE_SPARE_BROWSER: "off",
      SERVICE_SPARE_INSTANCE: "off",
      TEST_SPEEDUP: "10",
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const sent: string[] = [];
  let printed = "";
  const keep = (part: Buffer) => {
    printed += part.toString();
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill("SIGTERM");
      reject(new Error(`the service was not ready in ${readyWithinMs / 1000} s:\n${printed}`));
    }, readyWithinMs);
    child.on("message", (message) => {
      const { type, url: address = "" } = sentMessage.parse(message);
      sent.push(type);
      if (type === "standby") onStandby?.(address);
      if (type !== "ready") return;
      clearTimeout(late);
      resolve(address);
    });
    void ended.then((code) => {
      clearTimeout(late);
      reject(new Error(`the service ended with ${code} before it was ready:\n${printed}`));
    });
  });
  return {
    url,
    token,
    dataDir,
    child,
    api: apiClient(url, token),
    output: () => printed,
    sent: () => sent,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const killTimer = setTimeout(() => child.kill("SIGKILL"), endWithinMs);
      const code = await ended;
      clearTimeout(killTimer);
      if (givenDataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
