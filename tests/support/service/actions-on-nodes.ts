// Actions that wait on nodes while their service is replaced: real processes, Chromium and PostgreSQL.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { operations } from "../../../lib/contract/operations/operations.ts";
import type { ApiClient } from "../dashboard/api-client.ts";
import { postgresForTests } from "../programs/postgres-for-tests.ts";
import { connected, deployOn, startNodeOn, startOn, token } from "./shared-services.ts";

export const waiter = `
  import { app } from "fleetdeck";
  const at = async (url, place) => await (await fetch(url + "/" + place)).text();
  app("waiter")
    .action("browse", async (context, { url }) => {
      const page = await context.browser();
      await page.setContent("<title>before</title>");
      for (let line = 1; line <= 20; line += 1) context.log("line " + line);
      await at(url, "browsing");
      context.log("line 21");
      const title = await page.title();
      await page.setContent("<title>after</title>");
      return [title, await page.title()];
    })
    .action("wait", async (context, { url }) => {
      context.log("waiting");
      const answer = await at(url, "waiting");
      context.log("done");
      await at(url, "returning");
      return answer;
    })
    .action("open", async (context, { url }) => {
      await at(url, "opening");
      context.log("opens");
      const page = await context.browser();
      await page.setContent("<title>opened</title>");
      return await page.title();
    })
    .action("two", async (context, { url }) => {
      context.log("begins");
      await context.browser();
      await context.browser();
      context.log("has two");
      return await at(url, "two");
    })
    .action("pooled", async (context, { url }) => {
      const pages = [await context.browser({ pool: "ready" }), await context.browser({ pool: "ready" })];
      await at(url, "pooled");
      for (const page of pages) await page.setContent("<title>driven</title>");
      const titles = await Promise.all(pages.map(async (page) => await page.title()));
      await at(url, "driven");
      return titles;
    });
`;

/** What the tests of a file share. Call it once at the top of a file, for its PostgreSQL. */
export function actionsOnNodes() {
  const postgres = postgresForTests({ durable: true });
  const { cleanUps } = postgres;

  /** Where actions wait: a request is answered once its place is let go. Counts the requests, and those that gave up. */
  async function startPlaces() {
    const waiting = new Map<string, ServerResponse[]>();
    const open = new Set<string>();
    const counts = new Map<string, number>();
    const note = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
    const server = createServer(({ url = "" }, response) => {
      const place = url.slice(1);
      note(place);
      response.once("close", () => response.writableEnded || note(`${place}, left`));
      if (open.has(place) || place === "returning") response.end("let go");
      else waiting.set(place, [...(waiting.get(place) ?? []), response]);
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    cleanUps.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      count: (place: string) => counts.get(place) ?? 0,
      async reached(place: string) {
        await expect.poll(() => counts.get(place)).toBe(1);
      },
      letGo(place: string) {
        open.add(place);
        for (const response of waiting.get(place) ?? []) response.end("let go");
      },
    };
  }

  const serviceOn = async (databaseUrl: string, dataDir?: string) =>
    await startOn(databaseUrl, { SERVICE_MAX_BROWSERS: "0" }, cleanUps, dataDir);
  async function setUp() {
    const databaseUrl = await postgres.database();
    const service = await (await serviceOn(databaseUrl)).program;
    const node = await (await startNodeOn(databaseUrl, 2, cleanUps)).program;
    await connected(service.url);
    await deployOn(service.url, waiter);
    return { databaseUrl, service, node, places: await startPlaces() };
  }

  return { postgres, cleanUps, startPlaces, serviceOn, setUp };
}

export const invoke = async (api: ApiClient, action: string, url: string, seconds = 900) =>
  (
    await api.call(operations.createInvocation, {
      body: {
        app_name: "waiter",
        version: "latest",
        action_name: action,
        async: true,
        async_timeout_seconds: seconds,
        payload: JSON.stringify({ url }),
      },
    })
  ).id;
export const retrieved = async (api: ApiClient, id: string) =>
  await api.call(operations.retrieveInvocation, { params: { id } });
export const ended = async (api: ApiClient, id: string) => {
  await expect.poll(async () => (await retrieved(api, id)).status).not.toMatch(/queued|running/);
  return await retrieved(api, id);
};
export const follow = async (url: string, id: string) =>
  await fetch(`${url}/invocations/${id}/events`, { headers: { authorization: `Bearer ${token}` } });
export const messagesOf = (events: string) =>
  [...events.matchAll(/"message":"(line \d+|waiting|done|opens)"/g)].map(([, message]) => message);

export type Service = Awaited<ReturnType<ReturnType<typeof actionsOnNodes>["setUp"]>>["service"];
