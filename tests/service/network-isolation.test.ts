// What pages and programs of a session reach: with SERVICE_NETWORK=isolated nothing that listens on this machine but the
// sample shop and the session's proxy.
import { readdir, readFile, readlink } from "node:fs/promises";
import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createdInvocation } from "../../lib/contract/invocations.ts";
import { playwrightResult } from "../../lib/contract/playwright.ts";
import { poolFillRate } from "../../lib/contract/pools.ts";
import { isolation, requireIsolatedNetwork } from "../../service/machine/sandbox/isolation.ts";
import { poolNames } from "../../service/samples/shop/shop-steps.ts";
import { listenOnFreePort } from "../support/programs/free-port.ts";
import { type FullService, startFullService } from "../support/service/full-service.ts";
import { processesOf } from "../support/service/session-processes.ts";
import { waitFor } from "../support/wait-until.ts";

const found = await isolation();
const refusal = await requireIsolatedNetwork().then(
  () => undefined,
  (error: Error) => error.message,
);
const node = "/run/service/code/node";
const portOf = (url: string) => Number(new URL(url).port);

let mine: { url: string; close: () => Promise<void> };
let isolated: FullService;
beforeAll(async () => {
  mine = await listenOnFreePort(
    createServer((_request, response) => response.end("of this machine")),
    "0.0.0.0",
  );
});
afterAll(async () => await mine.close());

async function execute(service: FullService, id: string, code: string): Promise<unknown> {
  const answer = await service.ask("POST", `/browsers/${id}/playwright/execute`, { code });
  const outcome = playwrightResult.parse(answer.json());
  expect(outcome.error).toBeUndefined();
  return outcome.result;
}

/** What a page, a client's code and a program get from each address: the body or a code of the error. Each of the three
 *  visits all of them, as starting it costs more than the visits. */
async function reached(service: FullService, id: string, urls: readonly string[]): Promise<unknown[][]> {
  const list = JSON.stringify(urls);
  const inPages = await execute(
    service,
    id,
    `const got = [];
    for (const url of ${list}) {
      const tab = await context.newPage();
      got.push(await tab.goto(url).then((answer) => answer.text(), (error) => error.message.match(/ERR_\\w+/)?.[0]));
      await tab.close();
    }
    return got;`,
  );
  const fetchAll = `async () => {
    const got = [];
    for (const url of ${list}) got.push(await fetch(url).then((answer) => answer.text(), (error) => error.cause?.code));
    return got;
  }`;
  const inCode = await execute(service, id, `return await (${fetchAll})();`);
  const program = `(${fetchAll})().then((got) => process.stdout.write(JSON.stringify(got)))`;
  const { stdout } = await processesOf(service, id).exec(node, { args: ["-e", program] });
  const [pages, codes, programs] = [inPages, inCode, JSON.parse(stdout)].map((got) =>
    z.array(z.string()).length(urls.length).parse(got),
  );
  return urls.map((_, at) => [pages?.[at], codes?.[at], programs?.[at]]);
}

/** The process that connects the network of another process to the outside. */
async function networkProcessOf(pid: number): Promise<number> {
  const networkOf = (one: number | string) => readlink(`/proc/${one}/ns/net`).catch(() => "none");
  const network = await networkOf(pid);
  for (const candidate of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const [program, ...args] = (await readFile(`/proc/${candidate}/cmdline`, "utf8").catch(() => "")).split(
      "\0",
    );
    // Its second last argument is a process of the network.
    if (program === "slirp4netns" && (await networkOf(args.at(-3) ?? "")) === network)
      return Number(candidate);
  }
  return expect.fail("there is no such process");
}

describe.skipIf(found.kind === "none")("with SERVICE_NETWORK=host", () => {
  test("pages and programs reach what listens on this machine's loopback", async () => {
    const service = await startFullService({ maxBrowsers: 1 });
    try {
      const { session_id } = await service.create();
      expect(await reached(service, session_id, [`http://127.0.0.1:${portOf(mine.url)}/`])).toEqual([
        Array(3).fill("of this machine"),
      ]);
    } finally {
      await service.close();
    }
    expect(service.faults).toEqual([]);
  });
});

test.skipIf(found.kind === "none" || !found.browsers.confined)(
  "SERVICE_NETWORK=isolated without its programs is refused with the packages to install",
  async () => {
    await expect(requireIsolatedNetwork(() => undefined)).rejects.toThrow(
      "SERVICE_NETWORK=isolated cannot be used here: install slirp4netns and iproute2 (Debian: apt-get install slirp4netns iproute2).",
    );
  },
);

