import type { ComputerAction } from "../../lib/contract/computer.ts";
import { operations } from "../../lib/contract/operations.ts";
import { Computer, ComputerRefusal } from "../chromium/computer.ts";
import type { RunningBrowser } from "../chromium/running-browser.ts";
import { badRequest } from "../domain/problem.ts";
import type { Sessions } from "../domain/sessions.ts";
import { unknownSession } from "./browsers.ts";
import { type Implementation, implement } from "./route.ts";

export function computerRoutes({ sessions }: { sessions: Sessions }): Implementation[] {
  // One for each browser: it goes with it.
  const computers = new WeakMap<RunningBrowser, Computer>();

  async function computerOf(id: string): Promise<{ computer: Computer; holding: AbortSignal }> {
    const session = sessions.find(id);
    if (!session) throw unknownSession(id);
    await session.ready;
    const { browser, holding } = session;
    const computer = computers.get(browser) ?? new Computer(browser.chromium.devtools, browser.pages);
    computers.set(browser, computer);
    return { computer, holding };
  }

  async function act(id: string, actions: readonly ComputerAction[], left: AbortSignal): Promise<void> {
    const { computer, holding } = await computerOf(id);
    try {
      await told(async () => await computer.act(actions, AbortSignal.any([left, holding])));
    } catch (error) {
      if (holding.aborted) throw unknownSession(id);
      if (left.aborted) throw badRequest("the caller left before all of it was done");
      throw error;
    }
  }

  return [
    implement(operations.clickMouse, async ({ params, body, signal }) => {
      await act(params.id, [{ type: "click_mouse", click_mouse: body }], signal);
      return { status: 200 };
    }),
    implement(operations.moveMouse, async ({ params, body, signal }) => {
      await act(params.id, [{ type: "move_mouse", move_mouse: body }], signal);
      return { status: 200 };
    }),
    implement(operations.dragMouse, async ({ params, body, signal }) => {
      await act(params.id, [{ type: "drag_mouse", drag_mouse: body }], signal);
      return { status: 200 };
    }),
    implement(operations.pressKey, async ({ params, body, signal }) => {
      await act(params.id, [{ type: "press_key", press_key: body }], signal);
      return { status: 200 };
    }),
    implement(operations.scrollMouse, async ({ params, body, signal }) => {
      await act(params.id, [{ type: "scroll", scroll: body }], signal);
      return { status: 200 };
    }),
    implement(operations.typeText, async ({ params, body, signal }) => {
      await act(params.id, [{ type: "type_text", type_text: body }], signal);
      return { status: 200 };
    }),
    implement(operations.setCursor, async ({ params, body, signal }) => {
      await act(params.id, [{ type: "set_cursor", set_cursor: body }], signal);
      return { status: 200, body: { ok: true } };
    }),
    implement(operations.batchComputer, async ({ params, body, signal }) => {
      await act(params.id, body.actions, signal);
      return { status: 200 };
    }),
    implement(operations.getMousePosition, async ({ params }) => {
      const { computer } = await computerOf(params.id);
      return { status: 200, body: computer.position };
    }),
    implement(operations.takeScreenshot, async ({ params, body, reply }) => {
      const { computer } = await computerOf(params.id);
      const png = await told(async () => await computer.screenshot(body?.region));
      reply.code(200).header("content-type", "image/png").header("cache-control", "no-store").send(png);
      return undefined;
    }),
  ];
}

async function told<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ComputerRefusal) throw badRequest(error.message);
    throw error;
  }
}
