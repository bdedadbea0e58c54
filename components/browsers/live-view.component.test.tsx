// The live view of a session: asked for, watched, taken control of, floated over the logs, and gone without a trace.
import "@/tests/support/component/fast-paces.ts";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { liveViewOperations } from "@/lib/bff/operations/browsers";
import type { Browser } from "@/lib/contract/browsers";
import { faultsIn } from "@/tests/support/component/axe";
import { problem } from "@/tests/support/component/scripted-bff";
import { openSession, type SessionPageOptions, sessionOf } from "@/tests/support/component/session-page";

const key = "a-key-to-the-session";
// Nothing answers there: what matters here is the frame, not what it shows.
const address = `http://127.0.0.1:1/view?jwt=${key}`;

async function open(given: Partial<Browser> = {}, options: SessionPageOptions = {}) {
  const screen = await openSession({
    session: sessionOf({ headless: false, viewport: { width: 1280, height: 800 }, ...given }),
    query: { panes: "s.chromium" },
    prepare: (bff) => bff.one(liveViewOperations.openLiveView, { url: address }),
    ...options,
  });
  return {
    ...screen,
    watch: screen.getByRole("button", { name: "Watch live" }),
    view: screen.getByRole("region", { name: "Live view", exact: true }),
    frame: () => {
      const [found] = screen.container.getElementsByTagName("iframe");
      if (found === undefined) throw new Error("there is no frame");
      return found;
    },
    frames: () => screen.container.getElementsByTagName("iframe").length,
    button: (name: string | RegExp) => screen.getByRole("button", { name }),
  };
}
type Page = Awaited<ReturnType<typeof open>>;

async function watched(page: Page): Promise<HTMLIFrameElement> {
  await page.watch.click();
  await expect.element(page.view.getByText("watching")).toBeVisible();
  return page.frame();
}

test("nothing is opened before a click; control is taken and released by choice", async () => {
  const page = await open();
  await expect.element(page.getByText(/^Nothing is transmitted until you watch/)).toBeVisible();
  expect(page.frames()).toBe(0);
  expect(page.bff.calls(liveViewOperations.openLiveView)).toEqual([]);
  const frame = await watched(page);
  expect(frame.title).toBe("Live view of session session-one");
  expect(frame.getAttribute("sandbox")).toBe("allow-scripts allow-same-origin");
  expect(frame.getAttribute("referrerpolicy")).toBe("no-referrer");
  expect(frame.getAttribute("allow")).toBe("");
  const readOnly = () => new URL(page.frame().src).searchParams.get("readOnly");
  expect(readOnly()).toBe("true");
  await page.button("Take control").click();
  await expect.element(page.view.getByText("in control")).toBeVisible();
  expect(readOnly()).toBeNull();
  await page.button("Release control").click();
  await expect.element(page.view.getByText("watching")).toBeVisible();
  expect(readOnly()).toBe("true");
});

test("floats over the logs, moves and grows by keys and by pointer, and never loads anew", async () => {
  const page = await open();
  const frame = await watched(page);
  // A frame that is taken out and put back gets another window, and loads anew.
  const { src, contentWindow } = frame;
  const box = () => page.view.element().getBoundingClientRect();
  await page.button("Float over the logs").click();
  await expect.element(page.view).toHaveStyle({ position: "fixed" });
  const before = box();
  const move = page.button(/^Move the live view/);
  move.element().focus();
  await userEvent.keyboard("{ArrowLeft}{Shift>}{ArrowUp}{/Shift}");
  await expect.poll(() => [box().x, box().y]).toEqual([before.x - 16, before.y - 64]);
  page
    .button(/^Resize the live view/)
    .element()
    .focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(() => box().width).toBe(before.width + 16);
  await userEvent.dragAndDrop(move, page.getByRole("heading", { level: 1 }));
  await expect.poll(() => box().y).toBeLessThan(before.y - 64);

  await page.button("Hide live view and details").click();
  await expect.element(page.button("Show live view and details")).toBeVisible();
  await expect.element(page.view).toBeVisible();
  await page.button("Show live view and details").click();
  expect(await faultsIn(page.container)).toEqual([]);
  await page.button("Put the live view back").click();
  await expect.element(page.view).toHaveStyle({ position: "relative" });
  expect(page.frame()).toBe(frame);
  expect(frame.src).toBe(src);
  expect(frame.contentWindow).not.toBeNull();
  expect(frame.contentWindow === contentWindow).toBe(true);
});

test("its address is in no history, no storage and, closed, no page", async () => {
  const page = await open();
  await watched(page);
  const kept = JSON.stringify([
    window.location.href,
    window.history.state,
    { ...localStorage },
    { ...sessionStorage },
    document.cookie,
  ]);
  expect(kept).not.toContain(key);
  await page.button("Close").click();
  await expect.poll(page.frames).toBe(0);
  expect(document.documentElement.innerHTML).not.toContain(key);
});

test("an ended session is said, and its frame goes", async () => {
  const page = await open();
  await watched(page);
  page.end();
  await expect.element(page.getByText("Session ended: there is nothing to show live.")).toBeVisible();
  expect(page.frames()).toBe(0);
  await expect.element(page.watch).toHaveAttribute("aria-disabled", "true");
});

test("while the API fails the picture is said to stand still perhaps", async () => {
  const page = await open();
  await watched(page);
  page.live.upstream("failing");
  await expect
    .element(page.getByText("The API does not answer: this picture may stand still."))
    .toBeVisible();
  page.live.upstream("ok");
  await expect
    .element(page.getByText("The API does not answer: this picture may stand still."))
    .not.toBeInTheDocument();
});

test("what is refused says why and is not framed", async () => {
  const page = await open(
    {},
    {
      prepare: (bff) =>
        bff.on(liveViewOperations.openLiveView, () =>
          problem(502, "live_view_refused", "It leads elsewhere."),
        ),
    },
  );
  await page.watch.click();
  await expect.element(page.view).toMatchTextContent("It leads elsewhere.");
  expect(page.frames()).toBe(0);
});

test("a headless session has none, and a viewer may not open one", async () => {
  const headless = await open({ headless: true });
  await expect.element(headless.getByText("A headless session has no live view.")).toBeVisible();
  await expect.element(headless.watch).toHaveAttribute("aria-disabled", "true");
});

test("a viewer may not open it", async () => {
  const page = await open({}, { role: "viewer" });
  await expect.element(page.getByText("The live view needs the operator role.")).toBeVisible();
  await expect.element(page.watch).toHaveAttribute("aria-disabled", "true");
});
