import { EventEmitter } from "node:events";
import { queryObjects } from "node:v8";
import { expect, it } from "vitest";
import type { WebSocket } from "ws";
import { ManualClock } from "../../../tests/support/fakes/manual-clock.ts";
import { DevTools } from "../../chromium/devtools.ts";
import type { Session } from "../../sessions/session.ts";
import { serveViewer } from "./viewer.ts";
import { ViewersInControl } from "./viewers-in-control.ts";

class Socket extends EventEmitter {
  closedWith: number | undefined;
  bufferedAmount = 0;
  send() {}
  close(code: number) {
    this.closedWith = code;
    this.emit("close");
  }
}

async function living() {
  let end = () => {};
  const devtools = await DevTools.over(async ({ closed }) => {
    end = closed;
    return { isOpen: () => true, send: () => true, drained: async () => {}, close: () => {} };
  });
  const session = {
    devtools,
    connect: () => () => {},
    holding: new AbortController().signal,
    screencast: { watch: () => () => {}, shownTargetId: undefined },
    dialogs: { open: [], of: () => undefined, onChange: () => () => {} },
  };
  const viewers = new ViewersInControl();
  const serve = (socket: Socket) =>
    // Only these are used.
    serveViewer(socket as unknown as WebSocket, session as unknown as Session, {
      readOnly: true,
      viewers,
      clock: new ManualClock(),
    });
  return { serve, end: () => end() };
}

it("disconnects a viewer when the browser restarts", async () => {
  const { serve, end } = await living();
  const socket = new Socket();
  serve(socket);
  expect(socket.closedWith).toBeUndefined();
  end();
  expect(socket.closedWith).toBe(1001);
});

it("holds nothing of a viewer that has left, though the browser lives", async () => {
  const { serve, end } = await living();
  const leave = () => {
    const socket = new Socket();
    serve(socket);
    socket.close(1000);
  };
  for (let count = 0; count < 10; count += 1) leave();
  expect(queryObjects(Socket, { format: "count" })).toBeLessThan(5);
  end();
});
