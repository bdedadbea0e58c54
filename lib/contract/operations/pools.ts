import { browser } from "../browsers.ts";
import { defineOperations } from "../operation.ts";
import { pool, poolAcquire, poolCreate, poolDelete, poolFilters, poolRelease, poolUpdate } from "../pools.ts";
import { empty, idOrName } from "./parts.ts";

const oneBrowser = { kind: "json", schema: browser } as const;
const onePool = { kind: "json", schema: pool } as const;

/** Operations on browser pools. */
export const poolOperations = defineOperations("Browser Pools", {
  listPools: {
    shown: true,
    method: "GET",
    path: "/browser_pools",
    summary: "List browser pools",
    query: poolFilters,
    answers: { 200: { kind: "list", item: pool, paged: true } },
    errors: [400, 403],
  },
  createPool: {
    method: "POST",
    path: "/browser_pools",
    summary: "Create a browser pool",
    body: { kind: "json", schema: poolCreate, required: true },
    answers: { 201: onePool },
    errors: [400, 403, 404, 409, 429],
  },
  retrievePool: {
    method: "GET",
    path: "/browser_pools/{id_or_name}",
    summary: "Retrieve a browser pool",
    params: idOrName,
    answers: { 200: onePool },
    errors: [404],
  },
  updatePool: {
    method: "PATCH",
    path: "/browser_pools/{id_or_name}",
    summary: "Change a browser pool's configuration",
    params: idOrName,
    body: { kind: "json", schema: poolUpdate, required: true },
    answers: { 200: onePool },
    errors: [400, 403, 404, 409, 429],
  },
  deletePool: {
    method: "DELETE",
    path: "/browser_pools/{id_or_name}",
    summary: "Delete a browser pool; refused while browsers are acquired unless forced",
    params: idOrName,
    body: { kind: "json", schema: poolDelete, required: false },
    answers: { 204: empty },
    errors: [400, 404, 409],
  },
  acquireBrowser: {
    method: "POST",
    path: "/browser_pools/{id_or_name}/acquire",
    summary: "Take a browser from a pool, waiting for one if none is available",
    params: idOrName,
    body: { kind: "json", schema: poolAcquire, required: false },
    answers: { 200: oneBrowser, 204: empty },
    errors: [400, 404, 409],
  },
  releaseBrowser: {
    method: "POST",
    path: "/browser_pools/{id_or_name}/release",
    summary: "Give a browser back to its pool",
    params: idOrName,
    body: { kind: "json", schema: poolRelease, required: true },
    answers: { 204: empty },
    errors: [400, 404],
  },
  flushPool: {
    method: "POST",
    path: "/browser_pools/{id_or_name}/flush",
    summary: "Discard the idle browsers of a pool",
    params: idOrName,
    answers: { 204: empty },
    errors: [404],
  },
});
