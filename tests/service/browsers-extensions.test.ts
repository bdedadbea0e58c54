import { existsSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorBody } from "../../lib/contract/error.ts";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { killNow } from "../../service/kernel/process-tree.ts";
import type { Session } from "../../service/sessions/session.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import {
  boundary,
  extensionZip,
  markingExtension,
  multipartBody,
} from "../support/service/extension-archives.ts";
import type { FullService } from "../support/service/full-service.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { waitUntil } from "../support/wait-until.ts";
import { zipOf } from "../support/zip.ts";

const multipart = { "content-type": `multipart/form-data; boundary=${boundary}` };

const service = await fullServiceForTests();
const site = await siteForTests();

type Parts = Parameters<typeof multipartBody>[0];
type Created = Awaited<ReturnType<FullService["create"]>>;

const post = (id: string, body: Buffer, headers: Record<string, string> = multipart) =>
  service.call(`/browsers/${id}/extensions`, { method: "POST", body: new Uint8Array(body), headers });
const upload = (id: string, parts: Parts) => post(id, multipartBody(parts));
const one = (name: string, zip: Buffer): Parts => [
  ["extensions.name", name],
  ["extensions.zip_file", zip],
];

function living(created: Created): Session {
  const session = service.sessions.find(created.session_id);
  if (!session) throw new Error("the session does not live");
  return session;
}

/** What extensions marked a page with that is opened now, by a new connection to the session's one address. */
async function marks(created: Created): Promise<string[]> {
  const driven = await connectOverCdp(created.cdp_ws_url);
  try {
    const page = await driven.page.context().newPage();
    await page.goto(`${site.url}/marks`);
    await page.waitForLoadState();
    const found = await page.evaluate(() => Object.keys(document.documentElement.dataset));
    await page.close();
    return found.sort();
  } finally {
    await driven.close();
  }
}

async function refused(answer: Response, status: number, expectedText: string): Promise<void> {
  const body = errorBody.parse(await answer.json());
  expect([answer.status, body.message]).toEqual([status, expect.stringContaining(expectedText)]);
}

/** Folders that only exist while an upload is checked. */
async function leftovers(session: Session): Promise<string[]> {
  const uploads = await readdir(join(service.dataDir, "uploads")).catch(() => []);
  const own = await readdir(session.instance.paths.dir);
  return [...uploads, ...own.filter((name) => /^(trial|unpacked)-/.test(name))];
}

const placed = (session: Session) => readdir(join(session.instance.paths.home, "extensions")).catch(() => []);
const logOf = (session: Session) =>
  readFile(join(session.instance.paths.root, "var/log/supervisord/chromium"), "utf8");

/** Addresses of the pages that can be seen, requested past any client: some pretend that all their pages can be. */
async function inFront({ devtools, pages }: Session): Promise<string[]> {
  const found: string[] = [];
  for (const { targetId, url } of pages.open) {
    const sessionId = await devtools.attach(targetId);
    if (await devtools.isVisible(sessionId)) found.push(url);
    await devtools.detach(sessionId);
  }
  return found;
}

