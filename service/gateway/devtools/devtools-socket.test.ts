import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listenOnFreePort } from "../../../tests/support/free-port.ts";
import { openConnection } from "../../../tests/support/raw-http.ts";
import type { Session } from "../../sessions/session.ts";
import { DevToolsSockets } from "./devtools-socket.ts";

const upgrade = "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n";
const key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";

test.each([
  {
    what: "is malformed",
    request: `${upgrade}\r\n`,
    ends: false,
    answer: /^HTTP\/1.1 400 .*Sec-WebSocket-Key/s,
  },
  { what: "comes from a client that has left", request: `${upgrade}${key}\r\n`, ends: true, answer: /^$/ },
])(
  "a request for a WebSocket that $what leaves no DevTools session open",
  async ({ request, ends, answer }) => {
    const open = new Set<object>();
    const openChannel = async ({ closed }: { closed: () => void }) => {
      const channel = {
        isOpen: () => open.has(channel),
        send: () => true,
        drained: async () => undefined,
        close: () => {
          if (open.delete(channel)) closed();
        },
      };
      open.add(channel);
      return channel;
    };
    // Only this is used before a client is accepted.
    const session = { chromium: { pipe: { open: openChannel } } } as unknown as Session;
    const sockets = new DevToolsSockets();
    const served = Promise.withResolvers<void>();
    const server = createServer().on("upgrade", async (incoming, socket, head) => {
      if (ends) await expect.poll(() => socket.readable).toBe(false);
      await sockets.serve(session, { request: incoming, socket, head });
      served.resolve();
    });
    const { url, close } = await listenOnFreePort(server);
    const line = openConnection(url);
    if (ends) line.socket.end(request);
    else line.socket.write(request);
    await served.promise;
    expect(await line.closed).toMatch(answer);
    await expect.poll(() => open.size).toBe(0);
    await close();
  },
);
