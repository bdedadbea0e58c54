import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { listenOnFreePort } from "../../../tests/support/programs/free-port.ts";
import { openConnection } from "../../../tests/support/programs/raw-http.ts";
import type { Session } from "../../sessions/session.ts";
import { DevToolsSockets } from "./devtools-socket.ts";

const upgrade = "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n";
const key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";

/** Serves the WebSocket of the next client; `opening`: until the browser has opened its channel. */
async function setUp({
  before = async () => undefined,
  opening = async () => undefined,
}: {
  before?: (socket: Duplex) => Promise<void>;
  opening?: () => Promise<void>;
}) {
  const open = new Set<object>();
  const openChannel = async ({ closed }: { closed: () => void }) => {
    await opening();
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
  const holder = new AbortController();
  // Only this is used before a client is accepted.
  const session = {
    chromium: { pipe: { open: openChannel } },
    holding: holder.signal,
  } as unknown as Session;
  const sockets = new DevToolsSockets();
  const served = Promise.withResolvers<void>();
  const server = createServer().on("upgrade", async (incoming, socket, head) => {
    await before(socket);
    await sockets.serve(session, { request: incoming, socket, head });
    served.resolve();
  });
  const { url, close } = await listenOnFreePort(server);
  onTestFinished(close);
  return { line: openConnection(url), open, holder, served: served.promise };
}

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
    const hasLeft = async (socket: Duplex) => await expect.poll(() => socket.readable).toBe(false);
    const { line, open, served } = await setUp(ends ? { before: hasLeft } : {});
    if (ends) line.socket.end(request);
    else line.socket.write(request);
    await served;
    expect(await line.closed).toMatch(answer);
    await expect.poll(() => open.size).toBe(0);
  },
);

test("a client whose browser gets another holder while its channel is opened gets none", async () => {
  const opened = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const { line, open, holder } = await setUp({
    async opening() {
      began.resolve();
      await opened.promise;
    },
  });
  line.socket.write(`${upgrade}${key}\r\n`);
  await began.promise;
  holder.abort();
  opened.resolve();
  expect(await line.closed).toBe("");
  expect(open.size).toBe(0);
});
