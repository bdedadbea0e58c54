import { appendFile, mkdtemp, open, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { logLineMaxBytes } from "../../lib/contract/logs.ts";
import { waitUntil } from "../../tests/support/wait-until.ts";
import { truncationMark } from "./line-splitter.ts";
import { LogFile } from "./log-file.ts";
import { Tail } from "./log-tail.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fd-tail-"));
  path = join(folder, "log");
  await writeFile(path, "");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A reader that collects every line; `finish` signals the end of the log and awaits the last line. */
async function reader(follow = true, pauseMs = 0) {
  const handle = await open(path);
  const reads = vi.spyOn(handle, "read");
  const tail = await Tail.over(path, handle, { follow });
  const lines: string[] = [];
  const finished = new AbortController();
  const never = new AbortController();
  const done = (async () => {
    for await (const batch of tail.batches({ signal: never.signal, finished: finished.signal })) {
      lines.push(...batch);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  })();
  return {
    lines,
    done,
    /** Resolves when a poll of the file, which reads its next part and its beginning, began after this call and ended. */
    async polled() {
      const enough = reads.mock.calls.length + 4;
      await waitUntil("the file was polled", () => reads.mock.calls.length >= enough);
    },
    async finish() {
      finished.abort();
      await done;
      return lines;
    },
  };
}

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `line ${from + n}`);
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

describe("Tail", () => {
  test("without follow returns the present lines and ends", async () => {
    await writeFile(path, "one\ntwo\nunfinished");
    const reading = await reader(false);
    await reading.done;
    expect(reading.lines).toEqual(["one", "two"]);
  });

  test("with follow starts after the present lines; a line in progress arrives whole", async () => {
    await writeFile(path, "old\nbegun");
    const reading = await reader();
    await appendFile(path, " and ended\nnext\n");
    expect(await reading.finish()).toEqual(["begun and ended", "next"]);
  });

  test("returns each of 200,000 lines written at full speed once, through rotations", async () => {
    const log = await LogFile.open(path, 1024 * 1024);
    const reading = await reader();
    const expected = numbered(200_000).map((line) => `${line} ${"x".repeat(20)}`);
    for (const [n, line] of expected.entries()) {
      if (!log.append(line)) await log.flushed();
      // Quick rotations are followed as long as the reader is at most two behind.
      if (n % 20_000 === 0) {
        await log.flushed();
        await waitUntil(`line ${n} is read`, () => reading.lines.length > n, 30_000);
      }
    }
    await log.close();
    const got = await reading.finish();
    expect(got.length).toBe(expected.length);
    expect(got).toEqual(expected);
  }, 90_000);

  test("a slow reader gets every line", async () => {
    const reading = await reader(true, 5);
    const expected = numbered(50_000);
    for (let n = 0; n < expected.length; n += 1000) await appendFile(path, text(expected.slice(n, n + 1000)));
    expect(await reading.finish()).toEqual(expected);
  });

  test("follows a file that is truncated and rewritten", async () => {
    const reading = await reader();
    await appendFile(path, text(numbered(100)));
    await waitUntil("they are read", () => reading.lines.length >= 100);
    await truncate(path, 0);
    await appendFile(path, text(["new"]));
    await waitUntil("it is read", () => reading.lines.length > 100);
    // Longer than before at the next poll, so that only its beginning shows the change.
    await truncate(path, 0);
    await appendFile(path, text(numbered(50, 1000)));
    expect((await reading.finish()).slice(100)).toEqual(["new", ...numbered(50, 1000)]);
  });

  test("returns nothing twice when only the end of a file is cut off", async () => {
    await writeFile(path, text(["kept", "kept too"]));
    const reading = await reader();
    await appendFile(path, text(["cut off"]));
    await waitUntil("it is read", () => reading.lines.length > 0);
    await truncate(path, Buffer.byteLength(text(["kept", "kept too"])));
    await reading.polled();
    await appendFile(path, text(["after"]));
    expect(await reading.finish()).toEqual(["cut off", "after"]);
  });

  test("follows a rename from the last line of the old file to the first of the new", async () => {
    const reading = await reader();
    await appendFile(path, text(["a"]));
    await rename(path, `${path}.1`);
    await appendFile(`${path}.1`, text(["b"]));
    await reading.polled();
    await appendFile(`${path}.1`, text(["c"]));
    await writeFile(path, text(["d"]));
    expect(await reading.finish()).toEqual(["a", "b", "c", "d"]);
  });

  test("loses nothing in two rotations between two polls", async () => {
    const reading = await reader();
    await appendFile(path, text(["a"]));
    await rename(path, `${path}.2`);
    await writeFile(`${path}.1`, text(["b"]));
    await writeFile(path, text(["c"]));
    expect(await reading.finish()).toEqual(["a", "b", "c"]);
  });

  test("continues with the oldest remaining file when its own was removed, with a gap marker", async () => {
    const tail = await Tail.over(path, await open(path));
    const finished = new AbortController();
    const batches = tail.batches({ signal: new AbortController().signal, finished: finished.signal });
    await appendFile(path, text(["read"]));
    const first = await batches.next();
    // The reader is idle while the log rotates five times; two rotated files are kept.
    for (const line of ["lost", "lost too", "oldest left", "newer", "newest"]) {
      await rename(`${path}.1`, `${path}.2`).catch(() => undefined);
      await rename(path, `${path}.1`);
      await writeFile(path, text([line]));
    }
    finished.abort();
    const rest: string[] = [];
    for await (const batch of batches) rest.push(...batch);
    expect([...(first.value ?? []), ...rest]).toEqual([
      "read",
      expect.stringContaining("lines may be missing"),
      "oldest left",
      "newer",
      "newest",
    ]);
  });

  test("cuts a line at the limit of the API with a mark", async () => {
    const reading = await reader();
    await appendFile(path, text(["x".repeat(200_000), "next"]));
    const [cut = "", next] = await reading.finish();
    expect(Buffer.byteLength(cut)).toBe(logLineMaxBytes);
    expect(cut.endsWith(truncationMark)).toBe(true);
    expect(next).toBe("next");
  });
});
