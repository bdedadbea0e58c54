import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ComputerAction } from "../../lib/contract/computer.ts";
import { Computer } from "./computer.ts";
import type { DevTools } from "./devtools.ts";
import type { Dialogs, OpenDialog } from "./dialogs.ts";
import { ComputerRefusal } from "./page-input.ts";
import type { Pages } from "./pages.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A page that opens a dialog on each Enter. */
function setUp() {
  const sent: string[] = [];
  const listeners = new Set<() => void>();
  let lastId = 0;
  let dialog: OpenDialog | undefined;
  const show = (next: OpenDialog | undefined) => {
    dialog = next;
    for (const listener of listeners) listener();
  };
  const open = () => {
    lastId += 1;
    show({ id: lastId, targetId: "t1", kind: "alert", message: "", defaultText: "" });
  };
  const dialogs: Pick<Dialogs, "of" | "onChange"> = {
    of: () => dialog,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const devtools = {
    attach: async () => "s1",
    isVisible: async () => true,
    async send(_method: string, { type, key }: { type: string; key?: string }) {
      sent.push(key === undefined ? type : `${type} ${key}`);
      if (type !== "keyDown" || key !== "Enter") return;
      await Promise.resolve();
      open();
      await new Promise(() => {});
    },
  };
  // Only these are used.
  const computer = new Computer(
    devtools as unknown as DevTools,
    { open: [{ targetId: "t1" }] } as unknown as Pages,
    dialogs,
  );
  const act = async (...actions: ComputerAction[]) =>
    await computer.act(actions, new AbortController().signal).catch((error: unknown) => error);
  return { sent, act, open, close: () => show(undefined) };
}

const type = (text: string): ComputerAction => ({ type: "type_text", type_text: { text } });
const typed = (...keys: string[]) => keys.flatMap((key) => [`keyDown ${key}`, `keyUp ${key}`]);

test("input goes on when the dialog that it has opened is closed soon, also the next action of a batch", async () => {
  const { sent, act, open, close } = setUp();
  const acted = act(type("a\nb"), type("c"));
  await expect.poll(() => sent.at(-1)).toBe("keyDown Enter");
  await vi.advanceTimersByTimeAsync(300);
  close();
  // The page has another one.
  open();
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toHaveLength(3);
  close();
  expect(await acted).toBeUndefined();
  expect(sent).toEqual(typed("a", "Enter", "b", "c"));
});

test("input is refused, not left out, when the dialog that it has opened stays open", async () => {
  const { sent, act } = setUp();
  const acted = act(type("a\nb"));
  await expect.poll(() => sent.at(-1)).toBe("keyDown Enter");
  await vi.advanceTimersByTimeAsync(600);
  const refusal = await acted;
  expect(refusal).toBeInstanceOf(ComputerRefusal);
  expect(String(refusal)).toContain("the rest was not sent");
  expect(sent).toEqual([...typed("a"), "keyDown Enter"]);
});

test("input is done that opens a dialog at its end, and the next is refused at once", async () => {
  const { sent, act } = setUp();
  const acted = act({ type: "press_key", press_key: { keys: ["Return"], hold_keys: ["Shift"] } });
  await expect.poll(() => sent.at(-1)).toBe("keyDown Enter");
  await vi.advanceTimersByTimeAsync(600);
  expect(await acted).toBeUndefined();
  expect(sent).toEqual(["rawKeyDown Shift", "keyDown Enter"]);
  expect(String(await act(type("a")))).toContain("answer that first");
  expect(sent).toHaveLength(2);
});
