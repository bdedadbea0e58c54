// The live view of a session: opened, controlled, floated over the logs, and closed without leaving its
// address anywhere.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { liveViewOperations } from "@/lib/bff/operations/browsers";
import type { Browser } from "@/lib/contract/browsers";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { problem } from "@/tests/support/component/scripted-bff";
import { openSession, type SessionPageOptions, sessionOf } from "@/tests/support/component/session-page";

const key = "a-key-to-the-session";
// No server listens there: the tests check the frame, not its content.
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
      if (found === undefined) throw new Error("no frame");
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

test("nothing is loaded before a click; control is taken and released by choice", async () => {
  const page = await open();
  await expect.element(page.getByText(/^Watching is written to the audit/)).toBeVisible();
  expect(page.frames()).toBe(0);
  expect(page.bff.calls(liveViewOperations.openLiveView)).toEqual([]);
  const frame = await watched(page);
  expect(frame.title).toBe("Live view of browser session-one");
  expect(frame.getAttribute("sandbox")).toBe("allow-scripts allow-same-origin");
  expect(frame.getAttribute("referrerpolicy")).toBe("no-referrer");
  expect(frame.getAttribute("allow")).toBe("");
  const readOnly = () => new URL(page.frame().src).searchParams.get("readOnly");
  expect(readOnly()).toBe("true");
  await userEvent.hover(page.button("Take control"));
  // The API may not say whether they are.
  await expect.element(page.getByRole("tooltip")).toMatchTextContent("Others may be in control, too");
  await page.button("Take control").click();
  await expect.element(page.view.getByText("in control", { exact: true })).toBeVisible();
  // As text, as a tooltip is out of reach of a finger.
  await expect.element(page.view.getByText("Others may be in control, too")).toBeVisible();
  expect(readOnly()).toBeNull();
  await page.button("Release control").click();
  await expect.element(page.view.getByText("watching")).toBeVisible();
  expect(readOnly()).toBe("true");
});

test("a view that the dashboard relays has no origin of its own", async () => {
  const page = await open(
    {},
    {
      // The test's server answers every address.
      prepare: (bff) => bff.one(liveViewOperations.openLiveView, { url: "/api/live-view?view=ticket" }),
    },
  );
  const frame = await watched(page);
  expect(frame.getAttribute("sandbox")).toBe("allow-scripts");
  expect(frame.src).toBe(`${window.location.origin}/api/live-view?view=ticket&readOnly=true`);
});

test("floats over the logs, moves and resizes by keyboard and pointer, and never reloads", async () => {
  const page = await open();
  const frame = await watched(page);
  // A frame that is removed and reinserted gets a new window and reloads.
  const { src, contentWindow } = frame;
  const box = () => page.view.element().getBoundingClientRect();
  await page.button("Float over logs").click();
  await expect.element(page.view).toHaveStyle({ position: "fixed" });
  const before = box();
  const move = page.button(/^Move live view/);
  move.element().focus();
  await userEvent.keyboard("{ArrowLeft}{Shift>}{ArrowUp}{/Shift}");
  await expect.poll(() => [box().x, box().y]).toEqual([before.x - 16, before.y - 64]);
  page
    .button(/^Resize live view/)
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
  expect(await axeViolationsIn(page.container)).toEqual([]);
  await page.button("Dock live view").click();
  await expect.element(page.view).toHaveStyle({ position: "relative" });
  expect(page.frame()).toBe(frame);
  expect(frame.src).toBe(src);
  expect(frame.contentWindow).not.toBeNull();
  expect(frame.contentWindow === contentWindow).toBe(true);
});

test("the address of a live view is in no history or storage and, once closed, not in the page", async () => {
  const page = await open();
  await watched(page);
  const stored = JSON.stringify([
    window.location.href,
    window.history.state,
    { ...localStorage },
    { ...sessionStorage },
    document.cookie,
  ]);
  expect(stored).not.toContain(key);
  await page.button("Close").click();
  await expect.poll(page.frames).toBe(0);
  expect(document.documentElement.innerHTML).not.toContain(key);
});

test("an ended session is reported, and its frame removed with the view", async () => {
  const page = await open();
  await watched(page);
  page.end();
  await expect
    .element(page.getByText(/^This browser ended .* Its log lines stay on this page\.$/))
    .toBeVisible();
  await expect.element(page.view).not.toBeInTheDocument();
  expect(page.frames()).toBe(0);
});

test("while the API fails, the picture is marked as possibly frozen", async () => {
  const page = await open();
  await watched(page);
  page.live.upstream("failing");
  await expect.element(page.getByText("The API does not answer. The live view may be frozen.")).toBeVisible();
  page.live.upstream("ok");
  await expect
    .element(page.getByText("The API does not answer. The live view may be frozen."))
    .not.toBeInTheDocument();
});

test("a rejected address is reported and not framed", async () => {
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

test("a headless session has no view, and a viewer may not open one", async () => {
  const headless = await open({ headless: true });
  await expect.element(headless.getByText("A headless browser has no live view.")).toBeVisible();
  await expect.element(headless.watch).not.toBeInTheDocument();
});

test("a viewer may not open it", async () => {
  const page = await open({}, { role: "viewer" });
  await expect.element(page.getByText("Watching live needs the operator role.")).toBeVisible();
  await expect.element(page.watch).not.toBeInTheDocument();
});
