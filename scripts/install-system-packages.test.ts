import { expect, test } from "vitest";
import { installSystemPackages } from "./install-system-packages.mjs";

const packages = ["chromium", "nginx"];
function recorded(ok: boolean) {
  const commands: string[] = [];
  return {
    commands,
    run: async (command: string, args: string[]) => {
      commands.push([command, ...args].join(" "));
      return { ok, output: "no network", how: "exit code 100" };
    },
  };
}

test("all missing packages are installed with one download of the package lists", async () => {
  const { commands, run } = recorded(true);
  const state = await installSystemPackages("/repo", { env: {}, packages, run, debianRoot: true });
  expect(state).toBe("installed chromium, nginx");
  expect(commands.filter((line) => line.startsWith("apt-get"))).toEqual([
    "apt-get update -qq",
    "apt-get install -y -qq --no-install-recommends chromium nginx",
  ]);
});

test("a failure is left to those who need the programs", async () => {
  const { run } = recorded(false);
  const state = await installSystemPackages("/repo", { env: {}, packages, run, debianRoot: true });
  expect(state).toBe("not all together, but one by one below");
});

test("nothing is installed where nothing is missing, or by others than root on Debian", async () => {
  const { commands, run } = recorded(true);
  expect(await installSystemPackages("/repo", { env: {}, packages: [], run, debianRoot: true })).toBe(
    "found",
  );
  expect(await installSystemPackages("/repo", { env: {}, packages, run, debianRoot: false })).toBe(
    "missing: chromium, nginx",
  );
  expect(commands).toEqual([]);
});
