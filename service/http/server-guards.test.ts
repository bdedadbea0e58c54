import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listenOnFreePort } from "../../tests/support/free-port.ts";
import { openConnection } from "../../tests/support/raw-http.ts";
import { standardConnectionTimeouts, standardPaces } from "../kernel/paces.ts";
import { serverOptions } from "./server-guards.ts";

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
