import { defineOperations } from "../operation.ts";
import { proxy, proxyCheck, proxyCreate, proxyFilters, proxyUpdate } from "../proxies.ts";
import { empty, id } from "./parts.ts";

const oneProxy = { kind: "json", schema: proxy } as const;

/** Operations on proxies. */
export const proxyOperations = defineOperations("Proxies", {
  listProxies: {
    method: "GET",
    path: "/proxies",
    summary: "List proxies",
    query: proxyFilters,
    answers: { 200: { kind: "list", item: proxy, paged: true } },
    errors: [400],
  },
  createProxy: {
    method: "POST",
    path: "/proxies",
    summary: "Create a proxy",
    body: { kind: "json", schema: proxyCreate, required: true },
    answers: { 201: oneProxy },
    errors: [400, 403],
  },
  retrieveProxy: {
    method: "GET",
    path: "/proxies/{id}",
    summary: "Retrieve a proxy",
    params: id,
    answers: { 200: oneProxy },
    errors: [404],
  },
  updateProxy: {
    method: "PATCH",
    path: "/proxies/{id}",
    summary: "Rename a proxy",
    params: id,
    body: { kind: "json", schema: proxyUpdate, required: true },
    answers: { 200: oneProxy },
    errors: [400, 403, 404],
  },
  deleteProxy: {
    method: "DELETE",
    path: "/proxies/{id}",
    summary: "Delete a proxy",
    params: id,
    answers: { 204: empty },
    errors: [404],
  },
  checkProxy: {
    shown: true,
    method: "POST",
    path: "/proxies/{id}/check",
    summary: "Run a health check on a proxy",
    params: id,
    body: { kind: "json", schema: proxyCheck, required: false },
    answers: { 200: oneProxy },
    errors: [400, 403, 404],
  },
});
