import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listenOnFreePort } from "../../../tests/support/programs/free-port.ts";
import { openConnection } from "../../../tests/support/programs/raw-http.ts";
import { isUpload, limitBody } from "./body-deadline.ts";

/** Answers with the body, which has to arrive within 50 ms. */
async function startEcho(answersAtOnce = false) {
  const server = createServer((request, response) => {
    limitBody(request, response, 50);
    if (answersAtOnce) response.writeHead(200).flushHeaders();
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("error", () => undefined);
    request.on("end", () => response.end(Buffer.concat(parts)));
  });
  const { url, close } = await listenOnFreePort(server);
  onTestFinished(close);
  return url;
}

const head = (length: number) => `POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

test("a body that does not arrive in time is answered with 408, and its connection closed", async () => {
  const line = openConnection(await startEcho());
  line.socket.write(`${head(5)}abc`);
  expect(await line.closed).toBe("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
});

test("where the answer has begun only the connection is closed", async () => {
  const line = openConnection(await startEcho(true));
  line.socket.write(`${head(5)}abc`);
  expect(await line.closed).not.toContain("408");
});

test("a connection whose bodies arrive stays", async () => {
  const url = await startEcho();
  const line = openConnection(url);
  line.socket.write(`${head(5)}abcde`);
  await expect.poll(() => line.received()).toContain("abcde");
  // Begun later: its limit is over after that of the first.
  const other = openConnection(url);
  other.socket.write(head(5));
  await other.closed;
  line.socket.write(`${head(5)}fghij`);
  await expect.poll(() => line.received()).toContain("fghij");
  line.socket.destroy();
});

test.each([
  ["POST", "/api/deployments", true],
  ["POST", "/api/browsers/a/extensions?x=1", true],
  ["PUT", "/api/browsers/a/fs/write_file?path=%2Fx", true],
  ["GET", "/api/deployments", false],
  ["POST", "/api/browsers/a/b/extensions", false],
  ["POST", "/api/pools", false],
  // Operations of the API that have no route here.
  ["POST", "/api/extensions", false],
  ["PUT", "/api/browsers/a/fs/upload", false],
])("%s %s is an upload: %s", (method, target, expected) => {
  expect(isUpload({ method, target })).toBe(expected);
});
