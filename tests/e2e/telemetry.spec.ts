// What pages did, after their browser is gone: requests, console and pictures, as real Chromium sent them.
import { createServer } from "node:http";
import { chromium, type Page } from "@playwright/test";
import * as z from "zod/mini";
import { storedLog, storedLogLines } from "../../lib/bff/stored-logs.ts";
import { readTelemetryLine } from "../../lib/telemetry/telemetry-line.ts";
import { listenOnFreePort } from "../support/programs/free-port.ts";
import { readZip } from "../support/read-zip.ts";
import { createBrowser, deleteBrowser } from "./factories.ts";
import { expect, test } from "./fixtures.ts";

test.use({ dashboardVariables: { KEEP_NETWORK: "all", KEEP_PICTURES: "all" } });

const requestCount = 300;
const on = { enabled: true };

/** A page that makes numbered requests one after another; every hundredth fails. Its console and an error follow. */
let site: Awaited<ReturnType<typeof listenOnFreePort>>;
test.beforeAll(async () => {
  site = await listenOnFreePort(
    createServer((request, response) => {
      const number = Number(/^\/item\/(\d+)$/.exec(request.url ?? "")?.[1]);
      if (Number.isNaN(number)) {
        response.setHeader("content-type", "text/html");
        response.end(`<title>Shop</title><h1>Cart</h1><script type="module">
            for (let number = 1; number <= ${requestCount}; number += 1)
              await fetch("/item/" + number, { headers: { authorization: "Bearer planted-secret" } });
            console.warn("all requests were sent");
            document.querySelector("h1").textContent = "Done";
            throw new Error("planted error");
          </script>`);
        return;
      }
      response.statusCode = number % 100 === 0 ? 502 : 200;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ number, password: "planted-secret" }));
    }),
  );
});
test.afterAll(() => site.close());

/** The events that are stored of a browser, and whether its telemetry has ended. */
async function storedEvents(page: Page, sessionId: string) {
  const answer = await page.request.get("/api/logs", { params: { topic: `telemetry:${sessionId}` } });
  const [log] = z.array(storedLog).parse(await answer.json());
  const events: NonNullable<ReturnType<typeof readTelemetryLine>>[] = [];
  let gaps = 0;
  for (let from: number | null = log === undefined ? null : 1; log !== undefined && from !== null; ) {
    const lines = await page.request.get(`/api/logs/${log.id}/lines`, { params: { from_line: from } });
    const read = storedLogLines.parse(await lines.json());
    for (const entry of read.entries) {
      const record = entry.kind === "line" ? readTelemetryLine(entry.text) : undefined;
      if (record !== undefined) events.push(record);
      else gaps += 1;
    }
    from = read.next_line;
  }
  return { events, gaps, hasEnded: log?.ended_at_ms != null };
}

/** The numbers of the requests that events of a type are about. */
const numbersOf = (events: Awaited<ReturnType<typeof storedEvents>>["events"], type: string) =>
  events.flatMap(({ event }) => {
    const found = event.type === type ? /\/item\/(\d+)$/.exec(String(event.data?.url)) : null;
    return found === null ? [] : [Number(found[1])];
  });

test("requests, console and pictures of a browser are there when it is gone, each request once, without secrets", async ({
  page,
  fleet: { api },
}) => {
  const { id, cdpUrl } = await createBrowser(api, {
    headless: true,
    telemetry: { browser: { network: on, console: on, page: on } },
  });
  const driven = await chromium.connectOverCDP(cdpUrl);
  const shown = driven.contexts()[0]?.pages()[0];
  await shown?.goto(site.url);
  await expect(shown?.getByRole("heading", { name: "Done" }) ?? page.locator("none")).toBeVisible();
  // Captured by the rule of pictures: the browser did not.
  const pictures = async () =>
    z
      .array(z.looseObject({ reason: z.string(), url: z.string() }))
      .parse(await (await page.request.get("/api/pictures", { params: { session_id: id } })).json());
  await expect.poll(async () => (await pictures()).length).toBeGreaterThan(0);
  // What is still being read when a browser is deleted is not written.
  const responses = async () => numbersOf((await storedEvents(page, id)).events, "network_response").length;
  await expect.poll(responses).toBe(requestCount);
  await driven.close();
  await deleteBrowser(api, id);
  await expect.poll(async () => (await storedEvents(page, id)).hasEnded).toBe(true);

  const { events, gaps } = await storedEvents(page, id);
  expect(gaps).toBe(0);
  const all = Array.from({ length: requestCount }, (_, index) => index + 1);
  expect(numbersOf(events, "network_request")).toEqual(all);
  // A response is written once its body has been read: that of the next request may be read before it.
  expect(numbersOf(events, "network_response").toSorted((one, other) => one - other)).toEqual(all);
  expect(JSON.stringify(events)).not.toContain("planted-secret");

  await page.goto(`/browsers/${id}?panes=t.network*c*t.console`);
  const network = page.getByRole("region", { name: "Network" });
  await network.getByRole("button", { name: /Failed/ }).click();
  await expect(network.getByRole("row").filter({ hasText: "502" })).toHaveCount(3);
  await network.getByRole("row").filter({ hasText: "/item/200" }).click();
  await expect(network).toContainText("hidden");
  await expect(page.getByRole("region", { name: /Console/ }).getByRole("log")).toContainText("planted error");
  await expect(page.getByRole("region", { name: "Pictures" })).toBeVisible();

  const downloads = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await downloads).createReadStream()) chunks.push(Buffer.from(chunk));
  const files = await readZip(Buffer.concat(chunks));
  const har = z
    .looseObject({ log: z.looseObject({ entries: z.array(z.unknown()) }) })
    .parse(JSON.parse(String(files.get("network.har"))));
  expect(har.log.entries.length).toBeGreaterThanOrEqual(requestCount);
  expect([...files.keys()].filter((path) => path.startsWith("pictures/")).length).toBeGreaterThan(0);

  await page.goto(`/audit?target=${id}&action=updateBrowser`);
  await expect(page.getByRole("row").filter({ hasText: "Fleetdeck" }).first()).toBeVisible();
});
