import { operations } from "../../lib/contract/operations/operations.ts";
import { type Implementation, implement, page } from "../http/route.ts";
import type { Proxies } from "./proxies.ts";

/** The API's operations on proxies. */
export function proxyRoutes(proxies: Proxies): Implementation[] {
  return [
    implement(operations.listProxies, async ({ query }) => ({
      status: 200,
      ...page(proxies.list(query), query, "whole"),
    })),
    implement(operations.createProxy, async ({ body }) => ({
      status: 201,
      body: await proxies.create(body),
    })),
    implement(operations.retrieveProxy, async ({ params }) => ({
      status: 200,
      body: proxies.retrieve(params.id),
    })),
    implement(operations.updateProxy, async ({ params, body }) => ({
      status: 200,
      body: proxies.rename(params.id, body.name),
    })),
    implement(operations.deleteProxy, async ({ params }) => {
      await proxies.delete(params.id);
      return { status: 204 };
    }),
    implement(operations.checkProxy, async ({ params }) => ({
      status: 200,
      body: await proxies.check(params.id),
    })),
  ];
}
