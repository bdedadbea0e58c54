// The tray of watched runs, and the failures that are counted in the title while nobody looks.
import "@/tests/support/component/fast-paces";
import { expect, onTestFinished, test, vi } from "vitest";
import { InvocationView } from "@/components/invocations/invocation-view";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { faultsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { RunWorld } from "@/tests/support/component/run-world";

const storeKey = "fleetdeck.watch.ada";
const keptOf = (pin: object) => ({
  [storeKey]: JSON.stringify({
    pins: [{ action_name: "crawl", status: "running", gone: false, seen: false, told: false, ...pin }],
    expanded: true,
    sound: false,
    notify: false,
  }),
});

/** What the page notifies of; `answer` is what the operator answers the browser's question. */
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

/** Makes the page believe that its tab is hidden, or seen again. */
function turnTab(state: "hidden" | "visible"): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  Object.defineProperty(document, "hidden", { configurable: true, get: () => state === "hidden" });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

test("a run that is watched is followed, also after a reload, and its end is told once", async () => {
  const world = new RunWorld();
  document.title = "Invocation · Fleetdeck";
  const { id } = world.add({ action_name: "crawl", status: "running" });
  const shown = notifications("granted");
  const screen = await renderView(<InvocationView id={id} />, { at: "/pools", bff: world.bff });
  const tray = screen.getByRole("region", { name: "Watched runs" });
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
  expect(await faultsIn(tray.element())).toEqual([]);
  await screen.reload();
  await expect.element(tray.getByText("running")).toBeVisible();
  await expect.element(notification).toBeChecked();

  world.change(id, { status: "failed", finished_at: new Date().toISOString() });
  await expect.element(screen.getByRole("region", { name: /^Notices/ })).toMatchTextContent("crawl");
  await expect.element(tray.getByRole("listitem")).toMatchTextContent("failed");
  await expect.poll(() => document.title).toBe("(1 watched run over) Invocation · Fleetdeck");
  await expect.poll(() => shown).toEqual([expect.stringContaining("crawl")]);
  // Pages set their titles as they like; the note stands before them.
  document.title = "Proxies · Fleetdeck";
  await expect.poll(() => document.title).toBe("(1 watched run over) Proxies · Fleetdeck");
  expect(await faultsIn(tray.element())).toEqual([]);
  await tray.getByRole("button", { name: "Mark seen" }).click();
  await expect.poll(() => document.title).toBe("Proxies · Fleetdeck");
  const fold = tray.getByRole("button", { name: /^Watched runs/ });
  await expect.element(fold).toHaveFocus();
  await fold.click();
  await expect.element(tray.getByRole("listitem")).not.toBeInTheDocument();
  await fold.click();
  await tray.getByRole("button", { name: /^Stop watching crawl/ }).click();
  await expect.element(tray).not.toBeInTheDocument();
  await expect.element(screen.getByRole("main")).toHaveFocus();
});

test("being on a run's page is looking at its end", async () => {
  const world = new RunWorld();
  document.title = "crawl · Fleetdeck";
  const { id } = world.add({ action_name: "crawl", status: "running" });
  const screen = await renderView(<InvocationView id={id} />, {
    at: `/invocations/${id}`,
    bff: world.bff,
    storage: keptOf({ id }),
  });
  const tray = screen.getByRole("region", { name: "Watched runs" });
  await expect.element(tray.getByText("running")).toBeVisible();
  world.change(id, { status: "succeeded", finished_at: new Date().toISOString() });
  await expect.element(tray.getByText("succeeded")).toBeVisible();
  await expect.element(tray.getByRole("button", { name: "Mark seen" })).not.toBeInTheDocument();
  expect(document.title).toBe("crawl · Fleetdeck");
});

test("a refused permission and a run that the API does not know are said", async () => {
  const world = new RunWorld();
  notifications("denied");
  const screen = await renderView(<h1>Settings</h1>, {
    at: "/settings",
    bff: world.bff,
    storage: keptOf({ id: "zzzzzzzzzzzzzzzzzzzzzzzz" }),
  });
  const tray = screen.getByRole("region", { name: "Watched runs" });
  await expect.element(tray.getByText("The API no longer knows this run")).toBeVisible();
  const notification = tray.getByRole("switch", { name: /^Notification/ });
  await notification.click();
  await expect.element(tray.getByRole("status")).toMatchTextContent("refuses notifications");
  await expect.element(notification).not.toBeChecked();
  expect(await faultsIn(tray.element())).toEqual([]);
});

test("failures while the tab is hidden are counted in its title until somebody looks", async () => {
  onTestFinished(() => turnTab("visible"));
  const world = new RunWorld();
  world.add({ status: "failed" });
  document.title = "Overview · Fleetdeck";
  await renderView(<h1>Overview</h1>, { bff: world.bff });
  turnTab("hidden");
  const reads = () => world.bff.calls(invocationOperations.listInvocations).length;
  // The second is asked for when the first was taken in: what failed by then is known.
  await expect.poll(reads).toBeGreaterThan(1);
  for (let at = 0; at < 2; at += 1) world.add({ status: "failed" });
  await expect.poll(() => document.title).toBe("(2 failed) Overview · Fleetdeck");
  turnTab("visible");
  await expect.poll(() => document.title).toBe("Overview · Fleetdeck");
});
