// What a session's browser has of this machine: its instance, and nothing else.
import { existsSync } from "node:fs";
import { readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { DevTools } from "../../service/chromium/devtools.ts";
import { processTree } from "../../service/kernel/process-tree.ts";
import { isolation } from "../../service/machine/sandbox/isolation.ts";
import { devtoolsOver } from "../support/fakes/devtools-over.ts";
import { listenOnFreePort } from "../support/programs/free-port.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";

const found = await isolation();
const service = await fullServiceForTests({ maxBrowsers: 8 });

const created = z.object({ targetId: z.string() });
const progress = z.object({ state: z.string(), filePath: z.string().optional() });
const node = z.object({ root: z.object({ nodeId: z.number() }) });
const input = z.object({ nodeId: z.number() });

/** A page that a client opened over the session's DevTools. */
async function open(cdpUrl: string, url: string) {
  const devtools = await devtoolsOver(cdpUrl);
  const { targetId } = await devtools.ask(created, "Target.createTarget", { url: "about:blank" });
  const sessionId = await devtools.attach(targetId);
  await devtools.send("Page.enable", {}, { sessionId });
  const loaded = new Promise<void>((resolve) => devtools.on("Page.loadEventFired", () => resolve()));
  await devtools.send("Page.navigate", { url }, { sessionId });
  await loaded;
  const read = (expression: string) => devtools.evaluate(expression, { sessionId });
  return { devtools, sessionId, read };
}

/** The path of the next download that completes. */
function nextDownload(devtools: DevTools): Promise<string> {
  return new Promise((resolve) => {
    devtools.on("Browser.downloadProgress", (params) => {
      const { state, filePath } = progress.parse(params);
      if (state === "completed") resolve(filePath ?? "");
    });
  });
}

// Elsewhere there is nothing to prove: the service says so when it starts.
describe.skipIf(found.kind === "none" || !found.browsers.confined)("a session's browser", () => {
  let site: { url: string; close: () => Promise<void> };
  beforeAll(async () => {
    site = await listenOnFreePort(
      createServer((request, response) => {
        if (request.url === "/form") {
          response.setHeader("content-type", "text/html").end("<input type=file multiple>");
          return;
        }
        response
          .setHeader("content-disposition", "attachment; filename=report.txt")
          .end("what was downloaded");
      }),
    );
  });
  afterAll(async () => await site.close());

  test("opens files of its instance and none of the service, this machine or another session", async () => {
    const [mine, other] = [await service.create(), await service.create()];
    const otherDir = join(service.dataDir, "instances", other.session_id);
    await writeFile(join(otherDir, "root/home/fleetdeck/secret"), "a-canary-secret");
    const hidden = [
      join(service.dataDir, "secret"),
      join(service.dataDir, "service.db"),
      join(otherDir, "root/home/fleetdeck/secret"),
      join(process.cwd(), "package.json"),
      "/etc/shadow",
    ];
    for (const path of hidden) {
      expect(existsSync(path), path).toBe(true);
      const page = await open(mine.cdp_ws_url, `file://${path}`);
      expect(await page.read("document.documentElement.innerText"), path).toContain("ERR_FILE_NOT_FOUND");
      page.devtools.close();
    }
    const root = await open(mine.cdp_ws_url, "file:///home/");
    expect(await root.read("document.documentElement.innerText")).toContain("fleetdeck");
    root.devtools.close();
  });

  test("runs as a user without rights, in namespaces of its own, with Chromium's sandbox where there is one", async () => {
    const { session_id } = await service.create();
    const tree = await processTree(service.sessions.living(session_id).chromium.process.pid);
    const lines = await Promise.all(
      tree.map(async ({ pid }) => ({
        pid,
        line: await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
      })),
    );
    const main = lines.find(
      ({ line }) => line.includes("--remote-debugging-pipe") && !line.includes("pivot_root"),
    );
    const { pid, line } = main ?? expect.fail("there is no browser");
    expect(service.sessions.living(session_id).chromium.mainPid).toBe(pid);
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(status).toMatch(/^CapEff:\s+0+$/m);
    expect(status).toMatch(/^CapBnd:\s+0+$/m);
    if (process.getuid?.() === 0) expect(status).not.toMatch(/^Uid:.*\s0\s/m);
    for (const kind of ["mnt", "pid", "ipc", "uts"]) {
      expect(await readlink(`/proc/${pid}/ns/${kind}`)).not.toBe(await readlink(`/proc/self/ns/${kind}`));
    }
    expect(line).not.toContain(service.dataDir);
    const sandboxed = found.kind === "namespaces" && found.browsers.confined && found.browsers.sandbox;
    expect(line.includes("--no-sandbox")).toBe(!sandboxed);
  });

  test("downloads into the session's files, to its own folder and to one that a client names", async () => {
    const { session_id: id, cdp_ws_url } = await service.create();
    const read = async (path: string) =>
      (await service.ask("GET", `/browsers/${id}/fs/read_file?path=${encodeURIComponent(path)}`)).text;
    const page = await open(cdp_ws_url, `${site.url}/form`);
    await page.read(`location.href = "${site.url}/report"`);
    await expect.poll(() => read("/home/fleetdeck/Downloads/report.txt")).toBe("what was downloaded");
    // Its settings and certificates are not among them.
    expect(await readdir(service.sessions.living(id).instance.paths.home)).toEqual(["Downloads"]);
    await service.ask("PUT", `/browsers/${id}/fs/create_directory`, { path: "/data/by-api" });
    for (const downloadPath of ["/data/by-api", "/tmp/by-browser"]) {
      const behavior = { behavior: "allow", downloadPath, eventsEnabled: true };
      await page.devtools.send("Browser.setDownloadBehavior", behavior);
      const done = nextDownload(page.devtools);
      await page.read(`location.href = "${site.url}/report"`);
      const path = await done;
      expect(path).toBe(`${downloadPath}/report.txt`);
      expect(await read(path)).toBe("what was downloaded");
    }
    page.devtools.close();
  });

  test("has the time zone of this machine", async () => {
    const { cdp_ws_url } = await service.create();
    const page = await open(cdp_ws_url, `${site.url}/form`);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(await page.read("Intl.DateTimeFormat().resolvedOptions().timeZone")).toBe(timeZone);
    page.devtools.close();
  });

  test("keeps its system when a client removes or moves it, and says why", async () => {
    const { session_id: id, cdp_ws_url } = await service.create();
    for (const [operation, body] of [
      ["delete_directory", { path: "/usr" }],
      ["delete_file", { path: "/usr" }],
      ["move", { src_path: "/proc", dest_path: "/tmp/proc" }],
      ["move", { src_path: "/home/fleetdeck", dest_path: "/run" }],
    ] as const) {
      const answer = await service.ask("PUT", `/browsers/${id}/fs/${operation}`, body);
      expect(answer.status, operation).toBe(400);
      expect(answer.text).toMatch(/belongs to the instance's system|is a directory/);
    }
    const page = await open(cdp_ws_url, "file:///usr/");
    expect(await page.read("document.documentElement.innerText")).toContain("bin");
    page.devtools.close();
  });

  test("uploads by path what was written through the API", async () => {
    const { session_id: id, cdp_ws_url } = await service.create();
    const write = (path: string, mode: string) =>
      service.call(`/browsers/${id}/fs/write_file?path=${path}&mode=${mode}`, {
        method: "PUT",
        headers: { "content-type": "application/octet-stream" },
        body: `content of ${path}`,
      });
    const files = ["/home/fleetdeck/one.txt", "/data/deep/two.txt"];
    for (const path of files) expect((await write(path, "600")).status).toBe(201);
    const { devtools, sessionId, read } = await open(cdp_ws_url, `${site.url}/form`);
    const { root } = await devtools.ask(node, "DOM.getDocument", {}, { sessionId });
    const selector = { nodeId: root.nodeId, selector: "input" };
    const { nodeId } = await devtools.ask(input, "DOM.querySelector", selector, { sessionId });
    await devtools.send("DOM.setFileInputFiles", { nodeId, files }, { sessionId });
    await read(
      "Promise.all([...document.querySelector('input').files].map((file) => file.text())).then((texts) => { document.title = texts.join() })",
    );
    await expect.poll(() => read("document.title")).toBe(files.map((path) => `content of ${path}`).join());
    devtools.close();
  });
});
