import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { ReadPauses } from "./read-pauses.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Both ends of a connection within this process. */
async function connected(): Promise<{ written: Socket; read: Socket }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const accepted = once(server, "connection");
  const written = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [read] = await accepted;
  server.close();
  return { written, read };
}

it("leaves what is written in a pause, and the end, to be read after it", async () => {
  const { written, read } = await connected();
  const pauses = new ReadPauses(read, { aloneMs: 0 });
  read.on("data", (part: Buffer) => pauses.read(part));
  const all = buffer(read);
  const parts = Array.from({ length: 50 }, (_, at) => `part ${at}\0`);
  for (const part of parts) {
    written.write(part);
    await new Promise(setImmediate);
  }
  written.end();
  expect((await all).toString()).toBe(parts.join(""));
});

it("reads on when somebody uses the pipe who cannot wait, unless it is closed", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { written, read } = await connected();
  const pauses = new ReadPauses(read, { aloneMs: 0 });
  const received: string[] = [];
  read.on("data", (part: Buffer) => received.push(part.toString()));
  pauses.read(Buffer.from("\0"));
  written.write("part");
  await new Promise(setImmediate);
  expect(received).toEqual([]);
  pauses.used();
  await once(read, "data");
  expect(received).toEqual(["part"]);
  pauses.read(Buffer.from("\0"));
  read.destroy();
  await once(read, "close");
  pauses.used();
  written.destroy();
});
