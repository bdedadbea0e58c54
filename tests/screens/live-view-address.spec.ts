// The address of a live view has a token: it is in the one answer to the request for it and in the frame's own request, and
// nowhere else that a script, another page, a log or an export could read it.
import type { Request } from "@playwright/test";
import { clickWhenTakenOver } from "../support/dashboard/page-moments.ts";
import { expect, test } from "./fixtures.ts";

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJsaXZlIn0.c2lnbmF0dXJlLW9mLWEtbGl2ZS12aWV3";

test("a live view's token is in no other request, header, history, storage, page or record (T28)", async ({
  page,
  context,
  upstream,
  stack: { relay, dashboard },
}) => {
  const live = `${relay.url}/live?jwt=${jwt}`;
  const { session_id } = upstream.records.browser({ headless: false, browser_live_view_url: live });
  const sent: Request[] = [];
  context.on("request", (request) => sent.push(request));
  const referers: (string | undefined)[] = [];
  await context.route(`${relay.url}/**`, async (route) => {
    referers.push((await route.request().allHeaders()).referer);
    const body = "<!doctype html><title>Live</title><p>The live picture</p>";
    await route.fulfill({ contentType: "text/html", body });
  });

  await page.goto("/browsers");
  await page.goto(`/browsers/${session_id}`);
  await clickWhenTakenOver(page.getByRole("button", { name: "Watch live" }));
  const frame = page.locator("iframe[title^='Live view of browser']");
  await expect(page.frameLocator("iframe").getByText("The live picture")).toBeVisible();
  await expect(frame).toHaveAttribute("referrerpolicy", "no-referrer");
  expect((await frame.getAttribute("sandbox"))?.split(" ")).not.toContain("allow-top-navigation");
  expect(referers).toEqual([undefined]);

  const kept = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = await window.caches.keys();
    return {
      entries: performance.getEntries().map(({ name }) => name),
      stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, caches]),
      history: JSON.stringify([
        location.href,
        history.state,
        document.cookie,
        document.referrer,
        window.name,
      ]),
      // Without the frame itself.
      html: document.documentElement.outerHTML.replace(/<iframe[^>]*>/g, ""),
    };
  });
  const address = sent.map((request) => request.url()).find((url) => url.startsWith(live));
  expect(kept.entries.filter((name) => name.includes(jwt) && name !== address)).toEqual([]);
  for (const part of [kept.stored, kept.history, kept.html]) expect(part).not.toContain(jwt);

  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(frame).toHaveCount(0);
  await page.getByRole("link", { name: "Pools", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Pools" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: session_id })).toBeVisible();
  const withToken = await Promise.all(
    sent.map(async (request) => {
      const text = `${request.url()} ${JSON.stringify(await request.allHeaders())} ${request.postData() ?? ""}`;
      return text.includes(jwt) ? request.url() : [];
    }),
  );
  expect(withToken.flat()).toEqual([address]);

  const admin = await dashboard.admin();
  const audit = await admin.get("/api/audit?limit=100");
  expect(audit.text).toContain("openLiveView");
  expect(audit.text).not.toContain(jwt);
  expect(dashboard.output()).not.toContain(jwt);
});
