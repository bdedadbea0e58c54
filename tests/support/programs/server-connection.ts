import { readFileSync } from "node:fs";
import type { Socket } from "node:net";

/** Whether the server's end of a connection to this machine is still connected: a client that does not read would not notice.
 *  Linux only. */
export function isConnectedOnServer({
  localPort = 0,
  remotePort = 0,
}: Pick<Socket, "localPort" | "remotePort">): boolean {
  const port = (value: number) => value.toString(16).toUpperCase().padStart(4, "0");
  const established = new RegExp(`: \\w+:${port(remotePort)} \\w+:${port(localPort)} 01 `);
  return established.test(readFileSync("/proc/net/tcp", "utf8"));
}
