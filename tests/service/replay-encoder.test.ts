import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { Encoder, moveIndexToFront, type Size } from "../../service/replays/encoder.ts";
import { ffmpegFinder } from "../../service/replays/find-ffmpeg.ts";
import { FramePacer, videoRateOf } from "../../service/replays/frame-pacer.ts";
import { jpegSize, sameJpegSize } from "../../service/replays/jpeg-size.ts";
import { blankPicture } from "../../service/replays/recorder.ts";
import { readMp4Structure } from "../support/service/mp4-structure.ts";

const ffmpegPath = (await ffmpegFinder(undefined)()) ?? "";
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "fd-encoder-"));
afterAll(() => rmSync(folder, { recursive: true }));
const size: Size = { width: 800, height: 600 };

async function picture(color: string, shape: string): Promise<Buffer> {
  const args = ["-loglevel", "error", "-f", "lavfi", "-i", `color=${color}:s=${shape}`];
  const { stdout } = await run(ffmpegPath, [...args, "-frames:v", "1", "-f", "mjpeg", "-"], {
    encoding: "buffer",
  });
  return stdout;
}

const pictures = {
  blank: blankPicture,
  wide: await picture("red", "800x600"),
  tall: await picture("blue", "500x900"),
  small: await picture("green", "400x300"),
};

type Name = keyof typeof pictures;

/** The length in ms of a video of pictures that appear at the given times. */
async function recordedMs(appearing: readonly [Name, number][], endMs: number): Promise<number> {
  const [recording, video] = [join(folder, "recording.mp4"), join(folder, "video.mp4")];
  const rate = videoRateOf(10);
  const pacer = new FramePacer<Buffer>({ rate, repeatMs: 1000, sameSize: sameJpegSize });
  const [first] = appearing;
  const firstPictureSize = first && jpegSize(pictures[first[0]]);
  const encoder = await Encoder.start({ ffmpegPath, file: recording, rate, size, firstPictureSize });
  for (let atMs = 0; atMs < endMs; atMs += 100) {
    for (const [name] of appearing.filter(([, from]) => from === atMs)) pacer.show(pictures[name]);
    for (const due of pacer.due(atMs)) encoder.write(due.picture, due.atMs);
  }
  for (const due of pacer.end(endMs)) encoder.write(due.picture, due.atMs);
  await encoder.end();
  await moveIndexToFront(ffmpegPath, recording, video, new AbortController().signal);
  return readMp4Structure(readFileSync(video)).durationMs;
}

test.for<[string, [Name, number][]]>([
  ["one picture", [["wide", 0]]],
  [
    "a first picture that comes late",
    [
      ["blank", 0],
      ["wide", 1300],
    ],
  ],
  [
    "a change of size at the next frame",
    [
      ["wide", 0],
      ["tall", 100],
    ],
  ],
  [
    "many changes of size",
    [
      ["wide", 0],
      ["tall", 100],
      ["wide", 200],
      ["small", 300],
      ["tall", 1700],
    ],
  ],
  [
    "a change of size at the end",
    [
      ["tall", 0],
      ["small", 2500],
    ],
  ],
])("a video lasts as long as its recording: %s", async ([, appearing]) => {
  expect(await recordedMs(appearing, 2600)).toBe(2600);
});

test("an encoder that ends early says why, one that was ended does not", async () => {
  const start = (file: string) => Encoder.start({ ffmpegPath, file, rate: 10, size });
  const refused = await start(join(folder, "missing", "recording.mp4"));
  for (const atMs of [0, 100, 200]) refused.write(pictures.wide, atMs);
  expect(await refused.exited).toMatchObject({ message: expect.stringContaining("No such file") });
  const killed = await start(join(folder, "killed.mp4"));
  killed.kill();
  expect(await killed.exited).toMatchObject({ message: expect.stringContaining("by a signal") });
  const ended = await start(join(folder, "ended.mp4"));
  for (const atMs of [0, 100, 200]) ended.write(pictures.wide, atMs);
  await ended.end();
  expect(await ended.exited).toBeUndefined();
});
