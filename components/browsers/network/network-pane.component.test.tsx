// The pane of requests over a scripted feed: table, filters, details, time lock, links, export.
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { lineHash } from "@/lib/live/line-hash";
import { createTimeLock } from "@/lib/live/time-lock";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { captureDownloads } from "@/tests/support/component/captured-downloads";
import { renderView } from "@/tests/support/component/render-view";
import { ScriptedLogFeed } from "@/tests/support/component/scripted-log-feed";
import { checkoutTelemetry } from "@/tests/support/component/telemetry-lines";
import { NetworkPane, type NetworkPaneProps } from "./network-pane.tsx";

const formatTime = (ms: number) => new Date(ms).toISOString().slice(11, 23);
const checkout = checkoutTelemetry.map(({ text }) => text);
const atMs = (clock: string) => Date.parse(`2026-11-23T03:${clock}Z`);

async function open(
  props: Partial<NetworkPaneProps> = {},
  texts: readonly string[] = checkout,
  height = 700,
) {
  const feed = new ScriptedLogFeed();
  const screen = await renderView(
    <div style={{ height, display: "flex" }}>
      <NetworkPane
        title="Network"
        feed={feed}
        formatTime={formatTime}
        permalinkOf={({ at, hash }) => `https://deck.test/${at}/${hash}`}
        fileName="network-one"
        {...props}
      />
    </div>,
  );
  feed.become("open");
  feed.say(texts);
  const grid = screen.getByRole("grid", { name: "Requests of Network" });
  const rows = () => [...grid.element().querySelectorAll("tbody tr[id]")];
  const texted = (row: Element | null | undefined) => row?.querySelector("td span")?.textContent;
  return Object.assign(screen, {
    feed,
    grid,
    rows,
    names: () => rows().map(texted),
    active: () => texted(grid.element().querySelector("[data-emphasis=active]")),
    pointed: () => texted(grid.element().querySelector("[data-emphasis=pointed]")),
    details: screen.getByRole("region", { name: "Request" }),
    button: (name: string | RegExp) => screen.getByRole("button", { name }),
    focus: () => {
      const element = grid.element();
      if (element instanceof HTMLElement) element.focus();
    },
  });
}

test("what would turn the direction of an address is written out (T24)", async () => {
  const turned = checkout.map((text) => text.replaceAll("shop.example/pixel", "shop.example/\\u202epixel"));
  const pane = await open({}, turned);
  await expect.element(pane.grid.getByTitle("https://shop.example/⟨U+202E⟩pixel.gif")).toBeVisible();
});

test("requests are a table with their status, type, size and time, and only failures are red", async () => {
  const pane = await open();
  await expect.poll(pane.names).toHaveLength(13);
  const cells = (index: number) =>
    [...(pane.rows()[index]?.querySelectorAll("td") ?? [])].slice(0, 6).map((cell) => cell.textContent);
  expect(cells(5)).toEqual(["/api/address", "GET", "502", "fetch", "11.5 kB", "1,204 ms"]);
  expect(cells(8)).toEqual(["sprite.svg", "GET", "304", "image", "0 B", "74 ms"]);
  expect(cells(10).slice(1)).toEqual(["GET", "failed", "image", "", "610 ms"]);
  expect(cells(12)).toEqual(["/events", "POST", "pending", "ping", "", ""]);
  expect(pane.grid.element().querySelectorAll(".text-bad")).toHaveLength(4);
  expect(await axeViolationsIn(pane.container)).toEqual([]);
});

test("one click shows only failed ones; addresses and types filter, and what hides all is named", async () => {
  const pane = await open();
  await pane.button("Failed 4").click();
  await expect.poll(pane.names).toEqual(["/api/address", "/api/address", "pixel.gif", "/api/address"]);
  await expect.element(pane.getByText("4 of 13", { exact: true })).toBeVisible();
  await pane.button("All types").click();
  await pane.getByRole("menuitemcheckbox", { name: /fetch/ }).click();
  await expect.poll(pane.names).toEqual(["pixel.gif"]);
  await userEvent.keyboard("{Escape}");
  pane.focus();
  await userEvent.keyboard("{Control>}f{/Control}address");
  await expect
    .element(pane.getByText(/^No request matches/))
    .toMatchTextContent("No request matches: address contains “address”, failed only, some types hidden.");
  await pane.button("Show all requests").click();
  await expect.poll(pane.names).toHaveLength(13);
});

