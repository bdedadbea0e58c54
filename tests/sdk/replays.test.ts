// Recordings through the published clients.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lightChromium } from "../support/programs/launch-options.ts";
import { publishedClients } from "../support/programs/published-clients.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { countMovieFragments, readMp4Structure } from "../support/service/mp4-structure.ts";
import { expectCovered } from "./method-coverage.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium });
const { session_id: id } = await service.create({ headless: true, timeout_seconds: 600 });

describe.each(publishedClients)("client $version", (sdk) => {
  const { connect, Kernel } = sdk;

  test("a recording is started, listed, stopped twice and downloaded", async () => {
    const { replays } = connect({ baseURL: service.url, apiKey: service.bearer }).browsers;
    const { data: begun, response } = await replays.start(id, { framerate: 5 }).withResponse();
    expect(response.status).toBe(201);
    expect(begun.finished_at ?? null).toBeNull();
    const { replay_id } = begun;
    const early = await replays.download(replay_id, { id });
    expect(early.status).toBe(202);
    expect(early.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    const part = join(service.dataDir, "replays", `${replay_id}.part.mp4`);
    await expect.poll(() => countMovieFragments(part)).toBeGreaterThan(0);
    expect(await replays.stop(replay_id, { id })).toBe("");
    const again = await replays.stop(replay_id, { id }).withResponse();
    expect(again.response.status).toBe(200);
    expect(again.response.headers.get("content-type")).toBeNull();

    const stored = (await replays.list(id)).find((each) => each.replay_id === replay_id);
    expect(Date.parse(stored?.finished_at ?? "")).toBeGreaterThan(Date.parse(stored?.started_at ?? ""));
    expect(stored?.replay_view_url).toContain("jwt=");
    const video = await replays.download(replay_id, { id });
    expect(video.headers.get("content-type")).toBe("video/mp4");
    const { durationMs } = readMp4Structure(Buffer.from(await video.arrayBuffer()));
    expect(durationMs).toBeGreaterThan(1000);

    await expect(replays.start(id, { framerate: 21 })).rejects.toBeInstanceOf(Kernel.BadRequestError);
    await expect(replays.stop("none", { id })).rejects.toBeInstanceOf(Kernel.NotFoundError);
    await expect(replays.list("nobody")).rejects.toBeInstanceOf(Kernel.NotFoundError);
  });

  test("every method assigned to this file was called successfully", () => expectCovered("replays", sdk));
});
