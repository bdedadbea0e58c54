import type { ComputerAction } from "../../lib/contract/computer.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { readClipboard, writeClipboard } from "../chromium/clipboard.ts";
import { Computer, ComputerRefusal } from "../chromium/computer.ts";
import type { OpenDevTools } from "../chromium/devtools-channel.ts";
import type { RunningBrowser } from "../chromium/running-browser.ts";
import { type Implementation, implement } from "../http/route.ts";
import { badRequest } from "../kernel/problem.ts";
import { unknownSession } from "./live-sessions.ts";
import type { Sessions } from "./sessions.ts";

/** Mouse, keyboard, clipboard and screenshots of a session. */
export function computerRoutes({ sessions }: { sessions: Sessions }): Implementation[] {
  const computers = new WeakMap<RunningBrowser, Computer>();

  async function computerOf(id: string): Promise<{ computer: Computer; holding: AbortSignal }> {
    const session = sessions.living(id);
    await session.ready;
    const { browser, holding } = session;
    const computer = computers.get(browser) ?? new Computer(browser.chromium.devtools, browser.pages);
    computers.set(browser, computer);
    return { computer, holding };
  }

  async function onClipboard<Result>(id: string, use: (open: OpenDevTools) => Promise<Result>) {
    const session = sessions.living(id);
    await session.ready;
    return await asProblems(id, session.holding, () => use(session.chromium.pipe.open));
  }

  async function act(
    { params, signal }: { params: { id: string }; signal: AbortSignal },
    actions: readonly ComputerAction[],
  ): Promise<{ status: number }> {
    const { computer, holding } = await computerOf(params.id);
    try {
      await asProblems(params.id, holding, () => computer.act(actions, AbortSignal.any([signal, holding])));
      return { status: 200 };
    } catch (error) {
      if (signal.aborted && !holding.aborted)
        throw badRequest("the caller disconnected before everything was done");
      throw error;
    }
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
      const { computer } = await computerOf(params.id);
      return { status: 200, body: computer.position };
    }),
    implement(operations.takeScreenshot, async ({ params, body, reply }) => {
      const { computer, holding } = await computerOf(params.id);
      const png = await asProblems(params.id, holding, () => computer.screenshot(body?.region));
      reply.code(200).header("content-type", "image/png").header("cache-control", "no-store").send(png);
      return undefined;
    }),
  ];
}

/** Turns the errors of an act on a session, which `holding` ends, into the API's. */
async function asProblems<Result>(
  id: string,
  holding: AbortSignal,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (holding.aborted) throw unknownSession(id);
    if (error instanceof ComputerRefusal) throw badRequest(error.message);
    throw error;
  }
}