test("a selected request shows its headers, its body and what is hidden or cut", async () => {
  const pane = await open();
  await pane.grid.getByText("/api/address", { exact: true }).first().click();
  const details = pane.details;
  await expect.element(details).toMatchTextContent("GET https://shop.example/api/address");
  await expect.element(details).toMatchTextContent("03:08:59.436 – 03:09:00.640");
  await expect.element(details).toMatchTextContent("content-length11468");
  await expect.element(details).toMatchTextContent("authorizationhidden");
  await expect.element(details).not.toMatchTextContent("[redacted]");
  await expect.element(details).toMatchTextContent('"cause": "connect timed out"');
  await expect.element(details).toMatchTextContent(/First 1\d\d B of 11\.5 kB stored/);
  expect(await axeViolationsIn(details.element())).toEqual([]);
  await pane.button("Close request (Esc)").click();
  await expect.element(details).not.toBeInTheDocument();
  await pane.grid.getByText("/events", { exact: true }).first().click();
  await expect.element(details).toMatchTextContent('Request body{ "event": "view" }');
});

test("arrows move, Enter opens, Escape closes one after the other", async () => {
  const pane = await open();
  await expect.poll(pane.names).toHaveLength(13);
  pane.focus();
  await userEvent.keyboard("{Home}{ArrowDown}");
  await expect.poll(pane.active).toBe("checkout.css");
  await expect.element(pane.details).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.element(pane.details).toMatchTextContent("checkout.css");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(pane.details).toMatchTextContent("checkout.js");
  await userEvent.keyboard("{Escape}");
  await expect.element(pane.details).not.toBeInTheDocument();
  await expect.poll(pane.active).toBe("checkout.js");
  await userEvent.keyboard("{Escape}");
  await expect.poll(pane.active).toBeUndefined();
});

const sent = (seq: number) =>
  JSON.stringify({
    seq,
    event: {
      category: "network",
      type: "network_request",
      ts: seq * 1_000,
      source: { kind: "cdp" },
      data: { request_id: String(seq), method: "GET", url: `https://shop.test/request/${seq}` },
    },
  });
const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => sent(from + index));

test("the newest stay in view; of very many requests a bounded number is held, and few are drawn", async () => {
  const pane = await open({}, many(1, 300));
  await expect.poll(() => pane.names().at(-1)).toBe("/request/300");
  pane.feed.say(many(301, 20_000));
  await expect.poll(() => pane.names().at(-1)).toBe("/request/20300");
  expect(pane.rows().length).toBeLessThan(60);
  await expect
    .element(pane.getByText(/of up to/))
    .toMatchTextContent("19,300 of up to 20,000 requests · 1,000 older dropped");
  pane.focus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(pane.active).toBe("/request/20300");
  pane.feed.say(many(20_301, 100));
  await expect.element(pane.getByText("19,400", { exact: true })).toBeVisible();
  expect(pane.names()).toContain("/request/20300");
  await pane.button("To the end").click();
  await expect.poll(() => pane.names().at(-1)).toBe("/request/20400");
});

/** A pane of a stored log of so many requests, at its top; `goOn` adds as many live ones. */
async function openStored(count = 300, hasEnded = true) {
  const pane = await open({ hasEnded }, []);
  pane.feed.state = { ...pane.feed.state, stored: { fromMs: 1, toMs: count } };
  pane.feed.say(many(1, count));
  pane.feed.become("ended");
  await expect.poll(() => pane.names()[0]).toBe("/request/1");
  const goOn = (added = 1) => {
    pane.feed.state = { ...pane.feed.state, stored: undefined };
    pane.feed.become("open");
    pane.feed.say(many(count + 1, added));
  };
  const scrollTo = (topPx: number) => {
    const scroller = pane.grid.element().closest("[data-pane-scroller]");
    if (scroller !== null) scroller.scrollTop = topPx;
  };
  return Object.assign(pane, { goOn, scrollTo });
}

test("a stored table that goes on live stays where it is", async () => {
  const pane = await openStored();
  pane.scrollTo(1_000);
  await expect.poll(pane.names).toContain("/request/45");
  pane.goOn();
  await expect.element(pane.getByText("301", { exact: true })).toBeVisible();
  expect(pane.names()).toContain("/request/45");
  await pane.button("To the end").click();
  await expect.poll(() => pane.names().at(-1)).toBe("/request/301");
});

test("a stored table at its top stays there when it goes on live", async () => {
  const pane = await openStored();
  pane.goOn();
  await expect.element(pane.getByText("301", { exact: true })).toBeVisible();
  expect(pane.names()).toContain("/request/1");
});

test("a stored table that goes on live at its end follows", async () => {
  const pane = await openStored();
  pane.scrollTo(1_000_000);
  await expect.poll(() => pane.names().at(-1)).toBe("/request/300");
  pane.goOn();
  await expect.poll(() => pane.names().at(-1)).toBe("/request/301");
});

test("a stored table that fits its pane is at its end, and follows", async () => {
  const pane = await openStored(3);
  pane.goOn(300);
  await expect.poll(() => pane.names().at(-1)).toBe("/request/303");
});

test("a stored table is followed where its browser proves to be live", async () => {
  const pane = await openStored(300, false);
  pane.goOn();
  await expect.poll(() => pane.names().at(-1)).toBe("/request/301");
});

