import { EventEmitter } from "node:events";
import { queryObjects } from "node:v8";
import { expect, it, vi } from "vitest";
import type { WebSocket } from "ws";
import { ManualClock } from "../../../tests/support/fakes/manual-clock.ts";
import { DevTools } from "../../chromium/devtools.ts";
import type { Session } from "../../sessions/session.ts";
import { serveViewer } from "./viewer.ts";
import { ViewersInControl } from "./viewers-in-control.ts";

class Socket extends EventEmitter {
  closedWith: number | undefined;
  bufferedAmount = 0;
  readonly OPEN = 1;
  readyState = 1;
  readonly sent: string[] = [];
  send(text: string) {
    this.sent.push(text);
  }
  /** As of a client that has not answered yet: until then its messages are still received. */
  close(code: number) {
    this.closedWith = code;
    this.readyState = 2;
  }
  /** Whatever side began it. */
  closed() {
    this.readyState = 3;
    this.emit("close");
  }
}

async function living() {
  let end = () => {};
  const devtools = await DevTools.over(async ({ closed }) => {
    end = closed;
    return { isOpen: () => true, send: () => true, drained: async () => {}, close: () => {} };
  });
  const holding = new AbortController();
  const input = vi.fn(async () => {});
  const session = {
    devtools,
    connect: () => () => {},
    holding: holding.signal,
    screencast: { watch: () => () => {}, shownTargetId: undefined, input },
    dialogs: { open: [], of: () => undefined, onChange: () => () => {} },
  };
  const viewers = new ViewersInControl();
  const serve = (socket: Socket, readOnly = true) =>
    // Only these are used.
    serveViewer(socket as unknown as WebSocket, session as unknown as Session, {
      readOnly,
      viewers,
      clock: new ManualClock(),
    });
  return { serve, input, handOver: () => holding.abort(), end: () => end() };
}

it("disconnects a viewer when the browser restarts", async () => {
  const { serve, end } = await living();
  const socket = new Socket();
  serve(socket);
  expect(socket.closedWith).toBeUndefined();
  end();
  expect(socket.closedWith).toBe(1001);
});

it("takes no input of a viewer whose session has another holder, and does not count that viewer any more", async () => {
  const { serve, input, handOver, end } = await living();
  const former = new Socket();
  serve(former, false);
  const type = (socket: Socket) =>
    socket.emit("message", Buffer.from(JSON.stringify({ type: "text", text: "secret" })), false);
  type(former);
  expect(input).toHaveBeenCalledOnce();
  handOver();
  type(former);
  expect(input).toHaveBeenCalledOnce();
  const next = new Socket();
  serve(next);
  expect(next.sent.filter((text) => text.includes("control"))).toEqual([]);
  end();
});

it("holds nothing of a viewer that has left, though the browser lives", async () => {
  const { serve, end } = await living();
  const leave = () => {
    const socket = new Socket();
    serve(socket);
    socket.closed();
  };
  for (let count = 0; count < 10; count += 1) leave();
  expect(queryObjects(Socket, { format: "count" })).toBeLessThan(5);
  end();
});
