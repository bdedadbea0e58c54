import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { app as appShape } from "../../lib/contract/apps.ts";
import { deployment as deploymentShape } from "../../lib/contract/deployments.ts";
import { errorBody } from "../../lib/contract/error.ts";
import { createdInvocation, invocation as invocationShape } from "../../lib/contract/invocations.ts";
import { processesNaming } from "../../service/kernel/process-tree.ts";
import { readAllItems } from "../support/dashboard/event-stream.ts";
import { lightChromium } from "../support/programs/launch-options.ts";
import { startFullService } from "../support/service/full-service.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { waitFor } from "../support/wait-until.ts";
import { zipOf } from "../support/zip.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium });

const ask = (method: string, path: string, body?: object) => service.ask(method, path, body);

/** A deployment once it runs or has failed: where that takes longer than 15 s, it is answered as it is by then. */
const settled = (id: string, of: Pick<typeof service, "ask"> = service) =>
  waitFor(
    "the deployment runs or has failed",
    async () => deploymentShape.parse((await of.ask("GET", `/deployments/${id}`)).json()),
    ({ status }) => status !== "queued" && status !== "in_progress",
  );

async function send(parts: Record<string, string | { name: string; content: string | Buffer }>) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === "string") form.append(name, part);
    else form.append(name, new Blob([new Uint8Array(Buffer.from(part.content))]), part.name);
  }
  const answer = await service.call("/deployments", { method: "POST", body: form });
  const json: unknown = await answer.json();
  const made = answer.status === 201 ? deploymentShape.parse(json).id : undefined;
  return { status: answer.status, json: made === undefined ? json : await settled(made) };
}

/** Deploys a single module, and fails when it does not run. */
async function deploy(source: string, more: Record<string, string> = {}) {
  const { status, json } = await send({ file: { name: "app.ts", content: source }, ...more });
  expect([status, json]).toMatchObject([201, { status: "running" }]);
  return deploymentShape.parse(json).id;
}

async function invoke(place: string, payload?: unknown) {
  const [app_name, version, action_name] = place.split("/");
  const body = {
    app_name,
    version,
    action_name,
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  };
  const answer = await ask("POST", "/invocations", body);
  expect(answer.status).toBe(200);
  const done = createdInvocation.parse(answer.json());
  return done.status === "succeeded" ? JSON.parse(String(done.output)) : `failed: ${done.status_reason}`;
}

const codeFolders = () =>
  readdirSync(join(service.dataDir, "deployments")).filter((name) => name !== "incoming");

const greeter = (greeting: string) => `
  import { app } from "fleetdeck";
  enum Punctuation { Mark = "!" }
  export const greeter = app("greeter")
    .action("greet", (context, payload: { name?: string } = {}) => {
      context.log("greeting");
      console.log("from stdout");
      return "${greeting} " + (payload.name ?? "you") + Punctuation.Mark;
    });
`;