test("missing events and the end of the capture are rows", async () => {
  const pane = await open({}, checkout.slice(0, 6));
  pane.feed.addMissingLines(12);
  pane.feed.say(checkout.slice(6));
  pane.feed.become("ended");
  await expect.element(pane.grid).toMatchTextContent(/12 events are missing/);
  await expect.element(pane.grid).toMatchTextContent(/Log ended$/);
});

test("time-locked, it shows the moment of another view, and leads to the end of a failure", async () => {
  const lock = createTimeLock();
  const moves: number[] = [];
  lock.join({}, (ms) => moves.push(ms ?? 0));
  const pane = await open({ timeLock: { lock, skewMs: 0 } });
  await expect.poll(pane.names).toHaveLength(13);
  lock.move({}, atMs("09:00.641"));
  await expect.poll(pane.pointed).toBe("/api/address");
  expect(pane.rows().indexOf(pane.grid.element().querySelector("[data-emphasis]") ?? document.body)).toBe(5);
  const line = () => pane.grid.element().querySelector("tbody [data-hairline]")?.getBoundingClientRect().left;
  const bar = pane.rows()[5]?.querySelector(".bg-bad")?.getBoundingClientRect();
  expect(Math.abs((line() ?? 0) - (bar?.right ?? 9_999))).toBeLessThan(2);
  await pane.grid.getByText("pixel.gif").click();
  await expect.poll(() => moves.at(-1)).toBe(atMs("09:03.710"));
  await expect.poll(pane.pointed).toBeUndefined();
});

test("time-locked, it goes to a moment once, not again when the log was read again", async () => {
  const lock = createTimeLock();
  const pane = await open({ timeLock: { lock, skewMs: 0 } }, many(1, 300));
  await expect.poll(() => pane.names().at(-1)).toBe("/request/300");
  lock.move({}, 10);
  await expect.poll(pane.pointed).toBe("/request/10");
  const scroller = pane.grid.element().closest("[data-pane-scroller]");
  if (scroller !== null) scroller.scrollTop = scroller.scrollHeight;
  await expect.element(pane.button("To the end")).not.toBeInTheDocument();
  pane.feed.become("reconnecting");
  await expect.element(pane.getByText("reconnecting")).toBeVisible();
  pane.feed.become("open");
  await expect.element(pane.getByText("following")).toBeVisible();
  pane.feed.say(many(301, 1));
  await expect.poll(() => pane.names().at(-1)).toBe("/request/301");
});

test("a link points at a request by any of its events; one that is not held is reported", async () => {
  const text = "[error] [network] GET https://shop.example/api/address 502 Bad Gateway";
  const at = new Date(atMs("09:00.640")).toISOString();
  const pane = await open({ target: { at, hash: lineHash(text) } });
  await expect.poll(pane.pointed).toBe("/api/address");
  const other = await open({ target: { at, hash: "00000000" } });
  await expect.element(other.getByText(/is no longer stored/)).toBeVisible();
  await other.button("Dismiss").click();
  await expect.element(other.getByText(/is no longer stored/)).not.toBeInTheDocument();
});

test("requests that pass are exported as HAR; one is copied as URL, command or link", async () => {
  const saved = captureDownloads();
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  onTestFinished(() => write.mockRestore());
  const pane = await open();
  await pane.button("Failed 4").click();
  await pane.button("More").click();
  await pane.getByRole("menuitem", { name: "Export HAR of 4 requests" }).click();
  await expect.poll(saved.names).toEqual(["network-one.har"]);
  const [text = ""] = await saved.texts();
  expect(JSON.parse(text).log.entries).toHaveLength(4);

  await pane.grid.getByText("pixel.gif").click();
  for (const [item, pattern] of [
    ["Copy address", /^https:\/\/shop\.example\/pixel\.gif$/],
    ["Copy as cURL", /^curl 'https:\/\/shop\.example\/pixel\.gif'/],
    ["Copy link", /^https:\/\/deck\.test\/.*\/[0-9a-f]{8}$/],
  ] as const) {
    await pane.details.getByRole("button", { name: "Copy…" }).click();
    await pane.getByRole("menuitem", { name: item }).click();
    await expect.poll(() => write.mock.lastCall?.[0]).toMatch(pattern);
  }
});

test("without a request it says why", async () => {
  const pane = await open({ emptyNote: "No network events yet." }, []);
  await expect.element(pane.getByText("No network events yet.")).toBeVisible();
  pane.feed.become("unavailable");
  await expect.element(pane.getByText(/This log could not be loaded/)).toBeVisible();
});

test("on a phone a request is two lines without a waterfall, and nothing overflows", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const pane = await open();
  await expect.poll(() => pane.rows()[10]?.textContent).toBe("failedpixel.gifGETimage610 ms");
  await pane.grid.getByText("pixel.gif").click();
  await expect.element(pane.details).toMatchTextContent("net::ERR_CONNECTION_RESET");
  await expect.poll(pane.active).toBe("failedpixel.gif");
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
