import { defineOperation, type Operation } from "../operation.ts";
import { profile, profileCreate, profileFilters } from "../profiles.ts";
import { empty, idOrName, none } from "./parts.ts";

const oneProfile = { kind: "json", schema: profile } as const;

export const profileOperations = {
  listProfiles: defineOperation({
    id: "listProfiles",
    tag: "Profiles",
    shown: false,
    method: "GET",
    path: "/profiles",
    summary: "List profiles",
    params: none,
    query: profileFilters,
    answers: { 200: { kind: "list", item: profile, paged: true } },
    errors: [400],
  }),
  createProfile: defineOperation({
    id: "createProfile",
    tag: "Profiles",
    shown: false,
    method: "POST",
    path: "/profiles",
    summary: "Create a profile",
    params: none,
    query: none,
    body: { kind: "json", schema: profileCreate, required: false },
    answers: { 201: oneProfile },
    errors: [400, 403, 409],
  }),
  retrieveProfile: defineOperation({
    id: "retrieveProfile",
    tag: "Profiles",
    shown: false,
    method: "GET",
    path: "/profiles/{id_or_name}",
    summary: "Retrieve a profile",
    params: idOrName,
    query: none,
    answers: { 200: oneProfile },
    errors: [404],
  }),
  deleteProfile: defineOperation({
    id: "deleteProfile",
    tag: "Profiles",
    shown: false,
    method: "DELETE",
    path: "/profiles/{id_or_name}",
    summary: "Delete a profile",
    params: idOrName,
    query: none,
    answers: { 204: empty },
    errors: [403, 404],
  }),
  downloadProfile: defineOperation({
    id: "downloadProfile",
    tag: "Profiles",
    shown: true,
    method: "GET",
    path: "/profiles/{id_or_name}/download",
    summary: "Download a profile's saved state, a JSON file",
    params: idOrName,
    query: none,
    answers: { 200: { kind: "bytes", contentType: "application/octet-stream" }, 202: empty },
    errors: [403, 404],
  }),
} satisfies Record<string, Operation>;
