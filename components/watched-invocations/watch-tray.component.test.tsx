// The tray of watched invocations, and the count of failures in the title while the tab is hidden.
import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { InvocationView } from "@/components/invocations/detail/invocation-view";
import { LiveConnection } from "@/components/layout/live-connection";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { shortId } from "@/lib/format/short-id";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { renderView } from "@/tests/support/component/render-view";
import type { ScriptedBff } from "@/tests/support/component/scripted-bff";
import { ScriptedLiveStream } from "@/tests/support/component/scripted-live-stream";

const storeKey = "fleetdeck.watch.ada";
const storedOf = (pin: object) => ({
  [storeKey]: JSON.stringify({
    pins: [{ action_name: "crawl", status: "running", gone: false, seen: false, told: false, ...pin }],
    expanded: true,
    sound: false,
    notify: false,
  }),
});

/** The page of an invocation whose log is empty. */
function InvocationPage({ id, bff }: { id: string; bff: ScriptedBff }) {
  useState(() => new ScriptedLiveStream(bff));
  return (
    <LiveConnection>
      <InvocationView id={id} />
    </LiveConnection>
  );
}

/** Records the page's notifications; `answer` is the operator's reply to the permission prompt. */
function notifications(answer: NotificationPermission) {
  const shown: string[] = [];
  let permission: NotificationPermission = "default";
  vi.stubGlobal(
    "Notification",
    class extends EventTarget {
      static get permission() {
        return permission;
      }
      static async requestPermission() {
        permission = answer;
        return answer;
      }
      constructor(title: string) {
        super();
        shown.push(title);
      }
    },
  );
  return shown;
}

/** Simulates a change of the tab's visibility. */
function setTabVisibility(state: "hidden" | "visible"): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  Object.defineProperty(document, "hidden", { configurable: true, get: () => state === "hidden" });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

test("a watched invocation is polled, also after a reload, and its end announced once", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ action_name: "crawl", status: "running" });
  const shown = notifications("granted");
  const screen = await renderView(<InvocationPage id={id} bff={backend.bff} />, {
    at: "/pools",
    bff: backend.bff,
  });
  const tray = screen.getByRole("region", { name: "Watched invocations" });
  await expect.element(tray).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Watch", exact: true }).click();
  await expect
    .element(screen.getByRole("button", { name: "Watching" }))
    .toHaveAttribute("aria-pressed", "true");
  await expect.element(tray.getByRole("link", { name: new RegExp(id) })).toBeVisible();
  await expect.element(tray.getByText("running")).toBeVisible();
  const notification = tray.getByRole("switch", { name: /^Notification/ });
  await expect.element(notification).not.toBeChecked();
  await notification.click();
  await expect.element(notification).toBeChecked();
  expect(await axeViolationsIn(tray.element())).toEqual([]);
  await screen.reload();
  await expect.element(tray.getByText("running")).toBeVisible();
  await expect.element(notification).toBeChecked();

  backend.change(id, { status: "failed", finished_at: new Date().toISOString() });
  await expect.element(screen.getByRole("region", { name: /^Notices/ })).toMatchTextContent("crawl");
  await expect.element(tray.getByRole("listitem")).toMatchTextContent("failed");
  await expect
    .poll(() => document.title)
    .toBe(`(1 watched invocation ended) crawl ${shortId(id)} · Fleetdeck`);
  await expect.poll(() => shown).toEqual([expect.stringContaining("crawl")]);
  // Pages set their own titles; the note is a prefix of them.
  document.title = "Proxies · Fleetdeck";
  await expect.poll(() => document.title).toBe("(1 watched invocation ended) Proxies · Fleetdeck");
  expect(await axeViolationsIn(tray.element())).toEqual([]);
  await tray.getByRole("button", { name: "Mark as seen" }).click();
  await expect.poll(() => document.title).toBe("Proxies · Fleetdeck");
  const fold = tray.getByRole("button", { name: /^Watched/ });
  await expect.element(fold).toHaveFocus();
  await fold.click();
  await expect.element(tray.getByRole("listitem")).not.toBeInTheDocument();
  await fold.click();
  await tray.getByRole("button", { name: /^Stop watching crawl/ }).click();
  await expect.element(tray).not.toBeInTheDocument();
  await expect.element(screen.getByRole("main")).toHaveFocus();
});