describe("from code to actions", () => {
  test("a module is deployed hot, replaced by force, and its invocations are its own", async () => {
    const first = await deploy(greeter("Hello"), { version: "v1" });
    expect(await invoke("greeter/v1/greet", { name: "Ada" })).toBe("Hello Ada!");
    expect(await invoke("greeter/latest/greet")).toBe("Hello you!");

    const again = { file: { name: "app.ts", content: greeter("Hi") }, version: "v1" };
    const refused = await send(again);
    expect([refused.status, errorBody.parse(refused.json).message]).toEqual([
      409,
      "greeter v1 is already deployed; send force=true to replace it, or another version",
    ]);
    expect(await invoke("greeter/v1/greet")).toBe("Hello you!");
    const second = await deploy(greeter("Hi"), { version: "v1", force: "true" });
    expect(await invoke("greeter/v1/greet")).toBe("Hi you!");
    const third = await deploy(greeter("Hey"), { version: "v2" });
    expect(await invoke("greeter/latest/greet")).toBe("Hey you!");

    expect((await ask("GET", `/deployments/${first}`)).json()).toMatchObject({
      status: "stopped",
      status_reason: `replaced by deployment ${second}`,
    });
    const ofFirst = z
      .array(invocationShape)
      .parse((await ask("GET", `/invocations?deployment_id=${first}`)).json());
    expect(ofFirst.map((one) => one.output)).toEqual(['"Hello you!"', '"Hello you!"', '"Hello Ada!"']);
    expect(ofFirst.every((one) => one.version === "v1")).toBe(true);
    const events = await readAllItems(await service.call(`/invocations/${ofFirst[0]?.id}/events`));
    expect(new Set(events.map((item) => item.message))).toEqual(
      new Set(["greeting", "from stdout", undefined]),
    );
    await expect.poll(() => codeFolders().toSorted()).toEqual([second, third].toSorted());
  });

  test("an archive keeps its folders; its output while loading is logged, and its versions are listed", async () => {
    const zip = zipOf([
      {
        name: "src/main.ts",
        content:
          'import { twice } from "./lib";\nimport { app } from "fleetdeck";\nconsole.log("loading");\napp("maths").action("twice", (_, n: number) => twice(n));\nexport default { name: "signs", actions: { env: async () => process.env.SIGN } };\n',
      },
      { name: "src/lib/index.ts", content: "export const twice = (n: number): number => n * 2;\n" },
    ]);
    const { status, json } = await send({
      file: { name: "any.zip", content: zip },
      entrypoint_rel_path: "./src/main.ts",
      region: "aws.us-east-1a",
      "env_vars[SIGN]": "plus",
    });
    expect(status).toBe(201);
    const { id } = deploymentShape.parse(json);
    expect(json).toEqual({
      id,
      status: "running",
      status_reason: "its applications can be invoked",
      region: "aws.us-east-1a",
      entrypoint_rel_path: "src/main.ts",
      env_vars: { SIGN: "plus" },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await invoke("maths/latest/twice", 21)).toBe(42);
    expect(await invoke("signs/latest/env")).toBe("plus");
    const items = await readAllItems(await service.call(`/deployments/${id}/events`));
    expect(items.filter((item) => item.event === "log").map((item) => item.message)).toContain("loading");
    expect(items.slice(-3)).toMatchObject([
      { event: "app_version_summary", app_name: "maths", version: "latest", actions: [{ name: "twice" }] },
      { event: "app_version_summary", app_name: "signs", env_vars: { SIGN: "plus" } },
      { event: "deployment_state", deployment: { id, status: "running" } },
    ]);
    const apps = z.array(appShape).parse((await ask("GET", "/apps?app_name=maths")).json());
    expect(apps).toMatchObject([
      { deployment: id, version: "latest", region: "aws.us-east-1a", env_vars: { SIGN: "plus" } },
    ]);
    const listed = await ask("GET", "/deployments?app_name=maths&limit=1");
    expect(listed.json()).toMatchObject([{ id }]);
    expect(listed.headers.get("x-has-more")).toBe("false");
    expect((await ask("GET", "/deployments?query=storefront")).json()).toHaveLength(2);
  });

  test("an application of the published client runs, and acts as its invocation", async () => {
    await deploy(`
      import Kernel from "@onkernel/sdk";
      import { chromium } from "playwright";
      const kernel = new Kernel();
      const app = kernel.app("published");
      app.action<{ text: string }, unknown>("title", async (context, payload) => {
        const browser = await kernel.browsers.create({ invocation_id: context.invocation_id, headless: true });
        const driven = await chromium.connectOverCDP(browser.cdp_ws_url);
        const page = await driven.contexts()[0].newPage();
        await page.goto("data:text/html,<title>" + payload?.text + "</title>");
        const { browsers } = await kernel.invocations.listBrowsers(context.invocation_id);
        return { title: await page.title(), mine: browsers.map((one) => one.session_id === browser.session_id) };
      });
    `);
    expect(await invoke("published/latest/title", { text: "Here" })).toEqual({ title: "Here", mine: [true] });
    expect(await invoke("published/latest/title", { text: "Again" })).toEqual({
      title: "Again",
      mine: [true],
    });
    await expect.poll(async () => (await ask("GET", "/browsers")).json()).toEqual([]);
  });
});

test("a session that an action creates for itself outlives it; one that names the invocation ends with it", async () => {
  await deploy(`
    import Kernel from "@onkernel/sdk";
    const kernel = new Kernel();
    const app = kernel.app("keeper");
    const create = async (context: { invocation_id: string }) => {
      const free = await kernel.browsers.create({ headless: true, timeout_seconds: 600 });
      const tied = await kernel.browsers.create({ headless: true, invocation_id: context.invocation_id });
      const { browsers } = await kernel.invocations.listBrowsers(context.invocation_id);
      return { free: free.session_id, tied: tied.session_id, listed: browsers.map((one) => one.session_id) };
    };
    app.action("create", create);
    app.action("hold", async (context) => {
      console.log(JSON.stringify(await create(context)));
      await new Promise((resolve) => setTimeout(resolve, 600_000));
    });
    app.action("another", async (_context) => {
      const refused = await kernel.browsers.create({ invocation_id: "another" }).catch((error) => error);
      return refused.status;
    });
  `);
  const shape = z.object({ free: z.string(), tied: z.string(), listed: z.array(z.string()) });
  const living = async () =>
    z
      .array(z.looseObject({ session_id: z.string() }))
      .parse((await ask("GET", "/browsers")).json())
      .map((one) => one.session_id);
  const returned = shape.parse(await invoke("keeper/latest/create"));
  expect(returned.listed).toEqual([returned.tied]);
  await expect.poll(living).toEqual([returned.free]);
  await service.ask("DELETE", `/browsers/${returned.free}`);

  const held = { app_name: "keeper", version: "latest", action_name: "hold", async: true };
  const { id } = z.looseObject({ id: z.string() }).parse((await ask("POST", "/invocations", held)).json());
  const log = async () => (await ask("GET", `/invocations/${id}/browsers`)).json();
  await expect.poll(async () => JSON.stringify(await log())).toContain("session_id");
  await expect.poll(async () => (await living()).length).toBe(2);
  await ask("PATCH", `/invocations/${id}`, { status: "failed" });
  await expect.poll(async () => (await living()).length).toBe(1);
  await service.ask("DELETE", `/browsers/${(await living())[0]}`);
  expect(await invoke("keeper/latest/another")).toBe(400);
});

describe("code that cannot run reports why", () => {
  test.each([
    ["a syntax error", "export const a = 1;\nlet let = 2;", /^app\.ts:2: SyntaxError/],
    ["no application", "export const a = 1;", /^the entry names no application/],
    [
      "no action",
      'import { app } from "fleetdeck";\napp("empty");',
      /^the application "empty" has no action$/,
    ],
    [
      "a fault while loading",
      '\nthrow new RangeError("no luck");\nexport {};',
      /^app\.ts:2: RangeError: no luck$/,
    ],
    ["a package that is not there", 'import "left-out";', /cannot find the package "left-out"/],
    ["the end of the process", "process.exit(3);", /exit code 3/],
  ])("%s", async (_what, content, reason) => {
    const before = codeFolders();
    const { status, json } = await send({ file: { name: "app.ts", content } });
    expect([status, json]).toMatchObject([201, { status: "failed" }]);
    expect(deploymentShape.parse(json).status_reason).toMatch(reason);
    expect(codeFolders()).toEqual(before);
  });

  test("no entrypoint, and a source elsewhere", async () => {
    const zip = { name: "a.zip", content: zipOf([{ name: "a.ts", content: "" }]) };
    const missing = await send({ file: zip, entrypoint_rel_path: "b.ts" });
    expect(missing.json).toMatchObject({
      status: "failed",
      status_reason: "there is no b.ts in the archive",
    });
    const source = { type: "github", url: "https://github.com/a/b", ref: "main", entrypoint: "a.ts" };
    const elsewhere = await send({
      source: JSON.stringify({ ...source, auth: { method: "github_token", token: "secret" } }),
    });
    expect([elsewhere.status, elsewhere.json]).toMatchObject([201, { status: "failed" }]);
    expect(JSON.stringify(elsewhere.json)).not.toContain("secret");
    const { id } = deploymentShape.parse(elsewhere.json);
    const items = await readAllItems(await service.call(`/deployments/${id}/events`));
    expect(items).toMatchObject([{ event: "deployment_state", deployment: { status: "failed" } }]);
  });

  const file = { name: "app.ts", content: "" };
  test.each([
    ["nothing", {}, "file"],
    ["neither zip nor module", { file: { name: "a.txt", content: "x" } }, "file"],
    [
      "a zip without entrypoint",
      { file: { name: "a.zip", content: zipOf([{ name: "a.ts" }]) } },
      "entrypoint_rel_path",
    ],
    ["an entrypoint outside", { file, entrypoint_rel_path: "../a.ts" }, "entrypoint_rel_path"],
    ["both kinds of code", { file, source: "{}" }, "source"],
    ["a source that is no JSON", { source: "{" }, "source"],
    ["another force", { file, force: "yes" }, "force"],
    ["another region", { file, region: "moon" }, "region"],
    ["a bad variable name", { file, "env_vars[A-B]": "1" }, "env_vars[A-B]"],
    ["an unknown part", { file, entry: "app.ts" }, "entry"],
  ])("T33 %s is refused and named", async (_what, parts: Parameters<typeof send>[0], named) => {
    const answer = await send(parts);
    expect(answer.status).toBe(400);
    expect(errorBody.parse(answer.json).details?.[0]?.message).toContain(named);
  });

  test("T33 a hostile archive is refused before anything is unpacked", async () => {
    const before = codeFolders();
    for (const member of [{ name: "../out.ts" }, { name: "l.ts", mode: 0o120777, content: "/etc/passwd" }]) {
      const zip = { name: "a.zip", content: zipOf([member]) };
      expect((await send({ file: zip, entrypoint_rel_path: "l.ts" })).status).toBe(400);
    }
    expect(codeFolders()).toEqual(before);
    expect(readdirSync(join(service.dataDir, "deployments", "incoming"))).toEqual([]);
  });
});

test("an action may return more than a megabyte", async () => {
  await deploy(
    `export default { name: "verbose", actions: { tell: (_, length: number) => "ü".repeat(length) } };`,
  );
  expect(await invoke("verbose/latest/tell", 1_200_000)).toBe("ü".repeat(1_200_000));
});

test("the log of an invocation is whole for a late viewer; that of a deployment says which lines are missing", async () => {
  const id = await deploy(`
    import { app } from "fleetdeck";
    for (let line = 0; line < 2_500; line++) console.log("loading " + line);
    app("talkative").action("talk", (context) => {
      for (let line = 0; line < 3_000; line++) console.log("line " + line);
      context.log(Array.from({ length: 3_000 }, (_, line) => "message " + line).join("\\n"));
    });
  `);
  const messagesOf = async (path: string) =>
    (await readAllItems(await service.call(path)))
      .filter((item) => item.event === "log")
      .map((item) => String(item.message));
  const numbered = (name: string, count: number, from = 0) =>
    Array.from({ length: count - from }, (_, index) => `${name} ${from + index}`);
  const ofDeployment = await messagesOf(`/deployments/${id}/events`);
  const missing = 2_500 + 2 - 2_000;
  expect(ofDeployment.slice(0, 2)).toEqual([
    `[${missing} lines are missing here: only the last 2000 lines (1 MB) are stored here]`,
    `loading ${missing - 1}`,
  ]);

  await invoke("talkative/latest/talk");
  const [invocation] = z
    .array(invocationShape)
    .parse((await ask("GET", `/invocations?deployment_id=${id}`)).json());
  const messages = await messagesOf(`/invocations/${invocation?.id}/events`);
  const of = (name: string) => messages.filter((message) => message.startsWith(`${name} `));
  expect(of("loading")).toEqual(numbered("loading", 2_500));
  expect(of("line")).toEqual(numbered("line", 3_000));
  expect(of("message")).toEqual(numbered("message", 3_000));
  expect(messages).toHaveLength(8_500);
});

test("deployed code can read its own folder only, and start no process", async () => {
  await deploy(`
    import { execFileSync } from "node:child_process";
    import { readdirSync, readFileSync, writeFileSync } from "node:fs";
    import { tmpdir } from "node:os";
    const attempt = (act: () => unknown) => { try { act(); return "done"; } catch (error) { return error.code; } };
    export default { name: "curious", actions: { look: (context, paths: string[]) => ({
      reads: paths.map((path) => attempt(() => readFileSync(path))),
      list: attempt(() => readdirSync(paths[0] + "/..")),
      spawn: attempt(() => execFileSync("id")),
      own: attempt(() => readFileSync(new URL(import.meta.url))),
      temporary: attempt(() => writeFileSync(tmpdir() + "/a", "b")),
      over: attempt(() => writeFileSync(new URL(import.meta.url), "b")),
    }) } };
  `);
  const paths = [
    join(service.dataDir, "service.db"),
    "/proc/self/environ",
    `/proc/${process.pid}/environ`,
    "/etc/passwd",
  ];
  const denied = "ERR_ACCESS_DENIED";
  expect(await invoke("curious/latest/look", paths)).toEqual({
    reads: [denied, denied, denied, denied],
    list: denied,
    spawn: denied,
    own: "done",
    temporary: "done",
    over: denied,
  });
});

test("deleting a deployment ends what runs with it; after that it is not found", async () => {
  const id = await deploy(`
    export default { name: "sleeper", actions: { sleep: () => new Promise((done) => setTimeout(done, 600_000)) } };
  `);
  const body = { app_name: "sleeper", version: "latest", action_name: "sleep" };
  const begun = createdInvocation.parse((await ask("POST", "/invocations", { ...body, async: true })).json());
  const runner = () => processesNaming(`--invocation=${begun.id}`);
  await expect.poll(runner).toHaveLength(1);
  expect((await ask("DELETE", `/deployments/${id}`)).status).toBe(204);
  expect((await ask("GET", `/invocations/${begun.id}`)).json()).toMatchObject({
    status: "failed",
    status_reason: "its deployment was deleted",
  });
  await expect.poll(runner).toEqual([]);
  expect((await ask("POST", "/invocations", body)).status).toBe(404);
  expect((await ask("GET", `/deployments/${id}`)).json()).toMatchObject({ status: "stopped" });
  expect((await ask("DELETE", `/deployments/${id}`)).status).toBe(204);
  expect(existsSync(join(service.dataDir, "deployments", id))).toBe(false);
  expect((await ask("DELETE", "/deployments/nowhere")).status).toBe(404);
  const [sample] = z.array(appShape).parse((await ask("GET", "/apps?app_name=storefront")).json());
  expect((await ask("DELETE", `/deployments/${sample?.deployment}`)).status).toBe(403);
});

test("deployments survive a restart", async () => {
  const first = await startFullService();
  const form = new FormData();
  form.append("file", new Blob([greeter("Still")]), "app.ts");
  form.append("env_vars.UNUSED", "1");
  const answer = await first.call("/deployments", { method: "POST", body: form });
  expect(answer.status).toBe(201);
  await settled(deploymentShape.parse(await answer.json()).id, first);
  await first.close("keep");
  const second = await startFullService({ dataDir: first.dataDir });
  try {
    const body = { app_name: "greeter", version: "latest", action_name: "greet" };
    const invoked = await second.ask("POST", "/invocations", body);
    expect(invoked.json()).toMatchObject({ status: "succeeded", output: '"Still you!"' });
  } finally {
    await second.close();
  }
});