describe("extensions uploaded into a session", () => {
  // How names and archives may be spelled and mixed is tested beside `itemsOf`.
  test("run in pages, two at once, beside earlier ones", async () => {
    const created = await service.create({ timeout_seconds: 600 });
    const uploads: readonly Parts[] = [
      [
        ["extensions[1][zip_file]", markingExtension("a2")],
        ["extensions[0][name]", "a.1"],
        ["extensions[1][name]", "a_2"],
        ["extensions[0][zip_file]", markingExtension("a1")],
      ],
      one("b-1", markingExtension("b1")),
    ];
    for (const parts of uploads) {
      const answer = await upload(created.session_id, parts);
      expect([answer.status, await answer.text()]).toEqual([201, ""]);
    }
    expect(await marks(created)).toEqual(["a1", "a2", "b1"]);
    expect((await placed(living(created))).sort()).toEqual(["a.1", "a_2", "b-1"]);
    expect(await leftovers(living(created))).toEqual([]);
    await service.sessions.end(created.session_id, "deleted");
  });

  test("preserve tabs with history, cookies, storage and log streams; old connections break", async () => {
    const created = await service.create({ timeout_seconds: 600 });
    const { session_id: id } = created;
    const stream = await service.call(
      `/browsers/${id}/logs/stream?source=supervisor&supervisor_process=chromium&follow=true`,
    );
    let streamText = "";
    let streamEnded = false;
    void (async () => {
      for await (const chunk of stream.body ?? []) streamText += Buffer.from(chunk).toString();
      streamEnded = true;
    })();
    const earlier = await connectOverCdp(created.cdp_ws_url);
    const cut = new Promise((resolve) => earlier.browser.once("disconnected", resolve));
    await earlier.page.goto(`${site.url}/cookie`);
    await earlier.page.goto(`${site.url}/first`);
    await earlier.page.evaluate(() => {
      localStorage.setItem("kept", "local");
      sessionStorage.setItem("kept", "session");
    });
    const second = await earlier.page.context().newPage();
    await second.goto(`${site.url}/second`);
    await earlier.page.bringToFront();

    expect((await upload(id, one("mark", markingExtension("mark")))).status).toBe(201);
    await cut;
    await expect.poll(() => inFront(living(created))).toEqual([`${site.url}/first`]);
    const again = await connectOverCdp(created.cdp_ws_url);
    const pages = again.browser.contexts()[0]?.pages() ?? [];
    expect(pages.map((page) => page.url()).sort()).toEqual([`${site.url}/first`, `${site.url}/second`]);
    const first = pages.find((page) => page.url().endsWith("/first"));
    await first?.waitForLoadState();
    expect(
      await first?.evaluate(() => [
        localStorage.getItem("kept"),
        sessionStorage.getItem("kept"),
        document.cookie,
        document.documentElement.dataset.mark,
      ]),
    ).toEqual(["local", "session", "short=1; long=1", "yes"]);
    await first?.goBack();
    expect(first?.url()).toBe(`${site.url}/cookie`);
    await again.close();

    await waitUntil("the restart is in the stream", () => streamText.includes("restarted: 1 extensions"));
    expect(streamText).toContain("restart: to load the extensions mark");
    expect(streamEnded).toBe(false);
    const { process } = living(created).chromium;
    const status = await service.call(`/browsers/${id}/process/${process.id}/status`);
    expect(await status.json()).toMatchObject({ state: "running" });
    await service.sessions.end(id, "deleted");
    await waitUntil("the stream ends with the session", () => streamEnded);
  });

  test("a client that connects during the restart gets the new browser; an aborted caller changes nothing", async () => {
    const created = await service.create({ timeout_seconds: 600 });
    const session = living(created);
    const leave = new AbortController();
    const answered = service
      .call(`/browsers/${created.session_id}/extensions`, {
        method: "POST",
        body: new Uint8Array(multipartBody(one("mark", markingExtension("mark")))),
        headers: multipart,
        signal: leave.signal,
      })
      .catch(() => "left" as const);
    const { process } = session.chromium;
    await process.exited;
    leave.abort();
    expect(await marks(created)).toEqual(["mark"]);
    expect(await answered).toBe("left");
    expect(session.chromium.process).not.toBe(process);

    // What ends now is a crash again.
    killNow(session.chromium.process.pid);
    await waitUntil("the crash is seen", () => !service.sessions.find(created.session_id));
    expect(service.sessions.record(created.session_id)?.end_reason).toBe("crashed");
  });

  test("a profile still saves what pages stored before the restart", async () => {
    const { id } = service.profiles.create("kept");
    const created = await service.create({ profile: { id, save_changes: true } });
    const driven = await connectOverCdp(created.cdp_ws_url);
    await driven.page.goto(`${site.url}/stored`);
    await driven.page.evaluate(() => localStorage.setItem("a", "1"));
    await driven.page.goto("about:blank");
    await driven.close();
    expect((await upload(created.session_id, one("mark", markingExtension("mark")))).status).toBe(201);
    await service.sessions.end(created.session_id, "deleted");
    expect((await service.profiles.resolve({ id })).state?.origins).toEqual([
      { origin: site.url, localStorage: [{ name: "a", value: "1" }] },
    ]);
  });
});

