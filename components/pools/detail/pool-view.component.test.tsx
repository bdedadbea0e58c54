import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { bffHeaders } from "@/lib/bff/headers";
import { attentionOperations } from "@/lib/bff/operations/attention";
import { poolInsightOperations } from "@/lib/bff/operations/pool-insight";
import { poolHistoryOperations } from "@/lib/bff/operations/pools";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import { poolOperations } from "@/lib/contract/operations/pools";
import type { Pool } from "@/lib/contract/pools";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { emulateMedia } from "@/tests/support/component/emulated-media";
import { inventoryItemOf, scriptInventory } from "@/tests/support/component/inventory-fixtures";
import {
  acquiredOf,
  acquiredSessionOf,
  consumptionOf,
  historyOf,
  insightOf,
  insightsOf,
  poolOf,
} from "@/tests/support/component/pool-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { PoolView } from "./pool-view.tsx";

const id = "pool-1";
const reasonOf = (call: { headers: Headers } | undefined) =>
  decodeURIComponent(call?.headers.get(bffHeaders.reason) ?? "");

/** A BFF with the pool as it is at each read, and its insight; no history. */
function bffWith(pool: () => Pool, insight: () => Partial<PoolInsight> = () => ({})): ScriptedBff {
  return emptyBff()
    .one(poolOperations.retrievePool, pool)
    .one(poolInsightOperations.readPoolInsight, () => insightsOf(insightOf({ pool_id: id, ...insight() })))
    .one(poolHistoryOperations.readPoolHistory, () => historyOf({}));
}

const openPool = (bff: ScriptedBff, query = "") =>
  renderView(<PoolView idOrName={id} />, { at: `/pools/${id}${query}`, bff });

/** Displayed values by name (`available`, `drain` …), without notes. */
function figures(): Record<string, string> {
  const parts = [...document.querySelectorAll("main dl > div")];
  return Object.fromEntries(
    parts.map((part) => [part.querySelector("dt")?.textContent, part.querySelector("dd")?.textContent]),
  );
}

