import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logLineMaxBytes } from "../../contract/logs.ts";
import type { LogItem } from "./log-item.ts";
import { readLogItems } from "./sse-reader.ts";

const receivedAt = "2026-11-23T03:00:00.000Z";
const writtenAt = "2026-11-23T02:59:59.500Z";
const eventOf = (message: string) =>
  `data: ${JSON.stringify({ event: "log", timestamp: writtenAt, message })}\n\n`;

async function* inChunks(bytes: Uint8Array, ends: readonly number[]) {
  let from = 0;
  for (const end of [...ends, bytes.length]) {
    yield bytes.subarray(from, end);
    from = end;
  }
}

async function read(stream: string | Uint8Array, ends: readonly number[] = []): Promise<LogItem[]> {
  const bytes = typeof stream === "string" ? new TextEncoder().encode(stream) : stream;
  const items: LogItem[] = [];
  for await (const batch of readLogItems(inChunks(bytes, ends), { now: () => receivedAt }))
    items.push(...batch);
  return items;
}

const texts = (items: readonly LogItem[]) => items.map(({ text }) => text);

describe("readLogItems", () => {
  it("reads the same lines however the stream is split, also within a character", async () => {
    const line = fc.string({ unit: "binary", maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 8 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
        async (lines, shares) => {
          const bytes = new TextEncoder().encode(lines.map(eventOf).join(""));
          const ends = shares.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b);
          // What is no character is replaced by the encoder.
          expect(texts(await read(bytes, ends))).toEqual(lines.map((text) => text.toWellFormed()));
        },
      ),
    );
  });

  it("has the upstream's time of a line, and that of the receipt where there is none", async () => {
    const items = await read(`${eventOf("one")}data: {"event":"log","message":"two"}\n\n`);
    expect(items).toMatchObject([
      { at: writtenAt, receivedAt, text: "one", cut: false },
      { at: receivedAt, text: "two", cut: false },
    ]);
  });

  it.each([
    ["with its end in reach", 200_000],
    ["of 10 MB", 10 * 1024 * 1024],
  ])("cuts a line %s, marks it, and goes on with the next", async (_, length) => {
    const stream = eventOf("before") + eventOf("x".repeat(length)) + eventOf("after");
    const items = await read(
      stream,
      Array.from({ length: 40 }, (_each, at) => Math.floor((at * stream.length) / 40)),
    );
    expect(items.map(({ cut }) => cut)).toEqual([false, true, false]);
    expect(items[1]?.text.length).toBeLessThanOrEqual(logLineMaxBytes);
    expect(items[1]?.text).toMatch(/^x{1000}/);
    expect([items[0]?.text, items[2]?.text]).toEqual(["before", "after"]);
  });

  it("takes an event without its kind for a line, as an instance's own server sends it", async () => {
    const data = JSON.stringify({ timestamp: writtenAt, message: "one" });
    expect(await read(`data: ${data}\n\n`)).toEqual([{ at: writtenAt, receivedAt, text: "one", cut: false }]);
  });

  it("shows data that are no JSON as they are, and leaves out events that are no lines", async () => {
    const binary = Uint8Array.from([
      ...new TextEncoder().encode("data: \u0000\u0001"),
      0xff,
      0xfe,
      0x0a,
      0x0a,
    ]);
    expect(texts(await read(binary))).toEqual(["\u0000\u0001\ufffd\ufffd"]);
    expect(texts(await read(`data: {"event":"heartbeat"}\n\n: comment\n\n${eventOf("line")}`))).toEqual([
      "line",
    ]);
  });

  it("marks an event of many lines that is longer than memory is kept for, and goes on", async () => {
    const part = `data: ${"y".repeat(1_000)}\n`;
    const stream = `${part.repeat(1_500)}\n${eventOf("after")}`;
    const chunk = 65_536;
    const ends = Array.from({ length: Math.floor(stream.length / chunk) }, (_each, at) => (at + 1) * chunk);
    const items = await read(stream, ends);
    expect(items[0]).toMatchObject({ text: "[an event too long to be shown]", cut: true });
    expect(items.at(-1)?.text).toBe("after");
    expect(Math.max(...items.map(({ text }) => text.length))).toBeLessThanOrEqual(logLineMaxBytes);
  });
});
