// Checks a proxy with one request through it to a temporary HTTP server, which responds with the address it was called
// from and a nonce. Any other response means that the proxy does not work.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect, isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import { z } from "zod";
import { hostRefused, isRefusedProxy, lookupExcept } from "./host-guard.ts";

/** How to connect to a proxy. */
export interface ProxyEndpoint {
  protocol: "http" | "https";
  host: string;
  port: number;
  credentials?: { username: string; password: string };
}

const responseMaxBytes = 4096;
const targetResponse = z.object({ nonce: z.string(), address: z.string() });

/**
 * The IP address from which the proxy sends requests. Rejects when it fails, or when `signal` aborts. `hostPorts`, given
 * where sessions are kept from this machine's network, has the port of the temporary server meanwhile.
 */
export async function addressThrough(
  proxy: ProxyEndpoint,
  signal: AbortSignal,
  hostPorts?: Set<number>,
): Promise<string> {
  const socket = await connected(proxy, signal, hostPorts !== undefined);
  try {
    const target = await openTarget(socket.localAddress ?? "127.0.0.1");
    const port = Number(new URL(`http://${target.host}`).port || 80);
    hostPorts?.add(port);
    try {
      return await requestAddress(socket, proxy, target, signal);
    } finally {
      hostPorts?.delete(port);
      target.close();
    }
  } finally {
    socket.destroy();
  }
}

async function connected(proxy: ProxyEndpoint, signal: AbortSignal, guarded: boolean): Promise<Socket> {
  const { host, port } = proxy;
  if (guarded && isRefusedProxy(host)) throw hostRefused();
  const to = { host, port, ...(guarded ? { lookup: lookupExcept(isRefusedProxy) } : {}) };
  const secure = proxy.protocol === "https";
  // TLS has no server name for an IP address (RFC 6066, section 3); the certificate is checked for it all the same.
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = secure ? connectTls({ ...to, ...name }) : connect(to);
  try {
    await once(socket, secure ? "secureConnect" : "connect", { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  // An error before the request adds its own listener must not end the process.
  socket.on("error", () => undefined);
  return socket;
}

interface Target {
  host: string;
  nonce: string;
  close(): void;
}

/** Starts the temporary server on the local address of the connection to the proxy, which the proxy can reach. */
async function openTarget(localAddress: string): Promise<Target> {
  const nonce = randomBytes(16).toString("hex");
  const server = createServer((incoming, response) => {
    if (!incoming.url?.endsWith(`/${nonce}`)) return void response.writeHead(404).end();
    const address = incoming.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
    response.writeHead(200, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify({ nonce, address } satisfies z.input<typeof targetResponse>));
  });
  server.listen(0, localAddress);
  await once(server, "listening");
  return {
    host: hostOf(server.address()),
    nonce,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function hostOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === "string") throw new Error("the target of a check has no port");
  return `${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
}

function requestAddress(
  socket: Socket,
  proxy: ProxyEndpoint,
  target: Target,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      createConnection: () => socket,
      path: `http://${target.host}/${target.nonce}`,
      headers: { host: target.host, connection: "close", ...authorization(proxy) },
      signal,
    });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("error", reject);
      response.on("data", (part: string) => {
        text += part;
        if (text.length > responseMaxBytes) response.destroy(new Error("the answer is too long"));
      });
      response.on("end", () => {
        if (response.statusCode !== 200)
          return reject(new Error(`the proxy answered ${response.statusCode}`));
        const answer = parsed(text);
        if (answer?.nonce !== target.nonce) return reject(new Error("another server answered"));
        resolve(answer.address);
      });
    });
    outgoing.end();
  });
}

function parsed(text: string) {
  try {
    return targetResponse.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function authorization({ credentials }: ProxyEndpoint): Record<string, string> {
  if (!credentials) return {};
  const pair = Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64");
  return { "proxy-authorization": `Basic ${pair}` };
}