describe("capacity", () => {
  test("has its colours also where the system chooses all others", async () => {
    await emulateMedia({ forcedColors: "active" });
    const screen = await openPool(bffWith(() => poolOf({ id, available_count: 8 })));
    await expect.element(screen.getByText("At size")).toBeVisible();
    const marks = [...document.querySelectorAll("main dt i, main .hatched, main .bg-ok\\/45")];
    expect(marks.length).toBeGreaterThan(0);
    expect(marks.map((mark) => getComputedStyle(mark).forcedColorAdjust)).toEqual(marks.map(() => "none"));
  });

  test("counts and state are the API's, and follow its changes", async () => {
    let pool = poolOf({ id, name: "checkout", available_count: 8 });
    const screen = await openPool(bffWith(() => pool));
    await expect.element(screen.getByText("At size")).toBeVisible();
    // The tab of a page that was opened by id has the name, too.
    expect(document.title).toBe("Pool checkout · Fleetdeck");
    expect(figures()).toMatchObject({ available: "8", acquired: "0", missing: "0", size: "8" });
    pool = poolOf({ id, available_count: 0, acquired_count: 5 });
    await expect.element(screen.getByText("Empty", { exact: true })).toBeVisible();
    expect(figures()).toMatchObject({ available: "0", acquired: "5", missing: "3", size: "8" });
    // As red as in the list.
    expect(screen.container.querySelectorAll("main .hatched-bad")).toHaveLength(2);
    pool = poolOf({ id, available_count: 2, acquired_count: 5 });
    await expect.element(screen.getByText("Filling", { exact: true })).toBeVisible();
  });

  test("a pool that cannot fill because the API is at its limit says what uses that and what to do", async () => {
    const pool = poolOf({ id, name: "day", available_count: 0, acquired_count: 5 });
    const pools = [
      { id: "pool-2", name: "night", running: 12, size: 12 },
      { id, name: "day", running: 5, size: 8 },
    ];
    const bff = bffWith(() => pool).one(poolInsightOperations.readPoolInsight, () => ({
      ...insightsOf(insightOf({ pool_id: id })),
      capacity: { limit: 24, used: 24, outside: 7, pools },
    }));
    const screen = await openPool(bff);
    const notice = screen.getByRole("status").filter({ hasText: "its limit" });
    await expect
      .element(notice)
      .toMatchTextContent(
        /runs 24 browsers, its limit, so this pool cannot fill.*12 in night, 5 in this pool, 7 outside of pools.*End browsers/,
      );
    await expect
      .element(notice.getByRole("link", { name: "night" }))
      .toHaveAttribute("href", "/pools/pool-2");
  });

  test("failing reads are reported and old data stays; then it updates again", async () => {
    let pool = poolOf({ id, available_count: 2, acquired_count: 6 });
    let fails = false;
    const bff = bffWith(() => pool).on(poolOperations.retrievePool, () =>
      fails
        ? problem(503, "upstream_unavailable", "The API does not answer.")
        : new Response(JSON.stringify(pool)),
    );
    const screen = await openPool(bff);
    await expect.poll(() => figures().available).toBe("2");
    fails = true;
    await expect.element(screen.getByText("Not up to date")).toBeVisible();
    expect(figures()).toMatchObject({ available: "2", acquired: "6" });
    pool = poolOf({ id, available_count: 3, acquired_count: 5 });
    fails = false;
    await expect.poll(() => figures().available).toBe("3");
    await expect.element(screen.getByText("Not up to date")).not.toBeInTheDocument();
  });

  test("what was typed about a pool that is deleted meanwhile stays until its form is closed", async () => {
    const pool = poolOf({ id, name: "checkout" });
    const bff = bffWith(() => pool);
    const screen = await openPool(bff);
    await screen.getByRole("button", { name: "Edit…" }).click();
    const form = page.getByRole("dialog", { name: "Edit pool checkout" });
    await form.getByLabelText("Reason").fill("it needs more");
    await form.getByLabelText("Size").fill("9");
    for (const operation of [poolOperations.retrievePool, poolOperations.updatePool])
      bff.fail(operation, 404, "not_found", "No such pool.");
    await expect.poll(() => screen.container.textContent).toContain("No such pool.");
    await form.getByRole("button", { name: "Save pool" }).click();
    await expect.element(form.getByRole("alert")).toMatchTextContent("Not saved");
    await expect.element(form.getByLabelText("Reason")).toHaveValue("it needs more");
    await form.getByRole("button", { name: "Cancel" }).click();
    await form.getByRole("button", { name: "Discard" }).click();
    await expect.element(screen.getByText("This pool does not exist")).toBeVisible();
  });

  test("a pool that does not exist is reported, with a link to all pools", async () => {
    const bff = emptyBff().fail(poolOperations.retrievePool, 404, "not_found", "No such pool.");
    const screen = await openPool(bff);
    await expect.element(screen.getByText("This pool does not exist")).toBeVisible();
    await expect.element(screen.getByRole("button", { name: /^Pin/ })).not.toBeInTheDocument();
    await expect.element(screen.getByRole("heading", { level: 1, name: id })).toBeVisible();
    await screen.getByRole("link", { name: "All pools" }).click();
    expect(screen.address()).toBe("/pools");
  });
});

