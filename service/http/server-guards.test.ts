import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listenOnFreePort } from "../../tests/support/programs/free-port.ts";
import { openConnection, readAnswers } from "../../tests/support/programs/raw-http.ts";
import { standardConnectionTimeouts, standardPaces } from "../kernel/paces.ts";
import { answerClientError, limitBody, serverOptions } from "./server-guards.ts";

const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, "0");

test.runIf(process.platform === "linux")(
  "the system probes a connection that is quiet, as its client may be gone without a word",
  async () => {
    const server = createServer(serverOptions(standardConnectionTimeouts, standardPaces.http));
    const { url, close } = await listenOnFreePort(server);
    onTestFinished(close);
    const { port } = server.address() as AddressInfo;
    const { socket } = openConnection(url);
    await new Promise((resolve) => server.once("connection", resolve));
    /** The timer of the server's side: 02 is one of probes. */
    const timer = () =>
      readFileSync("/proc/net/tcp", "utf8")
        .split("\n")
        .map((line) => line.trim().split(/\s+/))
        .find(
          ([, from, to]) => from?.endsWith(`:${hex(port)}`) && to?.endsWith(`:${hex(socket.localPort ?? 0)}`),
        )?.[5]
        ?.slice(0, 2);
    await expect.poll(timer).toBe("02");
  },
);

/** A server that gives 50 ms for heads, bodies and uploads, and the targets of the requests that it has read whole. */
async function startShort() {
  const carriedOut: (string | undefined)[] = [];
  const timeouts = { ...standardConnectionTimeouts, headMs: 50 };
  const server = createServer(
    { ...serverOptions(timeouts, { ...standardPaces.http, connectionCheckMs: 10 }), requestTimeout: 50 },
    (request, response) => {
      if (request.url === "/body") limitBody(request, 10);
      request.on("error", () => undefined).resume();
      request.on("end", () => {
        carriedOut.push(request.url);
        response.end();
      });
    },
  ).on("clientError", answerClientError);
  const { url, close } = await listenOnFreePort(server);
  onTestFinished(close);
  return { url, carriedOut };
}

const bodyOfTwo = (target: string) => `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n`;

test.each([
  ["a head", "DELETE /head HTTP/1.1\r\nHost: x\r\n", "\r\n"],
  ["a body", `${bodyOfTwo("/body")}{`, "}"],
  ["an upload", `${bodyOfTwo("/upload")}{`, "}"],
  [
    "a body, with a request behind it,",
    `${bodyOfTwo("/body")}{`,
    "}DELETE /next HTTP/1.1\r\nHost: x\r\n\r\n",
  ],
])("%s whose rest comes after the answer that it is late is not carried out", async (_, begun, rest) => {
  const { url, carriedOut } = await startShort();
  const line = openConnection(url);
  line.socket.write(begun);
  line.socket.once("data", () => line.socket.write(rest));
  expect(readAnswers(await line.closed).map(({ status }) => status)).toEqual([408]);
  expect(carriedOut).toEqual([]);
});
