import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { readZipTexts } from "../../../tests/support/read-zip.ts";
import { zipStream } from "./zip-stream.ts";

const partBytes = 65_536;

/** A file of parts that cannot be compressed, and what happened to it. */
function largeFile(parts: number) {
  const state = { made: 0, closed: false };
  async function* content() {
    try {
      for (let part = 0; part < parts; part += 1) {
        state.made += partBytes;
        yield randomBytes(partBytes);
      }
    } finally {
      state.closed = true;
    }
  }
  return { state, member: { path: "large", content } };
}
const small = (path: string, ...parts: string[]) => ({
  path,
  async *content() {
    yield* parts;
  },
});

it("has its members in their order, empty parts and empty files too", async () => {
  const members = [small("a/b.txt", "one ", "", "tö"), small("empty"), small("c", "three")];
  const files = await readZipTexts(await buffer(zipStream(members, Date.UTC(2026, 10, 23))));
  expect([...files]).toEqual([
    ["a/b.txt", "one tö"],
    ["empty", ""],
    ["c", "three"],
  ]);
});

it("reads a member only as fast as the archive is read", async () => {
  const { state, member } = largeFile(200);
  let read = 0;
  for await (const part of zipStream([member], 0)) {
    read += part.length;
    expect(state.made - read).toBeLessThan(20 * partBytes);
  }
  expect(state).toEqual({ made: 200 * partBytes, closed: true });
});

it("closes the open member when its reader leaves, and opens no other", async () => {
  const { state, member } = largeFile(1_000_000);
  let isNextOpen = false;
  const next = {
    path: "next",
    async *content() {
      isNextOpen = true;
      yield "";
    },
  };
  const archive = zipStream([member, next], 0);
  await once(archive, "readable");
  archive.destroy();
  await expect.poll(() => state.closed).toBe(true);
  expect(isNextOpen).toBe(false);
});

it("fails when a member fails", async () => {
  const broken = {
    path: "broken",
    async *content() {
      yield "half";
      throw new Error("the store is away");
    },
  };
  await expect(buffer(zipStream([small("a", "one"), broken], 0))).rejects.toThrow("the store is away");
});
