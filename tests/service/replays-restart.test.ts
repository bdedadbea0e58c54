import { type ChildProcess, fork } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { operations } from "../../lib/contract/operations.ts";
import { systemClock } from "../../service/domain/clock.ts";
import { processesNaming } from "../../service/instance/process-tree.ts";
import { startService } from "../../service/service.ts";
import { type ApiClient, apiClient } from "../support/api-client.ts";
import { movieParts, mp4Facts } from "../support/mp4-facts.ts";

const token = "a-token-of-the-tests";
const program = fileURLToPath(new URL("replays-program.ts", import.meta.url));
const within = { timeout: 30_000, interval: 50 };

let dataDir: string;
let running: { child: ChildProcess; ended: Promise<number | null> } | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "fd-replays-"));
});
afterEach(async () => {
  await end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function start(): Promise<ApiClient> {
  const child = fork(program, [dataDir, token], { execArgv: [] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  running = { child, ended };
  return await new Promise((resolve, reject) => {
    child.once("message", (url) => resolve(apiClient(String(url), token)));
    void ended.then((code) => reject(new Error(`the service ended with ${code}`)));
  });
}

async function end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null | undefined> {
  const ending = running;
  running = undefined;
  ending?.child.kill(signal);
  return await ending?.ended;
}

const files = () => readdirSync(join(dataDir, "replays"));

const partOf = ({ oneOf }: { oneOf: { replay_id: string } }) =>
  join(dataDir, "replays", `${oneOf.replay_id}.part.mp4`);

async function recording(api: ApiClient) {
  const { session_id } = await api.call(operations.createBrowser, { body: { headless: true } });
  const params = { id: session_id };
  const { replay_id } = await api.call(operations.startReplay, { params });
  return { params, oneOf: { ...params, replay_id } };
}

test("T59 a killed service's recordings are finished by the next, one told to end finishes them itself", async () => {
  const first = await start();
  const killed = await recording(first);
  // Two parts after the head: what is written comes a second at a time.
  await expect.poll(() => movieParts(partOf(killed)), within).toBeGreaterThanOrEqual(2);
  await end("SIGKILL");
  expect(files()).toEqual([`${killed.oneOf.replay_id}.part.mp4`]);
  if (process.platform === "linux") {
    await expect.poll(() => processesNaming(join(dataDir, "replays")), within).toEqual([]);
  }

  const second = await start();
  // A repeated stop answers when the video is final.
  await second.call(operations.stopReplay, { params: killed.oneOf });
  const [kept] = await second.call(operations.listReplays, { params: killed.params });
  expect(kept).toMatchObject({ replay_id: killed.oneOf.replay_id, finished_at: expect.any(String) });
  const { durationMs, order } = mp4Facts(
    await second.bytes(operations.downloadReplay, { params: killed.oneOf }),
  );
  expect(order.indexOf("moov")).toBeLessThan(order.indexOf("mdat"));
  // What the encoder had not written yet is lost, no more.
  expect(durationMs).toBeGreaterThanOrEqual(1000);
  expect(files()).toEqual([`${killed.oneOf.replay_id}.mp4`]);

  const told = await recording(second);
  await expect.poll(() => movieParts(partOf(told)), within).toBeGreaterThanOrEqual(1);
  expect(await end("SIGTERM")).toBe(0);
  expect(files().sort()).toEqual([`${killed.oneOf.replay_id}.mp4`, `${told.oneOf.replay_id}.mp4`].sort());
  const third = await start();
  const [finished] = await third.call(operations.listReplays, { params: told.params });
  const realMs = Date.parse(finished?.finished_at ?? "") - Date.parse(finished?.started_at ?? "");
  const video = mp4Facts(await third.bytes(operations.downloadReplay, { params: told.oneOf }));
  expect(Math.abs(video.durationMs - realMs)).toBeLessThan(realMs * 0.1);
});

test("without an encoder recording is refused with what to do, and a wrong FFMPEG_PATH at the start", async () => {
  const noEncoder = join(dataDir, "no-encoder");
  writeFileSync(noEncoder, "#!/bin/sh\nexit 0\n");
  const options = {
    host: "127.0.0.1",
    port: 0,
    tokens: [{ token, scope: "all" as const }],
    dataDir,
    chromiumPath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    ffmpegPath: noEncoder,
    maxBrowsers: 1,
    traffic: false,
    samples: false,
    clock: systemClock,
    report: console.error,
  };
  await expect(startService(options)).rejects.toThrow("FFMPEG_PATH names no executable file");
  chmodSync(noEncoder, 0o700);
  const service = await startService(options);
  try {
    const api = apiClient(service.url, token);
    const { session_id } = await api.call(operations.createBrowser, {});
    const answer = await fetch(`${service.url}/browsers/${session_id}/replays`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(501);
    expect(await answer.json()).toMatchObject({
      code: "not_implemented",
      message: expect.stringMatching(/apt-get install ffmpeg.*FFMPEG_PATH/),
    });
  } finally {
    await service.close();
  }
});
