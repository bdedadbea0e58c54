import { appendFile, mkdtemp, open, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { logLineMaxBytes } from "../../lib/contract/logs.ts";
import { until } from "../../tests/support/until.ts";
import { cutMark } from "./line-cutter.ts";
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

/** A reader that collects every line; `finish` tells it that no more will come and waits for the end. */
async function reader(follow = true, pauseMs = 0) {
  const tail = await Tail.over(path, await open(path), { follow });
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
    async finish() {
      finished.abort();
      await done;
      return lines;
    },
  };
}

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `line ${from + n}`);
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

describe("a log tail", () => {
  test("without follow gives the whole lines that are there and ends", async () => {
    await writeFile(path, "one\ntwo\nunfinished");
    const reading = await reader(false);
    await reading.done;
    expect(reading.lines).toEqual(["one", "two"]);
  });

  test("with follow starts behind what is there, and a line being written then arrives whole", async () => {
    await writeFile(path, "old\nbegun");
    const reading = await reader();
    await appendFile(path, " and ended\nnext\n");
    expect(await reading.finish()).toEqual(["begun and ended", "next"]);
  });

  test("loses and doubles none of 200,000 lines written as fast as the disk takes them, through rotations", async () => {
    const log = await LogFile.open(path, 1024 * 1024);
    const reading = await reader();
    const wanted = numbered(200_000).map((line) => `${line} ${"x".repeat(20)}`);
    for (const [n, line] of wanted.entries()) {
      if (!log.append(line)) await log.flushed();
      // Rotations in quick succession are followed as long as the reader keeps within two of them.
      if (n % 20_000 === 0) {
        await log.flushed();
        await until(`line ${n} is read`, () => reading.lines.length > n, 30_000);
      }
    }
    await log.close();
    const got = await reading.finish();
    expect(got.length).toBe(wanted.length);
    expect(got).toEqual(wanted);
  }, 60_000);

  test("a slow reader gets every line too", async () => {
    const reading = await reader(true, 5);
    const wanted = numbered(50_000);
    for (let n = 0; n < wanted.length; n += 1000) await appendFile(path, text(wanted.slice(n, n + 1000)));
    expect(await reading.finish()).toEqual(wanted);
  });

  test("follows a file that is emptied and written anew", async () => {
    const reading = await reader();
    await appendFile(path, text(numbered(100)));
    await expect.poll(() => reading.lines.length).toBe(100);
    await truncate(path, 0);
    await appendFile(path, text(["new"]));
    await expect.poll(() => reading.lines.length).toBe(101);
    // Grown past the old place between two looks, so that only its beginning tells.
    await truncate(path, 0);
    await appendFile(path, text(numbered(50, 1000)));
    expect((await reading.finish()).slice(100)).toEqual(["new", ...numbered(50, 1000)]);
  });

  test("gives nothing twice when only the end of a file is cut off", async () => {
    await writeFile(path, text(["kept", "kept too"]));
    const reading = await reader();
    await appendFile(path, text(["cut off"]));
    await expect.poll(() => reading.lines).toEqual(["cut off"]);
    await truncate(path, Buffer.byteLength(text(["kept", "kept too"])));
    await sleep(300);
    await appendFile(path, text(["after"]));
    expect(await reading.finish()).toEqual(["cut off", "after"]);
  });

  test("follows a rename, to the last line of the old file and from the first of the new", async () => {
    const reading = await reader();
    await appendFile(path, text(["a"]));
    await rename(path, `${path}.1`);
    await appendFile(`${path}.1`, text(["b"]));
    await sleep(100);
    await appendFile(`${path}.1`, text(["c"]));
    await writeFile(path, text(["d"]));
    expect(await reading.finish()).toEqual(["a", "b", "c", "d"]);
  });

  test("two rotations between two looks lose nothing", async () => {
    const reading = await reader();
    await appendFile(path, text(["a"]));
    await rename(path, `${path}.2`);
    await writeFile(`${path}.1`, text(["b"]));
    await writeFile(path, text(["c"]));
    expect(await reading.finish()).toEqual(["a", "b", "c"]);
  });

  test("goes on with the oldest that is left when rotated away, and says so", async () => {
    const tail = await Tail.over(path, await open(path));
    const finished = new AbortController();
    const batches = tail.batches({ signal: new AbortController().signal, finished: finished.signal });
    await appendFile(path, text(["read"]));
    const first = await batches.next();
    // Nothing is pulled while the log rotates five times: two older files are kept.
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
    expect(cut.endsWith(cutMark)).toBe(true);
    expect(next).toBe("next");
  });
});
