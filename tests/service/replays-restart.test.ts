import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { processesNaming } from "../../service/kernel/process-tree.ts";
import type { ApiClient } from "../support/dashboard/api-client.ts";
import { startFullService } from "../support/service/full-service.ts";
import { countMovieFragments, readMp4Structure } from "../support/service/mp4-structure.ts";
import { type ServiceProgram, startServiceProgram } from "../support/service/service-program.ts";

let dataDir: string;
let running: ServiceProgram | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "fd-replays-"));
});
afterEach(async () => {
  await end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function start(): Promise<ApiClient> {
  running = await startServiceProgram({}, dataDir);
  return running.api;
}

async function end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null | undefined> {
  const code = await running?.stop(signal);
  running = undefined;
  return code;
}

const files = () => readdirSync(join(dataDir, "replays"));

const partOf = ({ oneOf }: { oneOf: { replay_id: string } }) =>
  join(dataDir, "replays", `${oneOf.replay_id}.part.mp4`);

async function recording(api: ApiClient) {
  const { session_id } = await api.call(operations.createBrowser, {
    body: { headless: true, timeout_seconds: 600 },
  });
  const params = { id: session_id };
  const { replay_id } = await api.call(operations.startReplay, { params });
  return { params, oneOf: { ...params, replay_id } };
}

test("T59 recordings are finished on shutdown, or after SIGKILL by the next service", async () => {
  const first = await start();
  const killed = await recording(first);
  // Two parts after the head: what is written comes a second at a time.
  await expect.poll(() => countMovieFragments(partOf(killed))).toBeGreaterThanOrEqual(2);
  await end("SIGKILL");
  expect(files()).toEqual([`${killed.oneOf.replay_id}.part.mp4`]);
  if (process.platform === "linux") {
    await expect.poll(() => processesNaming(join(dataDir, "replays"))).toEqual([]);
  }

  const second = await start();
  // A repeated stop answers when the video is final.
  await second.call(operations.stopReplay, { params: killed.oneOf });
  const [stored] = await second.call(operations.listReplays, { params: killed.params });
  expect(stored).toMatchObject({ replay_id: killed.oneOf.replay_id, finished_at: expect.any(String) });
  const { durationMs, order } = readMp4Structure(
    await second.bytes(operations.downloadReplay, { params: killed.oneOf }),
  );
  expect(order.indexOf("moov")).toBeLessThan(order.indexOf("mdat"));
  // What the encoder had not written yet is lost, no more.
  expect(durationMs).toBeGreaterThanOrEqual(1000);
  expect(files()).toEqual([`${killed.oneOf.replay_id}.mp4`]);

  const recorded = await recording(second);
  await expect.poll(() => countMovieFragments(partOf(recorded))).toBeGreaterThanOrEqual(1);
  expect(await end("SIGTERM")).toBe(0);
  expect(files().sort()).toEqual([`${killed.oneOf.replay_id}.mp4`, `${recorded.oneOf.replay_id}.mp4`].sort());
  const third = await start();
  const [finished] = await third.call(operations.listReplays, { params: recorded.params });
  const realMs = Date.parse(finished?.finished_at ?? "") - Date.parse(finished?.started_at ?? "");
  const video = readMp4Structure(await third.bytes(operations.downloadReplay, { params: recorded.oneOf }));
  expect(Math.abs(video.durationMs - realMs)).toBeLessThan(realMs * 0.1);
});

test("without an encoder recording is refused with a remedy, and a wrong FFMPEG_PATH at start", async () => {
  const noEncoder = join(dataDir, "no-encoder");
  writeFileSync(noEncoder, "#!/bin/sh\nexit 0\n");
  const options = { dataDir, ffmpegPath: noEncoder };
  await expect(startFullService(options)).rejects.toThrow("FFMPEG_PATH does not name an executable file");
  chmodSync(noEncoder, 0o700);
  const service = await startFullService(options);
  try {
    const { session_id } = await service.create();
    const answer = await service.ask("POST", `/browsers/${session_id}/replays`);
    expect(answer.status).toBe(501);
    expect(answer.json()).toMatchObject({
      code: "not_implemented",
      message: expect.stringMatching(/apt-get install ffmpeg.*FFMPEG_PATH/),
    });
  } finally {
    await service.close();
  }
});
