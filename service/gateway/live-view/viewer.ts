// One viewer's socket: frames out, input in. A hidden or slow viewer gets the newest frame when it is ready for one,
// never a queue. A viewer that answers no ping is disconnected, and pings keep its connection open through proxies.
import type { WebSocket } from "ws";
import { z } from "zod";
import type { Frame, Screencast } from "../../chromium/screencast.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Session } from "../../sessions/session.ts";
import { ViewerDialogs } from "./viewer-dialogs.ts";
import type { ViewersInControl } from "./viewers-in-control.ts";

const maxPendingInput = 100;
const maxBufferedBytes = 1024 * 1024;

const fraction = z.number().min(0).max(1);
const modifiers = z.int().min(0).max(15);
const fromViewer = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("visible"), visible: z.boolean() }),
  z.object({
    type: z.literal("mouse"),
    kind: z.enum(["mousePressed", "mouseReleased", "mouseMoved"]),
    x: fraction,
    y: fraction,
    button: z.enum(["none", "left", "middle", "right"]),
    buttons: z.int().min(0).max(31),
    clickCount: z.int().min(0).max(3),
    modifiers,
  }),
  z.object({
    type: z.literal("wheel"),
    x: fraction,
    y: fraction,
    deltaX: z.number().min(-10_000).max(10_000),
    deltaY: z.number().min(-10_000).max(10_000),
    modifiers,
  }),
  z.object({
    type: z.literal("key"),
    kind: z.enum(["keyDown", "rawKeyDown", "keyUp"]),
    key: z.string().max(32),
    code: z.string().max(32),
    windowsVirtualKeyCode: z.int().min(0).max(255),
    location: z.int().min(0).max(3),
    autoRepeat: z.boolean(),
    text: z.string().max(8).optional(),
    modifiers,
  }),
  z.object({ type: z.literal("text"), text: z.string().min(1).max(10_000) }),
  z.object({
    type: z.literal("answer"),
    id: z.int(),
    accept: z.boolean(),
    text: z.string().max(10_000).optional(),
  }),
]);
type FromViewer = z.infer<typeof fromViewer>;

/** Serves `socket` until it closes, or the session ends or gets another holder. */
export function serveViewer(
  socket: WebSocket,
  session: Session,
  { readOnly, viewers, clock }: { readOnly: boolean; viewers: ViewersInControl; clock: Pick<Clock, "later"> },
): void {
  const { screencast: cast, dialogs } = session;
  const disconnect = session.connect();
  const send = (message: object) => socket.send(JSON.stringify(message));
  let ready = true;
  let waiting: Frame | undefined;
  let sentSize = { width: 0, height: 0 };
  let pendingInput = 0;
  let stopWatching: (() => void) | undefined;

  const show = (frame: Frame) => {
    if (!ready || socket.bufferedAmount > maxBufferedBytes) {
      waiting = frame;
      return;
    }
    waiting = undefined;
    ready = false;
    if (frame.width !== sentSize.width || frame.height !== sentSize.height) {
      sentSize = { width: frame.width, height: frame.height };
      send({ type: "screen", ...sentSize });
    }
    socket.send(frame.jpeg);
  };

  const watch = (visible: boolean) => {
    if (visible) {
      stopWatching ??= cast.watch({
        frame: show,
        page: (page) => {
          send({ type: "page", ...page });
          shownDialog.update();
        },
      });
    } else {
      stopWatching?.();
      stopWatching = undefined;
      waiting = undefined;
    }
  };

  const act = (method: Parameters<Screencast["input"]>[0], params: object) => {
    if (readOnly || pendingInput >= maxPendingInput) return;
    // Chromium ignores keys and buttons while a dialog is open, but keeps what is pasted or scrolled for afterwards.
    if (cast.shownTargetId !== undefined && dialogs.of(cast.shownTargetId)) return;
    pendingInput += 1;
    // The page may close meanwhile, and the input with it.
    cast
      .input(method, params)
      .catch(() => undefined)
      .finally(() => {
        pendingInput -= 1;
      });
  };

  const receive = (message: FromViewer) => {
    switch (message.type) {
      case "ready":
        ready = true;
        if (waiting) show(waiting);
        return;
      case "visible":
        return watch(message.visible);
      case "mouse": {
        const { type: _type, kind, x, y, ...rest } = message;
        return act("Input.dispatchMouseEvent", { type: kind, ...onPage(cast, x, y), ...rest });
      }
      case "wheel": {
        const { type: _type, x, y, ...rest } = message;
        return act("Input.dispatchMouseEvent", { type: "mouseWheel", ...onPage(cast, x, y), ...rest });
      }
      case "key": {
        const { type: _type, kind, text, ...rest } = message;
        return act("Input.dispatchKeyEvent", { type: kind, ...rest, ...(text ? { text } : {}) });
      }
      case "text":
        return act("Input.insertText", { text: message.text });
      case "answer":
        if (!readOnly) void dialogs.answer(message.id, { accept: message.accept, text: message.text });
        return;
    }
  };

  send({ type: "hello", readOnly });
  const leave = viewers.enter(session, {
    readOnly,
    othersInControl: (others) => send({ type: "control", others }),
  });
  const shownDialog = new ViewerDialogs({
    dialogs,
    shownTargetId: () => cast.shownTargetId,
    send: (dialog) => send({ type: "dialog", dialog }),
    clock,
  });
  const end = () => {
    // Not when the socket has closed: by then the next holder may have viewers.
    leave();
    endViewer(socket, "This session has ended.");
  };
  session.holding.addEventListener("abort", end, { once: true });
  // The browser restarts but the session lives: the page reconnects to the next browser.
  const forget = session.devtools.onClose(() => socket.close(1001));
  socket.on("message", (data, isBinary) => {
    // One that has ended may not act any more, on the next holder's page least of all.
    if (socket.readyState !== socket.OPEN) return;
    const message = isBinary ? undefined : readMessage(data.toString());
    if (message) receive(message);
  });
  socket.on("error", () => undefined);
  socket.once("close", () => {
    forget();
    leave();
    session.holding.removeEventListener("abort", end);
    watch(false);
    shownDialog.stop();
    disconnect();
  });
  watch(true);
}

/** Sends a viewer the reason and closes. */
export function endViewer(socket: WebSocket, message: string): void {
  socket.on("error", () => undefined);
  socket.send(JSON.stringify({ type: "ended", message }));
  socket.close(1000);
}

function readMessage(text: string): FromViewer | undefined {
  try {
    return fromViewer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function onPage(cast: Screencast, x: number, y: number): { x: number; y: number } {
  const { width = 0, height = 0 } = cast.view ?? {};
  return { x: x * width, y: y * height };
}