// The reason is in the name: without it nobody would notice that nothing was tested.
describe.skipIf(refusal !== undefined)(
  `with SERVICE_NETWORK=isolated${refusal ? ` (skipped: ${refusal})` : ""}`,
  () => {
    beforeAll(async () => {
      isolated = await startFullService({ maxBrowsers: 8, network: "isolated", spareInstance: true });
    });
    afterAll(async () => {
      await isolated.close();
      expect(isolated.faults).toEqual([]);
    });

    /** A session whose network was there before it; the one that it leaves behind is not waited for. */
    const createInPrepared = async () => {
      const folders = async () => await readdir(join(isolated.dataDir, "instances"));
      const { session_id: before } = await isolated.create();
      const earlier = isolated.sessions.all().map(({ id }) => id);
      const prepared = await waitFor("a prepared instance", async () =>
        (await folders()).find((id) => !earlier.includes(id)),
      );
      const session = await isolated.create();
      expect(session.session_id).toBe(prepared);
      await isolated.ask("DELETE", `/browsers/${before}`);
      return session;
    };

    test("pages and programs reach neither this machine's services nor the service itself", async () => {
      const { session_id } = await createInPrepared();
      const own = Object.values(networkInterfaces())
        .flatMap((entries) => entries ?? [])
        .filter(({ family, internal }) => family === "IPv4" && !internal)
        .map(({ address }) => address);
      const addresses = [
        ...["127.0.0.1", "localhost", "10.0.2.2", "10.0.2.3", ...own].map(
          (host) => `http://${host}:${portOf(mine.url)}/`,
        ),
        `${isolated.url}/readyz`,
      ];
      const got = await reached(isolated, session_id, addresses);
      const refused = [/^ERR_/, /^E[A-Z]+$/, /^E[A-Z]+$/].map((code) => expect.stringMatching(code));
      expect(addresses.map((url, at) => [url, got[at]])).toEqual(addresses.map((url) => [url, refused]));
    });

    test("one session's programs are reached by its own pages, and by no other session", async () => {
      const [a, b] = [await isolated.create(), await createInPrepared()];
      const programs = processesOf(isolated, a.session_id);
      const server = `require("node:http").createServer((request, response) => response.end("of the session"))
      .listen(0, "0.0.0.0", function () { console.log(this.address().port); });`;
      const { process_id } = await programs.spawn(node, { args: ["-e", server] });
      const log = await programs.follow(process_id);
      await expect.poll(() => log.text()).toMatch(/^\d+\n$/);
      const url = `http://127.0.0.1:${log.text().trim()}/`;
      expect(await reached(isolated, a.session_id, [url])).toEqual([Array(3).fill("of the session")]);
      const elsewhere = ["127.0.0.1", "10.0.2.100"].map((host) => url.replace("127.0.0.1", host));
      expect(await reached(isolated, b.session_id, elsewhere)).toEqual(
        elsewhere.map(() => ["ERR_CONNECTION_REFUSED", "ECONNREFUSED", "ECONNREFUSED"]),
      );
      log.leave();
    });

    test("the sample applications use the shop", async () => {
      isolated.pools.create({ name: poolNames.browsing, size: 1, fill_rate_per_minute: poolFillRate.max });
      const answer = await isolated.ask("POST", "/invocations", {
        app_name: "storefront",
        version: "v1",
        action_name: "search",
        payload: JSON.stringify({ query: "camera" }),
      });
      const invocation = createdInvocation.parse(answer.json());
      expect([invocation.status, answer.text]).toEqual(["succeeded", expect.any(String)]);
    });

    test("a session with a proxy uses it, and does not reach this machine through it", async () => {
      const created = await isolated.ask("POST", "/proxies", {
        type: "datacenter",
        name: "mine",
        config: { country: "US" },
      });
      const { id } = z.object({ id: z.string() }).parse(created.json());
      const checked = await isolated.ask("POST", `/proxies/${id}/check`);
      expect(z.looseObject({ status: z.string() }).parse(checked.json()).status).toBe("available");
      const { session_id } = await isolated.create();
      const changed = await isolated.ask("PATCH", `/browsers/${session_id}`, { proxy_id: id });
      expect(changed.status).toBe(200);
      const refused = await execute(
        isolated,
        session_id,
        `const answer = await page.goto("http://127.0.0.1:${portOf(mine.url)}/"); return [answer.status(), await answer.text()];`,
      );
      expect(refused).toEqual([403, expect.stringContaining("does not connect to its own machine")]);
      const named = `http://localhost:${portOf(isolated.url)}/readyz`;
      expect(
        await execute(isolated, session_id, `return (await page.goto("${named}")).status();`),
      ).toBeGreaterThanOrEqual(400);
    });

    test("a session whose network has ended is ended, with the reason in its telemetry", async () => {
      const { session_id: id } = await isolated.create({ telemetry: { enabled: true } });
      const { mainPid } = isolated.sessions.living(id).chromium;
      process.kill(await networkProcessOf(mainPid), "SIGKILL");
      await waitFor("the session is gone", async () =>
        (await isolated.ask("GET", `/browsers/${id}`)).status === 404 ? true : undefined,
      );
      expect(isolated.sessions.record(id)?.end_reason).toBe("crashed");
      const reported = async () =>
        (await isolated.ask("GET", `/browsers/${id}/telemetry/events?category=system`)).text;
      await expect.poll(reported).toContain('"service_name":"network"');
    });

    test("names are resolved by a name server that is not on this machine", async () => {
      const { session_id } = await isolated.create();
      const { stdout } = await processesOf(isolated, session_id).exec("cat /etc/resolv.conf");
      expect(stdout).not.toMatch(/^nameserver (127|10\.0\.2)\./m);
    });
  },
);
