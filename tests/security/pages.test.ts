import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../../service/chromium/find.ts";
import { adminPassword, type RunningDashboard, startDashboard } from "../support/dashboard.ts";
import { type FaultyApi, startFaultyApi } from "../support/faulty-api.ts";

const token = "page-tests-token-1";
let api: FaultyApi;
let dashboard: RunningDashboard;
let browser: Browser;

beforeAll(async () => {
  api = await startFaultyApi({ token });
  dashboard = await startDashboard({ apiBaseUrl: api.url, token });
  browser = await chromium.launch({
    executablePath: findChromium(process.env.CHROMIUM_PATH),
    args: ["--no-sandbox"],
  });
});
afterAll(async () => {
  await browser?.close();
  await dashboard.stop();
  await api.close();
});

/** A page that notes every violation of its policy and every dialog. */
async function watchedPage(): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage();
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

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("User name").fill("admin");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}

describe("in a browser", () => {
  it("signing in keeps what was typed, leads where one wanted to go, and breaks no policy (T18, T21, T25)", async () => {
    const { page, faults } = await watchedPage();
    await page.goto(`${dashboard.url}/sign-in?callbackUrl=${encodeURIComponent("/nothing-here?a=b")}`);
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

  it("a locked account says until when (T19)", async () => {
    const { page } = await watchedPage();
    await page.goto(`${dashboard.url}/sign-in`);
    await page.getByLabel("User name").fill("somebody");
    for (let at = 0; at < 6; at += 1) {
      await page.getByLabel("Password").fill(`wrong ${at}`);
      const answer = page.waitForResponse((response) => response.url().endsWith("/callback/credentials"));
      await page.keyboard.press("Enter");
      await answer;
      // The form takes the next attempt once it has shown what became of this one.
      await page
        .getByRole("alert")
        .filter({ hasText: /Wrong user name|Locked until/ })
        .waitFor();
    }
    await page
      .getByRole("alert")
      .filter({ hasText: /Locked until \d/ })
      .waitFor();
    await page.close();
  });

  it("no page of ours shows inside a frame (T27)", async () => {
    const { page } = await watchedPage();
    await page.route("http://framer.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="${dashboard.url}/sign-in"></iframe>` }),
    );
    await page.goto("http://framer.example/");
    await page.waitForTimeout(1000);
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
  });
});
