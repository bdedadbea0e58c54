// What Playwright code of a client (`/playwright/execute`) has of this machine: the instance of its session.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { playwrightResult } from "../../lib/contract/playwright.ts";
import { isolation } from "../../service/machine/sandbox/isolation.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { processesOf } from "../support/service/session-processes.ts";

const found = await isolation();
const service = await fullServiceForTests({ maxBrowsers: 2 });
const site = await siteForTests((request, response) => {
  if (request.url === "/report") {
    response.setHeader("content-disposition", "attachment; filename=report.txt").end("what was downloaded");
    return;
  }
  response.setHeader("content-type", "text/html").end("<title>form</title><input type=file>");
});
const [mine, other] = [await service.create(), await service.create()];

const run = async (code: string, id = mine.session_id) => {
  const answer = await service.ask("POST", `/browsers/${id}/playwright/execute`, { code });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  const outcome = playwrightResult.parse(answer.json());
  expect(outcome.error).toBeUndefined();
  return outcome.result;
};
const attempt = `
  const fs = await import("node:fs");
  const attempt = (act: () => unknown) => { try { return act(); } catch (error) { return String(error.code); } };`;

// Elsewhere there is nothing to prove: the service says so when it starts.
describe.skipIf(found.kind === "none")("a client's code", () => {
  test("T01 reads no file of the service, another session or this machine through links in its folder", async () => {
    const secret = join(service.dataDir, "instances", other.session_id, "root/home/fleetdeck/secret");
    await writeFile(secret, "a-canary-secret");
    process.env.SERVICE_SECRET_OF_THE_TEST = "a-canary-secret";
    const targets = [
      join(service.dataDir, "secret"),
      join(service.dataDir, "service.db"),
      secret,
      `/proc/${process.pid}/environ`,
      join(process.cwd(), "vitest.config.ts"),
      "/etc/shadow",
    ];
    const { exec } = processesOf(service, mine.session_id);
    await exec("sh", {
      args: ["-c", 'for path in "$@"; do ln -s "$path" link-$#; shift; done', "sh", ...targets],
    });
    const read = await run(`${attempt}
      return fs.readdirSync(".").filter((name) => name.startsWith("link-"))
        .map((name) => attempt(() => fs.readFileSync(process.env.HOME + "/" + name).length));`);
    expect(read).toEqual(targets.map(() => "ENOENT"));
    await exec("rm -f link-*");
    delete process.env.SERVICE_SECRET_OF_THE_TEST;
  });

  test("runs as the instance's user without rights, with the session's files and processes only", async () => {
    const result = await run(`${attempt}
      fs.writeFileSync(process.env.HOME + "/from-code.txt", "written");
      fs.writeFileSync(process.env.TMPDIR + "/scratch", "");
      return { uid: process.getuid(), home: process.env.HOME, cwd: process.cwd(), service: attempt(() => process.kill(${process.pid}, 0)) };`);
    const { exec } = processesOf(service, mine.session_id);
    const [uid, home] = (await exec("id -u; echo $HOME")).stdout.trim().split("\n");
    expect(result).toEqual({ uid: Number(uid), home, cwd: home, service: "ESRCH" });
    expect((await exec("cat from-code.txt; ls /tmp")).stdout).toBe("written");
  });

  test("reaches its own session's browser, no other one and nothing of the API", async () => {
    const result = await run(`
      await page.goto("${site.url}");
      const answer = await fetch("${service.url}/browsers", { signal: AbortSignal.timeout(5000) }).then((one) => one.status, () => "none");
      return { titles: await Promise.all(context.pages().map((one) => one.title())), answer };`);
    expect(result).toEqual({ titles: ["form"], answer: expect.toBeOneOf([401, "none"]) });
    const titles = z
      .array(z.string())
      .parse(
        await run("return await Promise.all(context.pages().map((one) => one.title()))", other.session_id),
      );
    expect(titles).not.toContain("form");
  });

  test("uploads files of its session and reads what the browser downloads", async () => {
    const result = await run(`
      const fs = await import("node:fs");
      await page.goto("${site.url}");
      fs.writeFileSync("upload.txt", "to upload");
      await page.setInputFiles("input", "upload.txt");
      const uploaded = await page.evaluate("document.querySelector('input').files[0].text()");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.evaluate("location.href = '/report'"),
      ]);
      await download.saveAs("report.txt");
      return { uploaded, downloaded: fs.readFileSync("report.txt", "utf8") };`);
    expect(result).toEqual({ uploaded: "to upload", downloaded: "what was downloaded" });
  });
});