test("opening an invocation's page marks its end as seen", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ action_name: "crawl", status: "running" });
  const screen = await renderView(<InvocationPage id={id} bff={backend.bff} />, {
    at: `/invocations/${id}`,
    bff: backend.bff,
    storage: storedOf({ id }),
  });
  const tray = screen.getByRole("region", { name: "Watched invocations" });
  await expect.element(tray.getByText("running")).toBeVisible();
  backend.change(id, { status: "succeeded", finished_at: new Date().toISOString() });
  await expect.element(tray.getByText("succeeded")).toBeVisible();
  await expect.element(tray.getByRole("button", { name: "Mark as seen" })).not.toBeInTheDocument();
  expect(document.title).toBe(`crawl ${shortId(id)} · Fleetdeck`);
});

test("a denied permission and a missing invocation are shown", async () => {
  const backend = new InvocationBackend();
  notifications("denied");
  const screen = await renderView(<h1>Settings</h1>, {
    at: "/settings",
    bff: backend.bff,
    storage: storedOf({ id: "zzzzzzzzzzzzzzzzzzzzzzzz" }),
  });
  const tray = screen.getByRole("region", { name: "Watched invocations" });
  await expect.element(tray.getByText("The API no longer knows this invocation")).toBeVisible();
  const notification = tray.getByRole("switch", { name: /^Notification/ });
  await notification.click();
  await expect.element(tray.getByRole("status")).toMatchTextContent("blocks notifications");
  await expect.element(notification).not.toBeChecked();
  expect(await axeViolationsIn(tray.element())).toEqual([]);
});

test("an invocation that the dashboard only cannot find any more is waited for", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ action_name: "crawl", status: "running" });
  const read = backend.bff.handlerOf(invocationOperations.retrieveInvocation);
  const screen = await renderView(<h1>Settings</h1>, {
    at: "/settings",
    bff: backend.bff,
    storage: storedOf({ id }),
  });
  const tray = screen.getByRole("region", { name: "Watched invocations" });
  await expect.element(tray.getByText("running")).toBeVisible();
  backend.bff.fail(
    invocationOperations.retrieveInvocation,
    404,
    "invocation_not_known",
    "It is neither listed by the API nor recorded by this dashboard.",
  );
  await expect.element(tray).toMatchTextContent("not up to date");
  backend.change(id, { status: "succeeded", finished_at: new Date().toISOString() });
  backend.bff.on(invocationOperations.retrieveInvocation, read);
  await expect.element(tray.getByText("succeeded")).toBeVisible();
});

test("an invocation that the API has forgotten is not waited for", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ action_name: "crawl", status: "running" });
  const screen = await renderView(<h1>Settings</h1>, {
    at: "/settings",
    bff: backend.bff,
    storage: storedOf({ id }),
  });
  const tray = screen.getByRole("region", { name: "Watched invocations" });
  await expect.element(tray.getByText("running")).toBeVisible();
  const marks = { from_record: true, is_forgotten: true };
  backend.change(id, { status: "unknown", ...marks });
  await expect.element(tray.getByText("The API no longer knows this invocation")).toBeVisible();
  await expect
    .element(screen.getByRole("region", { name: /^Notices/ }))
    .toMatchTextContent("The API no longer knows this invocation");
});

test("failures while the tab is hidden are counted in its title until it is visible again", async () => {
  onTestFinished(() => setTabVisibility("visible"));
  const backend = new InvocationBackend();
  backend.add({ status: "failed" });
  document.title = "Overview · Fleetdeck";
  await renderView(<h1>Overview</h1>, { bff: backend.bff });
  setTabVisibility("hidden");
  const reads = () => backend.bff.calls(invocationOperations.listInvocations).length;
  // The second request follows the first response: failures up to then are the baseline.
  await expect.poll(reads).toBeGreaterThan(1);
  for (let at = 0; at < 2; at += 1) backend.add({ status: "failed" });
  await expect.poll(() => document.title).toBe("(2 failed) Overview · Fleetdeck");
  setTabVisibility("visible");
  await expect.poll(() => document.title).toBe("Overview · Fleetdeck");
});
