import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { openConnection, sendBeforeReading } from "../../tests/support/programs/raw-http.ts";
import { Problem } from "../kernel/problem.ts";
import { isUnfinished, respondEarly } from "./early-response.ts";

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

/** A client that announces 130 MiB, and reads only after it has sent `sent` of them. */
async function upload(port: number, sent: number) {
  const line = openConnection(`http://127.0.0.1:${port}`);
  const head = `PUT / HTTP/1.1\r\nHost: service\r\nContent-Length: ${130 * 1024 * 1024}\r\n\r\n`;
  await sendBeforeReading(line, head, sent);
  return line;
}

test("a client that sends all of 130 MiB first gets its answer, and the connection continues", async () => {
  const { socket, received } = await upload(await refusing(60_000), 130);
  await expect.poll(received).toMatch(/^HTTP\/1\.1 413 [\s\S]*"payload_too_large"/);
  socket.write("PUT / HTTP/1.1\r\nHost: service\r\nContent-Length: 9\r\n\r\n1");
  await expect.poll(() => received().split("HTTP/1.1 413").length).toBe(3);
  socket.destroy();
});

test("a client that stops sending is cut off", async () => {
  const { closed } = await upload(await refusing(2_000), 2);
  expect(await closed).toMatch(/^HTTP\/1\.1 413 /);
});
