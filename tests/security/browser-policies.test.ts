import { createServer } from "node:http";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { pairRule } from "../../lib/server/auth/lockout.ts";
import { adminPassword } from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { chromiumForTests } from "../support/programs/chromium-for-tests.ts";
import { listenOnFreePort } from "../support/programs/free-port.ts";

const { dashboard } = await faultyDashboardForTests({
  token: "page-tests-token-1",
  variables: { RECORDER: "off" },
});
const browser = await chromiumForTests();

/** A page that notes every violation of its policy and every dialog. */
async function openMonitoredPage(): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  await page.exposeFunction("noteFault", (text: string) => void faults.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const note: unknown = Reflect.get(window, "noteFault");
      if (typeof note === "function")
        note(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
    });
  });
  page.on("dialog", (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, faults };
}

/** Opens the sign-in form and waits until its script handles it. */
async function openSignIn(page: Page, query = ""): Promise<void> {
  await page.goto(`${dashboard.url}/sign-in${query}`);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("form") ?? {}).some((key) => key.startsWith("__react")),
  );
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("User name").fill("admin");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}

describe("in a browser", () => {
  it("signing in preserves the input, leads to the requested page, and violates no policy (T18, T21, T25)", async () => {
    const { page, faults } = await openMonitoredPage();
    await openSignIn(page, `?callbackUrl=${encodeURIComponent("/nothing-here?a=b")}`);
    await signIn(page, "wrong");
    await page.getByRole("alert").filter({ hasText: "Wrong user name or password." }).waitFor();
    expect(await page.getByLabel("User name").inputValue()).toBe("admin");
    await signIn(page, adminPassword);
    await page.waitForURL(`${dashboard.url}/nothing-here?a=b`);
    expect(await page.evaluate(() => document.cookie)).toBe("");
    await page.goto(`${dashboard.url}/sign-in?callbackUrl=${encodeURIComponent("//evil.example/x")}`);
    expect(new URL(page.url()).origin).toBe(dashboard.url);
    expect(faults).toEqual([]);
    await page.close();
  });

  it("a script that is already in a page can set no markup, load no foreign code, and make no policy (T24, T25)", async () => {
    const { page, faults } = await openMonitoredPage();
    await openSignIn(page);
    const outcomes = await page.evaluate((markup) => {
      const outcomeOf = (attempt: () => unknown) => {
        try {
          attempt();
          return "done";
        } catch (error) {
          return error instanceof Error ? error.name : "unknown";
        }
      };
      const make = (name: string, properties: object) =>
        Object.assign(document.createElement(name), properties);
      const script = (src: string) => () => make("script", { src });
      return {
        innerHTML: outcomeOf(() => make("div", { innerHTML: markup })),
        insertAdjacentHTML: outcomeOf(() => document.body.insertAdjacentHTML("beforeend", markup)),
        srcdoc: outcomeOf(() => make("iframe", { srcdoc: markup })),
        parse: outcomeOf(() => new DOMParser().parseFromString(markup, "text/html")),
        foreign: outcomeOf(script("https://evil.example/_next/static/a.js")),
        api: outcomeOf(script("/api/pictures/1")),
        policy: outcomeOf(() => Reflect.get(window, "trustedTypes").createPolicy("mine", {})),
        own: outcomeOf(script("/_next/static/chunks/a.js")),
      };
    }, "<img src=x onerror=alert(1)>");
    const { own, ...others } = outcomes;
    expect(own).toBe("done");
    for (const [attempt, outcome] of Object.entries(others)) expect(outcome, attempt).toBe("TypeError");
    await expect.poll(() => faults.length).toBeGreaterThanOrEqual(Object.keys(others).length);
    expect(faults.filter((fault) => fault.startsWith("dialog"))).toEqual([]);
    await page.close();
  });

  it("a page whose markup was changed on the way draws itself anew, under the same policy (T25)", async () => {
    const { page, faults } = await openMonitoredPage();
    await page.route("**/sign-in", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll(">User name<", ">Something else<");
      await route.fulfill({ response: answer, body });
    });
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`${dashboard.url}/sign-in`);
    await page.getByLabel("User name").waitFor();
    expect(errors.join()).toMatch(/hydrat|#418/i);
    await signIn(page, "wrong");
    await page.getByRole("alert").filter({ hasText: "Wrong user name or password." }).waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it("a locked account shows until when (T19)", async () => {
    const { page } = await openMonitoredPage();
    await openSignIn(page);
    await page.getByLabel("User name").fill("somebody");
    const guess = async (password: string, shown: RegExp) => {
      await page.getByLabel("Password").fill(password);
      await page.keyboard.press("Enter");
      await page.getByRole("alert").filter({ hasText: shown }).waitFor();
    };
    await guess("wrong", /Wrong user name/);
    // As if all that are allowed had followed.
    const nowMs = Date.now();
    await (await dashboard.store())
      .updateTable("login_attempts")
      .set({ failures: pairRule.failures, locked_until_ms: nowMs + pairRule.windowMs })
      .where("subject", "=", "pair:somebody 127.0.0.1")
      .execute();
    await guess("another", /Try again at \d/);
    await page.close();
  });

  it("no page can be framed (T27)", async () => {
    const { page } = await openMonitoredPage();
    // The framing page is on this machine, too: from any other address the browser refuses the frame by itself.
    const framer = await listenOnFreePort(
      createServer((_, response) => {
        response.setHeader("content-type", "text/html");
        response.end(`<iframe src="${dashboard.url}/sign-in"></iframe>`);
      }),
    );
    const refused = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/sign-in"));
    await page.goto(framer.url);
    expect((await refused).failure()?.errorText).toContain("BLOCKED_BY_RESPONSE");
    const texts = await Promise.all(
      page.frames().map((frame) =>
        frame
          .locator("body")
          .textContent()
          .catch(() => ""),
      ),
    );
    expect(texts.join()).not.toContain("Password");
    await page.close();
    await framer.close();
  });
});
