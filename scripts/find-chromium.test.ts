import { describe, expect, test } from "vitest";
import { ensureChromium, installPlans } from "./ensure-chromium.mjs";
import { chromiumCandidates, chromiumForPages, findChromium } from "./find-chromium.mjs";
import { isDebianLike } from "./system-packages.mjs";

const linux = (present: string[], more: object = {}) => ({
  env: { PATH: "/opt/bin:/usr/bin" },
  platform: "linux",
  home: "/home/u",
  exists: (path: string) => present.includes(path),
  list: () => [],
  ...more,
});
const runs =
  (...paths: string[]) =>
  async (path: string) =>
    paths.includes(path) ? "150.1" : undefined;

describe("finding Chromium", () => {
  test("orders by name first, by PATH second", () => {
    const present = ["/usr/bin/google-chrome", "/usr/bin/chromium", "/opt/bin/chromium"];
    expect(chromiumCandidates(linux(present))).toEqual([
      "/opt/bin/chromium",
      "/usr/bin/chromium",
      "/usr/bin/google-chrome",
    ]);
  });

  test("Playwright's builds come last, the newest first", () => {
    const cache = "/home/u/.cache/ms-playwright";
    const at = (build: number) => `${cache}/chromium-${build}/chrome-linux/chrome`;
    const places = linux(["/usr/bin/chromium-browser", at(900), at(1200)], {
      list: (folder: string) => (folder === cache ? ["chromium-900", "firefox-1", "chromium-1200"] : []),
    });
    expect(chromiumCandidates(places)).toEqual(["/usr/bin/chromium-browser", at(1200), at(900)]);
  });

  test("pages alone are tested in the headless shell of the same installation, where there is one", () => {
    const present = ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell"];
    expect(chromiumForPages(linux(present))).toBe("/usr/bin/chromium-headless-shell");
    expect(chromiumForPages(linux(["/usr/bin/chromium"]))).toBe("/usr/bin/chromium");
    expect(chromiumForPages(linux([]))).toBeUndefined();
    const chosen = { env: { CHROMIUM_PATH: "/opt/own/chrome" } };
    expect(chromiumForPages(linux(present, chosen))).toBe("/opt/own/chrome");
  });

  test("includes the applications on macOS", () => {
    const app = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
    expect(chromiumCandidates(linux([app], { platform: "darwin" }))).toEqual([app]);
  });

  test("skips one that does not run", async () => {
    const places = linux(["/opt/bin/chromium", "/usr/bin/chromium"]);
    const found = await findChromium({ ...places, versionOf: runs("/usr/bin/chromium") });
    expect(found).toEqual({ path: "/usr/bin/chromium", version: "150.1" });
    expect(await findChromium({ ...places, versionOf: runs() })).toBeUndefined();
  });

  test("CHROMIUM_PATH is used or rejected, never replaced", async () => {
    const env = { PATH: "/usr/bin", CHROMIUM_PATH: "/my/chromium" };
    const places = linux(["/usr/bin/chromium"], { env });
    expect(await findChromium({ ...places, versionOf: runs("/my/chromium") })).toMatchObject({
      path: "/my/chromium",
    });
    await expect(findChromium({ ...places, versionOf: runs("/usr/bin/chromium") })).rejects.toThrow(
      /CHROMIUM_PATH/,
    );
  });
});

describe("installing Chromium", () => {
  test.each([
    ['ID=debian\nVERSION_ID="12"', true],
    ['NAME="Linux Mint"\nID=linuxmint\nID_LIKE="ubuntu debian"', true],
    ["ID=fedora\nID_LIKE=rhel", false],
    ["", false],
  ])("%j", (osRelease, expected) => {
    expect(isDebianLike(osRelease)).toBe(expected);
  });

  const options = { nodePath: "/node", env: {}, debianRoot: true };

  test("root on Debian tries the package first, others only Playwright's build", () => {
    const titles = (debianRoot: boolean) =>
      installPlans("/repo", { nodePath: "/node", debianRoot }).map((plan) => plan.title);
    expect(titles(true)).toEqual(["apt-get install chromium", "npx playwright install chromium"]);
    expect(titles(false)).toEqual(["npx playwright install chromium"]);
  });

  test("tries the next way when the first installs nothing that runs", async () => {
    const commands: string[] = [];
    const chromium = await ensureChromium("/repo", {
      ...options,
      find: async () =>
        commands.some((line) => line.includes("cli.js")) ? { path: "/c", version: "1.2" } : undefined,
      run: async (command, args) => {
        commands.push([command, ...args].join(" "));
        return { ok: true, output: "", how: "exit code 0" };
      },
    });
    expect(chromium).toEqual({ path: "/c", version: "1.2", installed: true });
    expect(commands).toHaveLength(3);
  });

  test("when every way fails, the error has each failure and a manual way", async () => {
    const nothing = ensureChromium("/repo", {
      ...options,
      find: async () => undefined,
      run: async () => ({ ok: false, output: "no network", how: "exit code 100" }),
    });
    await expect(nothing).rejects.toThrow(
      /apt-get install chromium: exit code 100\nno network\nnpx playwright.*exit code 100[\s\S]*set CHROMIUM_PATH/,
    );
  });
});
