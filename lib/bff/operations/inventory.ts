import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import {
  dependents,
  foundQuery,
  foundResource,
  inventoryItem,
  inventoryPin,
  inventoryQuery,
  usedProfiles,
} from "../inventory.ts";

const inventoryPlace = z.object({
  kind: z.string().check(z.minLength(1), z.maxLength(16)),
  id_or_name: z.string().check(z.minLength(1), z.maxLength(255)),
});

export const inventoryOperations = defineOperations("Apps", {
  listInventory: {
    method: "GET",
    path: "/inventory",
    summary: "List resources that were pinned or seen in answers; pinned ones first, then the last seen",
    query: inventoryQuery,
    answers: { 200: { kind: "list", item: inventoryItem, paged: false } },
    errors: [400],
  },
  findResources: {
    method: "GET",
    path: "/inventory/found",
    summary: "Find resources by id, name, label or address, else those that contain the text",
    query: foundQuery,
    answers: { 200: { kind: "list", item: foundResource, paged: false } },
    errors: [400],
  },
  pinInventory: {
    method: "PUT",
    path: "/inventory/{kind}/{id_or_name}/pin",
    summary: "Pin a resource, with a label",
    params: inventoryPlace,
    body: { kind: "json", schema: inventoryPin, required: true },
    answers: { 200: { kind: "json", schema: inventoryItem } },
    errors: [400],
  },
  unpinInventory: {
    method: "DELETE",
    path: "/inventory/{kind}/{id_or_name}/pin",
    summary: "Unpin a resource and delete its label",
    params: inventoryPlace,
    answers: { 204: { kind: "empty" } },
    errors: [400],
  },
  readProfileUses: {
    method: "GET",
    path: "/profiles/{id_or_name}/uses",
    summary: "List what uses a profile: pools, active browsers and their running invocations",
    params: z.object({ id_or_name: z.string().check(z.minLength(1), z.maxLength(255)) }),
    answers: { 200: { kind: "json", schema: dependents } },
  },
  readUsedProfiles: {
    method: "GET",
    path: "/inventory/used_profiles",
    summary: "List the profiles in use, with the number of pools and active browsers",
    answers: { 200: { kind: "json", schema: usedProfiles } },
  },
});