describe("the forecast", () => {
  const evidence = {
    from_ms: 0,
    to_ms: 180_000,
    unfilled_at_start: 4,
    unfilled_now: 4,
    expected: 6,
    shrunk: 0,
    started: 0,
    lost: 0,
  };
  const draining = {
    available: 2,
    acquired: 2,
    unfilled: 4,
    consumption: consumptionOf(),
    empty: { minutes: 12, earliest_minutes: 5, latest_minutes: 40, fill_per_minute: 0.5 },
    fill: {
      per_minute: 0.5,
      source: "learned",
      set: null,
      learned: { per_minute: 0.5, low_per_minute: 0.4, high_per_minute: 0.7, browsers: 2, minutes: 4 },
      configured: { percent: 25, per_minute: 2, met: true },
    },
  } as const satisfies Partial<PoolInsight>;

  test("shows the insight, with its range and the source of its rates", async () => {
    const screen = await openPool(
      bffWith(
        () => poolOf({ id }),
        () => draining,
      ),
    );
    const forecast = screen.getByRole("region", { name: "Forecast" });
    await expect
      .element(forecast)
      .toMatchTextContent(
        /Time to empty\s*12 min\s*5 min to 40 min\s*Taken\s*0\.5\/min\s*2 taken in 4 min\s*Fill rate\s*0\.5\/min\s*observed: 2 in 4 min$/,
      );
    await screen.getByRole("button", { name: "Age and source of Fill rate" }).click();
    await expect
      .element(screen.getByText("Observed: 0.4/min to 0.7/min, from 2 browsers in 4 min of samples"))
      .toBeVisible();
    await expect.element(screen.getByText(/Cannot fill/)).not.toBeInTheDocument();
  });

  test("the fill rate is in the forecast, with what differs from it, and in the configuration", async () => {
    const screen = await openPool(
      bffWith(
        () => poolOf({ id }),
        () => ({
          ...draining,
          fill: { ...draining.fill, configured: { percent: 25, per_minute: 2, met: false } },
        }),
      ),
    );
    await expect
      .element(screen.getByRole("region", { name: "Forecast" }))
      .toMatchTextContent(/observed: 2 in 4 min, slower than the configured 2\/min/);
    expect(screen.getByText("Fill rate", { exact: true }).elements()).toHaveLength(2);
  });

  test("without enough data it says so once, and offers no fixes", async () => {
    const screen = await openPool(bffWith(() => poolOf({ id })));
    const reason = screen.getByText(/not enough data|not known/i);
    await expect.element(reason).toBeVisible();
    await expect.element(screen.getByRole("region", { name: "Fixes" })).not.toBeInTheDocument();
  });

  test("an alarm shows its evidence, and a manual rate is sent once with its reason", async () => {
    let set: PoolInsight["fill"]["set"] = null;
    const bff = bffWith(
      () => poolOf({ id, available_count: 2, acquired_count: 2 }),
      () => ({
        ...draining,
        ...(set === null
          ? {}
          : {
              fill: { ...draining.fill, per_minute: set.per_minute, source: "set", set },
              state: { kind: "cannot_fill", evidence, cause: "stalled" },
            }),
      }),
    ).on(poolInsightOperations.setPoolRate, () => {
      set = { per_minute: 100, by: "ada", at_ms: Date.now() - 150_000 };
      return new Response(null, { status: 204 });
    });
    const screen = await openPool(bff);
    await screen.getByRole("button", { name: "Set fill rate…" }).click();
    const dialog = screen.getByRole("dialog", { name: "Set fill rate for the forecast" });
    const rate = dialog.getByLabelText("Browsers per minute");
    await rate.fill("1e3");
    await dialog.getByRole("button", { name: "Set rate" }).click();
    await expect.element(rate).toHaveAccessibleDescription(/Enter a number from 0 to 1000\./);
    await rate.fill("100");
    expect(await axeViolationsIn(dialog.element())).toEqual([]);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("the plan says so");
    await dialog.getByRole("button", { name: "Set rate" }).dblClick();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .element(screen.getByRole("region", { name: "State" }))
      .toMatchTextContent("Cannot fill: 4 of 8 browsers missing. Too few browsers start.");
    await expect
      .element(screen.getByRole("region", { name: "Forecast" }))
      .toMatchTextContent(
        /Filled\s*0\/min\s*0 started, 0 lost in 3 min.*Fill rate\s*100\/min\s*set by ada 2 min ago, observed 0\.5\/min/,
      );
    await screen.getByRole("button", { name: "Age and source of Filled" }).click();
    await expect
      .element(screen.getByText(/should have fallen by 6, but it stayed the same/).first())
      .toBeVisible();
    const calls = bff.calls(poolInsightOperations.setPoolRate);
    expect(calls.map(({ body }) => body)).toEqual([{ fill_per_minute: 100 }]);
    expect(reasonOf(calls[0])).toBe("the plan says so");
  });

  test("a pool that cannot fill names the proxy that is down first, and is not called well", async () => {
    const proxy = {
      id: "proxy:proxy-1",
      kind: "proxy",
      state: "down",
      severity: "critical",
      sure: "certain",
      since_ms: Date.now() - 19.5 * 60_000,
      proxy_id: "proxy-1",
      name: "berlin",
      checked_at_ms: null,
      checks: 1,
      unavailable: 1,
      flap: null,
      dependents: { pools: 1, sessions: 0, invocations: 0, complete: true },
    } as const;
    const short = {
      id: `pool:${id}`,
      kind: "pool",
      state: "cannot_fill",
      severity: "serious",
      sure: "likely",
      since_ms: null,
      pool_id: id,
      name: id,
      available: 2,
      acquired: 2,
      size: 8,
      unfilled: 4,
      sampled_at_ms: 1,
      from_ms: 1,
      samples: 2,
      drain_per_minute: null,
      minutes_left: null,
      unfilled_at_start: 4,
    } as const;
    const bff = bffWith(
      () => poolOf({ id, available_count: 2, acquired_count: 2 }),
      () => ({
        ...draining,
        empty: { ...draining.empty, minutes: null, earliest_minutes: null },
        state: { kind: "cannot_fill", evidence, cause: "stalled" },
      }),
    ).one(attentionOperations.readAttention, {
      computed_at_ms: Date.now(),
      from_ms: 0,
      open: { running: 0, queued: 0, oldest_queued_ms: null, read_at_ms: 1, complete: true },
      entries: [{ severity: "critical", cause: proxy, symptoms: [short], alerts: 0 }],
      checks: [],
    });
    const screen = await openPool(bff);
    const state = screen.getByRole("region", { name: "State" });
    await expect
      .element(state)
      .toMatchTextContent("Cannot fill: 4 of 8 browsers missing. Proxy berlin has been down for 19 min.");
    await expect
      .element(state.getByRole("link", { name: "Open proxy" }))
      .toHaveAttribute("href", "/proxies?open=proxy-1");
    const forecast = screen.getByRole("region", { name: "Forecast" });
    await expect.element(forecast).toMatchTextContent(/Filled\s*0\/min.*Taken.*Fill rate/);
    await expect.element(forecast).not.toMatchTextContent(/Time to empty|fastest rate/);
    await expect.element(screen.getByRole("region", { name: "Fixes" })).not.toBeInTheDocument();
  });

  test("a remedy fills in the form, which is sent once, with a reason", async () => {
    let pool = poolOf({ id, browser_pool_config: { size: 3, timeout_seconds: 300 } });
    const bff = bffWith(
      () => pool,
      () => ({ ...draining, size: 3, remedies: [{ kind: "size", by: 4, to: 7, minutes: 31 }] }),
    ).one(poolOperations.updatePool, () => {
      pool = poolOf({ id, browser_pool_config: { size: 4, timeout_seconds: 900 } });
      return pool;
    });
    const screen = await openPool(bff, "?target=30");
    await expect.element(screen.getByText("Raise the size from 3 to 7: lasts 31 min.")).toBeVisible();
    expect(bff.calls(poolInsightOperations.readPoolInsight).at(-1)?.query.get("target_minutes")).toBe("30");
    await screen.getByRole("button", { name: "Resize to 7…" }).click();
    const dialog = screen.getByRole("dialog");
    const size = dialog.getByLabelText(/^Size/);
    await expect.element(size).toHaveValue("7");
    await expect.element(dialog.getByText("Keeps 7 browsers running instead of 3.")).toBeVisible();
    await size.fill("4");
    await dialog.getByRole("button", { name: "More settings" }).click();
    await dialog.getByLabelText(/^Timeout/).fill("900");
    await expect
      .element(dialog.getByText(/^Keeps 4 browsers running instead of 3\. Applies to new/))
      .toBeVisible();
    expect(await axeViolationsIn(dialog.element())).toEqual([]);
    const save = dialog.getByRole("button", { name: "Save pool" });
    await save.click();
    await expect.element(dialog.getByText("Give a reason.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("it runs empty");
    await save.dblClick();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => figures().size).toBe("4");
    const calls = bff.calls(poolOperations.updatePool);
    expect(calls.map(({ body }) => body)).toEqual([{ size: 4, timeout_seconds: 900 }]);
    expect(reasonOf(calls[0])).toBe("it runs empty");
  });

  test("the configuration has plain names and units, with the API's names on demand", async () => {
    const screen = await openPool(
      scriptInventory(
        bffWith(() =>
          poolOf({
            id,
            browser_pool_config: {
              size: 8,
              fill_rate_per_minute: 10,
              timeout_seconds: 600,
              kiosk_mode: false,
              profile: { name: "shop", save_changes: true },
              proxy_id: "proxy-1",
              viewport: { width: 1280, height: 800, refresh_rate: 60 },
            },
          }),
        ),
        [inventoryItemOf("proxy", "proxy-1", { name: "berlin" })],
      ),
    );
    const settings = screen.getByRole("region", { name: "Configuration" });
    await expect
      .element(settings)
      .toMatchTextContent(
        /Size8\s*Fill rate10 % of the size per minute\s*Timeout10 min.*Kioskno\s*Profileshop, saves changes\s*Proxyberlin\s*Window1280 × 800, 60 Hz/,
      );
    await expect.element(settings.getByText("Kiosk")).toHaveAttribute("title", "kiosk_mode");
  });

  test("a proxy that is down, and what was deleted, is named so in the configuration of a pool that uses it", async () => {
    const items = [
      inventoryItemOf("proxy", "proxy-1", { name: "berlin", details: { status: "unavailable" } }),
      inventoryItemOf("profile", "profile-1", { name: "shop" }),
      inventoryItemOf("extension", "extension-1", { name: "blocker" }),
    ];
    const pool = poolOf({
      id,
      browser_pool_config: {
        size: 8,
        proxy_id: "proxy-1",
        profile: { id: "profile-1" },
        extensions: [{ name: "blocker" }],
      },
    });
    const screen = await openPool(
      scriptInventory(
        bffWith(() => pool),
        items,
      ),
    );
    const settings = screen.getByRole("region", { name: "Configuration" });
    await expect.element(settings).toMatchTextContent(/Proxyberlin\s*down/);
    expect(settings.getByText("gone").elements()).toEqual([]);
    items.forEach((item, at) => {
      items[at] = { ...item, ended_at_ms: Date.now() };
    });
    await expect.element(settings).toMatchTextContent(/Proxyberlin\s*gone/);
    await expect.element(settings).toMatchTextContent(/Profileprofile-1\s*gone/);
    await expect.element(settings).toMatchTextContent(/Extensionsblocker\s*gone/);
  });

  test("sessions that differ from the configuration are listed, field by field", async () => {
    const screen = await openPool(
      bffWith(
        () => poolOf({ id }),
        () => ({
          drift: {
            kind: "known",
            source: "list",
            observed_at_ms: Date.now(),
            compared: 2,
            more: false,
            differing: ["ses-1", "ses-2"].map((session_id) => ({
              session_id,
              name: session_id === "ses-1" ? "night run" : null,
              created_at: null,
              fields: [{ field: "timeout_seconds", pool: "900", session: "300", certain: true }],
            })),
          },
        }),
      ),
    );
    const drift = screen.getByRole("region", { name: "Drift from the configuration" });
    await expect.element(drift.getByText(/^2 of 2 acquired browsers differ/)).toBeVisible();
    await expect
      .element(drift.getByRole("row").filter({ hasText: "ses-2" }))
      .toMatchTextContent("Timeout15 min5 min");
    await expect
      .element(drift.getByRole("link", { name: "night run" }))
      .toHaveAttribute("href", "/browsers/ses-1");
  });
});

describe("actions", () => {
  test("a browser is acquired, opened from the page, and released by its id", async () => {
    const bff = bffWith(() => poolOf({ id }))
      .one(poolOperations.acquireBrowser, {
        session_id: "ses-9",
        created_at: "2026-01-02T03:04:05Z",
        headless: true,
        stealth: false,
        timeout_seconds: 300,
      })
      .on(poolOperations.releaseBrowser, () => new Response(null, { status: 204 }));
    const screen = await openPool(bff);
    await screen.getByRole("button", { name: "Acquire…" }).click();
    const dialog = screen.getByRole("alertdialog");
    await dialog.getByLabelText("Wait up to, in seconds").fill("5");
    await dialog.getByRole("button", { name: "Acquire browser" }).click();
    const lease = screen.getByRole("region", { name: "Acquired here" });
    await expect
      .element(lease.getByRole("link", { name: "Open browser" }))
      .toHaveAttribute("href", "/browsers/ses-9");
    await lease.getByRole("button", { name: "Release…" }).click();
    await expect.element(dialog).toMatchTextContent("ses-9");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("done with it");
    await dialog.getByRole("button", { name: "Release browser" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(lease).not.toBeInTheDocument();
    expect(bff.calls(poolOperations.acquireBrowser).map(({ body }) => body)).toEqual([
      { acquire_timeout_seconds: 5 },
    ]);
    expect(bff.calls(poolOperations.releaseBrowser).map(({ body }) => body)).toEqual([
      { session_id: "ses-9", reuse: true },
    ]);
  });

  test("a typed wait is restored after a reload, until the dialog is dismissed", async () => {
    const screen = await openPool(bffWith(() => poolOf({ id })));
    const acquire = screen.getByRole("button", { name: "Acquire…" });
    const dialog = screen.getByRole("alertdialog");
    const wait = dialog.getByLabelText("Wait up to, in seconds");
    await acquire.click();
    await expect.element(wait).toHaveValue("10");
    await wait.fill("45");
    await screen.reload();
    await acquire.click();
    await expect.element(wait).toHaveValue("45");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await acquire.click();
    await expect.element(wait).toHaveValue("10");
  });

  test("when none became available the dialog stays and reports it", async () => {
    const bff = bffWith(() => poolOf({ id })).on(
      poolOperations.acquireBrowser,
      () => new Response(null, { status: 204 }),
    );
    const screen = await openPool(bff);
    await screen.getByRole("button", { name: "Acquire…" }).click();
    const dialog = screen.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Acquire browser" }).click();
    await expect
      .element(dialog.getByRole("alert"))
      .toMatchTextContent("No browser became available within 10 s.");
    await expect.element(screen.getByRole("region", { name: "Acquired here" })).not.toBeInTheDocument();
  });

  test("flushing requires a reason and is sent once", async () => {
    const bff = bffWith(() => poolOf({ id })).on(
      poolOperations.flushPool,
      () => new Response(null, { status: 204 }),
    );
    const screen = await openPool(bff);
    await screen.getByRole("button", { name: "More" }).click();
    await screen.getByRole("menuitem", { name: "Flush…" }).click();
    const dialog = screen.getByRole("alertdialog");
    await expect.element(dialog.getByText(/^8 idle browsers end/)).toBeVisible();
    const confirm = dialog.getByRole("button", { name: "Flush pool" });
    await confirm.click();
    await expect.element(dialog.getByRole("textbox", { name: "Reason" })).toHaveFocus();
    expect(bff.calls(poolOperations.flushPool)).toEqual([]);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("stale sign-ins");
    await confirm.dblClick();
    await expect.element(dialog).not.toBeInTheDocument();
    const calls = bff.calls(poolOperations.flushPool);
    expect(calls.map(reasonOf)).toEqual(["stale sign-ins"]);
  });

  test("two are buttons, and the others in a menu; on a phone they stand in the bar at the bottom", async () => {
    const screen = await openPool(
      scriptInventory(
        bffWith(() => poolOf({ id })),
        [],
      ),
    );
    await expect.element(screen.getByRole("button", { name: "Acquire…" })).toBeEnabled();
    const acts = () =>
      [...document.querySelectorAll("[data-page-acts] button")].map(
        (each) => each.getAttribute("aria-label") ?? each.textContent,
      );
    expect(acts()).toEqual(["Acquire…", "Edit…", "More"]);
    await screen.getByRole("button", { name: "More" }).click();
    const items = () =>
      screen
        .getByRole("menuitem")
        .elements()
        .map((each) => each.textContent);
    await expect.poll(items).toEqual(["Release…", "Pin…", "Show on timeline", "Flush…", "Delete…"]);
    await screen.getByRole("menuitem", { name: "Pin…" }).click();
    const form = screen.getByRole("dialog", { name: `Pin ${id}` });
    await expect.element(form.getByRole("textbox", { name: /Label/ })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(form).not.toBeInTheDocument();
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1440, 900));
    const bar = document.querySelector("[data-page-acts]");
    await expect.poll(() => bar?.getBoundingClientRect().bottom).toBe(844);
    await expect.element(screen.getByRole("button", { name: "More" })).toBeInViewport();
  });

  test("wait until the pool is loaded, and are absent where it cannot be", async () => {
    const answer = Promise.withResolvers<Response>();
    const screen = await openPool(
      bffWith(() => poolOf({ id })).on(poolOperations.retrievePool, () => answer.promise),
    );
    const acquire = screen.getByRole("button", { name: "Acquire…" });
    await expect.element(acquire).toHaveAttribute("aria-disabled", "true");
    answer.resolve(problem(503, "upstream_unreachable", "The API cannot be reached."));
    await expect.element(acquire).not.toBeInTheDocument();
  });

  test("a remedy opens the release dialog with as many as it needs", async () => {
    const bff = bffWith(
      () => poolOf({ id }),
      () => ({
        consumption: consumptionOf(),
        empty: { minutes: 2, earliest_minutes: 1, latest_minutes: 3, fill_per_minute: 0 },
        remedies: [{ kind: "release", by: 2, minutes: 70 }],
      }),
    ).one(poolInsightOperations.readPoolAcquired, () =>
      acquiredOf([acquiredSessionOf({ id: "ses-1" }), acquiredSessionOf({ id: "ses-2", work: "running" })]),
    );
    const screen = await openPool(bff);
    await screen.getByRole("button", { name: "Release 2…" }).click();
    const dialog = screen.getByRole("dialog");
    await expect.element(dialog.getByText("1 of 2 selected")).toBeVisible();
    await expect.element(dialog.getByRole("checkbox", { name: "ses-1" })).toBeChecked();
    await expect.element(dialog.getByRole("checkbox", { name: "ses-2" })).not.toBeChecked();
  });
});