describe("a session that an upload leaves unchanged", () => {
  let created: Created;
  let driven: Awaited<ReturnType<typeof connectOverCdp>>;
  beforeAll(async () => {
    created = await service.create({ timeout_seconds: 3600 });
    expect((await upload(created.session_id, one("first", markingExtension("first")))).status).toBe(201);
    driven = await connectOverCdp(created.cdp_ws_url);
    await driven.page.goto(`${site.url}/kept`);
    await driven.page.evaluate(() => Object.assign(window, { kept: "in memory" }));
  });
  afterAll(async () => {
    await driven.close();
    await service.sessions.end(created.session_id, "deleted");
  });

  /** The very page is still there, connected, with what it had in memory. */
  async function expectUntouched() {
    expect(await driven.page.evaluate(() => Reflect.get(window, "kept"))).toBe("in memory");
    const session = living(created);
    expect(await placed(session)).toEqual(["first"]);
    expect(session.extensions).toEqual(["first"]);
    await expect.poll(() => leftovers(session)).toEqual([]);
  }

  const good = () => markingExtension("x");
  const key =
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAuGxgFiAnq5VKHZZxLVRV8mtRp8DkBWDbWRVW0P5lAJLBv2J2LVCUBBwSQQn5cCK9ugrUsY9F1CY6sC6Kq8M4cP9z7zz+RhFVmrEPeVk0mbGr9zXnTkYRDh+fVgQYlIXcbKYhvT1Cfqy6MeKCWTtCM6VNRuTTxnfmY7vVPyMmxDFe+OMd1E5ik8e3jY5lKS+oMBn0yQwhaDIwBgFCjjzx4mQYlAq1Q4A+0WxLQo1zU7yhfmNLGF9Gnmmu/pqTc9VKWb4bHsK8Dh0Hd0qp9KkQFHvrCwXo2eHnHVH3Z2rcqTxXV2dUeF2fgW4zGwaqE4Wm0s4aFGzZ7UdqIqX9K8rD8QIDAQAB";

  test.each<[string, () => Parts, string]>([
    ["a second name, the first one bad", () => one("a/b", good()), "extensions[0].name: 1 to 255 characters"],
    ["..", () => one("..", good()), "must not be . or .."],
    [".", () => one(".", good()), "must not be . or .."],
    ["a long name", () => one("n".repeat(256), good()), "extensions[0].name"],
    ["a name that is there", () => one("first", good()), "on this instance already"],
    [
      "a name twice",
      () => [...one("x", good()), ...one("x", good())],
      "extensions[1].name: x was given twice",
    ],
    ["no zip", () => [["extensions.name", "x"]], "extensions[0].zip_file: is missing"],
    ["no name", () => [["extensions[][zip_file]", good()]], "extensions[0].name: is missing"],
    ["an unknown part", () => [...one("x", good()), ["extra", "1"]], "is not a part of this upload"],
    ["no part", () => [], "at least one item"],
    ["no zip archive", () => one("x", Buffer.from("no zip at all")), "not a zip archive"],
    ["no manifest", () => one("x", zipOf([{ name: "a/manifest.json", content: "{}" }])), "no manifest.json"],
    [
      "a manifest that is no JSON",
      () => one("x", zipOf([{ name: "manifest.json", content: "{" }])),
      "valid JSON",
    ],
    [
      "a manifest of version 4",
      () => one("x", markingExtension("x", { manifest_version: 4 })),
      "manifest_version",
    ],
    [
      "a manifest without a name",
      () => one("x", markingExtension("x", { name: "" })),
      "name must not be empty",
    ],
    ["a version that is none", () => one("x", markingExtension("x", { version: "one" })), "version must be"],
    [
      "one of two that Chromium refuses",
      () => [...one("x", good()), ...one("y", markingExtension("y", { permissions: 5 }))],
      "extensions[1].zip_file (y): Chromium refuses it",
    ],
    [
      "a script that is not there",
      () =>
        one(
          "x",
          markingExtension("x", { content_scripts: [{ matches: ["<all_urls>"], js: ["missing.js"] }] }),
        ),
      "missing.js",
    ],
    [
      "a bad match pattern",
      () =>
        one("x", markingExtension("x", { content_scripts: [{ matches: ["nonsense"], js: ["content.js"] }] })),
      "Missing scheme separator",
    ],
    [
      "two with one key",
      () => [...one("x", markingExtension("x", { key })), ...one("y", markingExtension("y", { key }))],
      "same key",
    ],
    ["T33 a path that leads out", () => one("x", extensionZip("", {}, [{ name: "../x" }])), "leads out"],
    [
      "T33 a symbolic link",
      () => one("x", extensionZip("", {}, [{ name: "l", content: "/etc", mode: 0o120777 }])),
      "symbolic link",
    ],
    [
      "T33 a bomb",
      () => one("x", extensionZip("", {}, [{ name: "b", content: Buffer.alloc(50_000_000) }])),
      "times its size",
    ],
  ])("%s: 400 that says so", async (_, parts, expectedText) => {
    await refused(await upload(created.session_id, parts()), 400, expectedText);
    await expectUntouched();
  });

  test("T32 T34 bodies that are too large, too many parts or malformed: 413 or 400, nothing left", async () => {
    const id = created.session_id;
    const body = multipartBody(one("x", good()));
    await refused(await upload(id, one("x", Buffer.alloc(51 * 1024 * 1024 + 1))), 413, "more than");
    const many: Parts = Array.from({ length: 10_000 }, (_, n) => [`extensions[${n}][name]`, "x"]);
    await refused(await upload(id, many), 413, "parts");
    await refused(await upload(id, [["extensions.name", "x".repeat(2000)]]), 400, "field");
    await refused(await post(id, body.subarray(0, body.length - boundary.length)), 400, "closing boundary");
    const fat = Buffer.from(`--${boundary}\r\nX: ${"x".repeat(1_000_000)}\r\n\r\n--${boundary}--\r\n`);
    await refused(await post(id, fat), 400, "at least one item");
    await refused(await post(id, body, { "content-type": "application/json" }), 400, "multipart/form-data");
    await expectUntouched();
  });

  test("T32 an aborted upload leaves nothing", async () => {
    const body = multipartBody(one("x", Buffer.alloc(1_000_000)));
    const url = new URL(`${service.url}/browsers/${created.session_id}/extensions`);
    const request = httpRequest(url, {
      method: "POST",
      headers: {
        ...multipart,
        authorization: `Bearer ${service.bearer}`,
        "content-length": body.length,
      },
    });
    request.on("error", () => undefined);
    request.write(body.subarray(0, 500_000));
    const uploads = join(service.dataDir, "uploads");
    await expect.poll(() => readdir(uploads)).not.toEqual([]);
    request.destroy();
    await expectUntouched();
  });

  test("an unknown session: 404 for any body", async () => {
    await refused(await upload("nobody", one("x", good())), 404, "nobody");
  });

  test("a browser that fails to start with an extension restarts with the earlier ones", async () => {
    const before = await service.create({ timeout_seconds: 600 });
    const session = living(before);
    expect((await upload(before.session_id, one("mark", markingExtension("mark")))).status).toBe(201);
    const broken = join(session.instance.paths.home, "extensions", "broken");
    await mkdir(broken);
    await expect(
      session.exclusively(() => service.sessions.reload(session, ["mark", "broken"], "a test")),
    ).rejects.toThrow(/manifest/i);
    expect(session.extensions).toEqual(["mark"]);
    expect(await marks(before)).toEqual(["mark"]);
    expect(await logOf(session)).toContain("restarted with the earlier extensions");
    await service.sessions.end(before.session_id, "deleted");
    expect(existsSync(broken)).toBe(false);
  });
});
