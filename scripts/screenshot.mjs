// Takes the screenshots of the documentation from a running Fleetdeck:
//   ADMIN_PASSWORD=… node scripts/screenshot.mjs [address]
import { chromium } from "playwright-core";
import { findChromium } from "./find-chromium.mjs";

const address = process.argv[2] ?? "http://127.0.0.1:3000";
const password = process.env.ADMIN_PASSWORD;
if (!password) {
  console.error("screenshot: set ADMIN_PASSWORD to the password of a running Fleetdeck");
  process.exit(1);
}
const found = await findChromium({ env: process.env });
if (!found) {
  console.error("screenshot: no Chromium was found; set CHROMIUM_PATH");
  process.exit(1);
}
const browser = await chromium.launch({
  executablePath: found.path,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "dark" });
await page.goto(`${address}/sign-in`);
await page.getByLabel("User name").fill(process.env.ADMIN_USERNAME ?? "admin");
await page.getByLabel("Password", { exact: true }).fill(password);
await page.getByRole("button", { name: "Sign in" }).click();
await page.getByRole("heading", { name: "Overview" }).waitFor();
// The chart's code is loaded lazily.
await page.waitForTimeout(3_000);
await page.screenshot({ path: "docs/overview.png" });
await browser.close();
console.log("screenshot: docs/overview.png");
