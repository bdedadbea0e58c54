import type { ComputerAction } from "../../lib/contract/computer.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { readClipboard, writeClipboard } from "../chromium/clipboard.ts";
import { Computer } from "../chromium/computer.ts";
import { DevToolsError } from "../chromium/devtools.ts";
import type { OpenDevTools } from "../chromium/devtools-channel.ts";
import { ComputerRefusal } from "../chromium/page-input.ts";
import type { RunningBrowser } from "../chromium/running-browser.ts";
import { type Implementation, implement } from "../http/route.ts";
import { badRequest, Problem } from "../kernel/problem.ts";
import { whileHeld } from "./live-sessions.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";

/** Mouse, keyboard, clipboard and screenshots of a session. */
export function computerRoutes({ sessions }: { sessions: Sessions }): Implementation[] {
  /** By `reassigned`: each holder begins with the mouse in its corner and no button pressed. */
  const computers = new WeakMap<AbortSignal, { browser: RunningBrowser; computer: Computer }>();

  /** Works on the browser of a session, which is in use meanwhile. */
  async function using<Result>(id: string, work: (session: Session) => Promise<Result>): Promise<Result> {
    const session = sessions.living(id);
    const disconnect = session.connect();
    try {
      return await whileHeld(session, async (check) => {
        await session.ready;
        check();
        const result = await work(session);
        check();
        return result;
      });
    } catch (error) {
      if (error instanceof ComputerRefusal) throw badRequest(error.message);
      throw error instanceof DevToolsError ? failed(error) : error;
    } finally {
      disconnect();
    }
  }

  function computerOf({ browser, reassigned }: Session): Computer {
    const known = computers.get(reassigned);
    if (known?.browser === browser) return known.computer;
    const { chromium, pages, dialogs } = browser;
    const computer = new Computer(chromium.devtools, pages, dialogs);
    computers.set(reassigned, { browser, computer });
    return computer;
  }

  const onClipboard = <Result>(id: string, use: (open: OpenDevTools) => Promise<Result>) =>
    using(id, ({ chromium }) => use(chromium.pipe.open));

  async function act(
    { params, signal }: { params: { id: string }; signal: AbortSignal },
    actions: readonly ComputerAction[],
  ): Promise<{ status: number }> {
    return await using(params.id, async (session) => {
      try {
        await computerOf(session).act(actions, AbortSignal.any([signal, session.holding]));
        return { status: 200 };
      } catch (error) {
        if (signal.aborted) throw badRequest("the caller disconnected before everything was done");
        // A retry might do again what was done.
        if (error instanceof ComputerRefusal) throw badRequest(error.message, undefined, notRetried);
        throw error instanceof DevToolsError ? failed(error, notRetried) : error;
      }
    });
  }

  return [
    implement(operations.clickMouse, (call) => act(call, [{ type: "click_mouse", click_mouse: call.body }])),
    implement(operations.moveMouse, (call) => act(call, [{ type: "move_mouse", move_mouse: call.body }])),
    implement(operations.dragMouse, (call) => act(call, [{ type: "drag_mouse", drag_mouse: call.body }])),
    implement(operations.pressKey, (call) => act(call, [{ type: "press_key", press_key: call.body }])),
    implement(operations.scrollMouse, (call) => act(call, [{ type: "scroll", scroll: call.body }])),
    implement(operations.typeText, (call) => act(call, [{ type: "type_text", type_text: call.body }])),
    implement(operations.setCursor, async (call) => ({
      ...(await act(call, [{ type: "set_cursor", set_cursor: call.body }])),
      body: { ok: true },
    })),
    implement(operations.batchComputer, (call) => act(call, call.body.actions)),
    implement(operations.readClipboard, async ({ params }) => {
      const text = await onClipboard(params.id, readClipboard);
      return { status: 200, body: { text } };
    }),
    implement(operations.writeClipboard, async ({ params, body }) => {
      await onClipboard(params.id, (open) => writeClipboard(open, body.text));
      return { status: 200 };
    }),
    implement(operations.getMousePosition, async ({ params }) => {
      const position = await using(params.id, async (session) => computerOf(session).position);
      return { status: 200, body: position };
    }),
    implement(operations.takeScreenshot, async ({ params, body, reply }) => {
      const png = await using(params.id, (session) => computerOf(session).screenshot(body?.region));
      reply.code(200).header("content-type", "image/png").header("cache-control", "no-store").send(png);
      return undefined;
    }),
  ];
}

const notRetried = { "x-should-retry": "false" };
/** The browser restarted or the page closed meanwhile, or the page was too busy. */
const failed = ({ message }: DevToolsError, headers: Problem["headers"] = {}) =>
  new Problem(500, "browser_failed", `the browser did not say that it was done: ${message}`, { headers });
