import { expect, it } from "vitest";
import { DevTools } from "./devtools.ts";
import { Dialogs } from "./dialogs.ts";

const page = { targetId: "target-1", type: "page" };

/** Dialogs of a browser that is the test itself. */
async function browser() {
  const sent: { method: string; params: object; sessionId?: string }[] = [];
  let say = (_message: object) => undefined as unknown;
  const devtools = await DevTools.over(async ({ receive }) => {
    say = (message) => receive(Buffer.from(JSON.stringify(message)));
    return {
      isOpen: () => true,
      send: (text) => {
        const { id, ...command } = JSON.parse(text);
        sent.push(command);
        say({ id, result: {} });
        return true;
      },
      drained: async () => undefined,
      close: () => undefined,
    };
  });
  const dialogs = new Dialogs();
  dialogs.watch(devtools);
  let changes = 0;
  dialogs.onChange(() => {
    changes += 1;
  });
  return {
    dialogs,
    sent,
    changes: () => changes,
    attach: (sessionId: string, targetInfo = page) =>
      say({ method: "Target.attachedToTarget", params: { sessionId, targetInfo } }),
    detach: (sessionId: string) => say({ method: "Target.detachedFromTarget", params: { sessionId } }),
    opens: (sessionId: string, dialog: object) =>
      say({
        method: "Page.javascriptDialogOpening",
        params: { url: "https://shop.example/cart?x=1", message: "", type: "alert", ...dialog },
        sessionId,
      }),
    closes: (sessionId: string) => say({ method: "Page.javascriptDialogClosed", params: {}, sessionId }),
  };
}

it("watches the dialogs of pages and answers none by itself", async () => {
  const { dialogs, sent, changes, ...chromium } = await browser();
  chromium.attach("S1");
  chromium.attach("S2", { targetId: "target-2", type: "iframe" });
  chromium.opens("S1", { type: "prompt", message: "Your name?", defaultPrompt: "Ada" });
  expect(dialogs.open).toEqual([
    {
      id: 1,
      targetId: "target-1",
      kind: "prompt",
      message: "Your name?",
      origin: "https://shop.example",
      defaultText: "Ada",
    },
  ]);
  expect(dialogs.of("target-1")).toBe(dialogs.open[0]);
  expect(dialogs.of("target-2")).toBeUndefined();
  chromium.closes("S1");
  expect(dialogs.open).toEqual([]);
  expect(changes()).toBe(2);
  chromium.closes("S1");
  expect(changes()).toBe(2);
  expect(sent).toEqual([{ method: "Page.enable", params: {}, sessionId: "S1" }]);
});

it("forgets the dialog of a page that closes", async () => {
  const { dialogs, ...chromium } = await browser();
  chromium.attach("S1");
  chromium.opens("S1", {});
  chromium.detach("S1");
  expect(dialogs.open).toEqual([]);
});

it("answers the dialog that was meant, never a later one of the same page", async () => {
  const { dialogs, sent, ...chromium } = await browser();
  chromium.attach("S1");
  chromium.opens("S1", { type: "confirm" });
  const [seen] = dialogs.open;
  chromium.closes("S1");
  chromium.opens("S1", { type: "prompt" });
  await dialogs.answer(seen?.id ?? 0, { accept: true });
  expect(sent.map(({ method }) => method)).toEqual(["Page.enable"]);
  await dialogs.answer(dialogs.open[0]?.id ?? 0, { accept: true, text: "Ada" });
  expect(sent.at(-1)).toEqual({
    method: "Page.handleJavaScriptDialog",
    params: { accept: true, promptText: "Ada" },
    sessionId: "S1",
  });
});

it("keeps a bounded part of a page's texts, and no origin where there is none", async () => {
  const { dialogs, ...chromium } = await browser();
  chromium.attach("S1");
  const long = "x".repeat(100_000);
  chromium.opens("S1", { url: `data:text/html,${long}`, message: long, defaultPrompt: long });
  const [dialog] = dialogs.open;
  expect(dialog?.message).toBe(`${"x".repeat(2_000)}…`);
  expect(dialog?.defaultText).toBe("x".repeat(2_000));
  expect(dialog).not.toHaveProperty("origin");
});
