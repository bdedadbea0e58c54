import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Problem } from "../kernel/problem.ts";
import { isUnfinished, respondEarly } from "./early-response.ts";

const mebibyte = Buffer.alloc(1024 * 1024);
let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server that refuses every request before it is complete. */
async function refusing(lingerMs: number): Promise<number> {
  server = createServer((request, response) => {
    expect(isUnfinished(request)).toBe(true);
    respondEarly(request, response, new Problem(413, "payload_too_large", "too large"), lingerMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** A client that announces `announced` MiB, and reads only after it has sent `sent` of them. */
async function upload(port: number, { announced, sent }: { announced: number; sent: number }) {
  const socket = connect(port, "127.0.0.1");
  socket.pause();
  socket.write(`PUT / HTTP/1.1\r\nHost: service\r\nContent-Length: ${announced * mebibyte.length}\r\n\r\n`);
  for (let round = 0; round < sent; round += 1) {
    await new Promise<void>((resolve, reject) =>
      socket.write(mebibyte, (error) => (error ? reject(error) : resolve())),
    );
  }
  let text = "";
  socket.on("data", (part: Buffer) => {
    text += part.toString();
  });
  socket.resume();
  return { socket, text: () => text };
}

test("a client that sends all of 130 MiB first gets its answer, and the connection continues", async () => {
  const { socket, text } = await upload(await refusing(60_000), { announced: 130, sent: 130 });
  await expect.poll(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*"payload_too_large"/);
  socket.write("PUT / HTTP/1.1\r\nHost: service\r\nContent-Length: 9\r\n\r\n1");
  await expect.poll(() => text().split("HTTP/1.1 413").length).toBe(3);
  socket.destroy();
});

test("a client that stops sending is cut off", async () => {
  const { socket, text } = await upload(await refusing(2_000), { announced: 130, sent: 2 });
  await new Promise<void>((resolve) => socket.once("end", resolve));
  expect(text()).toMatch(/^HTTP\/1\.1 413 /);
});
