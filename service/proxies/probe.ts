// One real request through a proxy, to a target that lives only as long as the request and answers with the
// address it was called from. Whatever else comes back is not our target, so the proxy does not work.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { z } from "zod";

export interface ProxyEndpoint {
  protocol: "http" | "https";
  host: string;
  port: number;
  credentials?: { username: string; password: string };
}

const answerMaxBytes = 4096;
const targetAnswer = z.object({ nonce: z.string(), address: z.string() });

/** The address that requests through this proxy come from. Rejects when it does not work before `signal`. */
export async function addressThrough(proxy: ProxyEndpoint, signal: AbortSignal): Promise<string> {
  const socket = await connected(proxy, signal);
  try {
    const target = await openTarget(socket.localAddress ?? "127.0.0.1");
    try {
      return await ask(socket, proxy, target, signal);
    } finally {
      target.close();
    }
  } finally {
    socket.destroy();
  }
}

async function connected(proxy: ProxyEndpoint, signal: AbortSignal): Promise<Socket> {
  const { host, port } = proxy;
  const secure = proxy.protocol === "https";
  const socket = secure ? connectTls({ host, port, servername: host }) : connect({ host, port });
  try {
    await once(socket, secure ? "secureConnect" : "connect", { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  // The request listens from here on; in between an error must not end the process.
  socket.on("error", () => undefined);
  return socket;
}

interface Target {
  host: string;
  nonce: string;
  close(): void;
}

/** Listens where the proxy's answer can reach it: on the very address this machine has towards the proxy. */
async function openTarget(localAddress: string): Promise<Target> {
  const nonce = randomBytes(16).toString("hex");
  const server = createServer((incoming, response) => {
    if (!incoming.url?.endsWith(`/${nonce}`)) return void response.writeHead(404).end();
    const address = incoming.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
    response.writeHead(200, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify({ nonce, address } satisfies z.input<typeof targetAnswer>));
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

function ask(socket: Socket, proxy: ProxyEndpoint, target: Target, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request({
      createConnection: () => socket,
      path: `http://${target.host}/${target.nonce}`,
      headers: { host: target.host, connection: "close", ...authorization(proxy) },
      signal,
    });
    call.on("error", reject);
    call.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("error", reject);
      response.on("data", (part: string) => {
        text += part;
        if (text.length > answerMaxBytes) response.destroy(new Error("the answer is too long"));
      });
      response.on("end", () => {
        if (response.statusCode !== 200)
          return reject(new Error(`the proxy answered ${response.statusCode}`));
        const answer = parsed(text);
        if (answer?.nonce !== target.nonce) return reject(new Error("another server answered"));
        resolve(answer.address);
      });
    });
    call.end();
  });
}

function parsed(text: string) {
  try {
    return targetAnswer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function authorization({ credentials }: ProxyEndpoint): Record<string, string> {
  if (!credentials) return {};
  const pair = Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64");
  return { "proxy-authorization": `Basic ${pair}` };
}
