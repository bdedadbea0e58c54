import { defineOperations } from "../operation.ts";
import { profile, profileCreate, profileFilters, profileUpdate } from "../profiles.ts";
import { empty, idOrName } from "./parts.ts";

const oneProfile = { kind: "json", schema: profile } as const;

/** Operations on profiles. */
export const profileOperations = defineOperations("Profiles", {
  listProfiles: {
    method: "GET",
    path: "/profiles",
    summary: "List profiles",
    query: profileFilters,
    answers: { 200: { kind: "list", item: profile, paged: true } },
    errors: [400],
  },
  createProfile: {
    method: "POST",
    path: "/profiles",
    summary: "Create a profile",
    body: { kind: "json", schema: profileCreate, required: false },
    answers: { 201: oneProfile },
    errors: [400, 403, 409],
  },
  retrieveProfile: {
    method: "GET",
    path: "/profiles/{id_or_name}",
    summary: "Retrieve a profile",
    params: idOrName,
    answers: { 200: oneProfile },
    errors: [404],
  },
  updateProfile: {
    method: "PATCH",
    path: "/profiles/{id_or_name}",
    summary: "Rename a profile",
    params: idOrName,
    body: { kind: "json", schema: profileUpdate, required: true },
    answers: { 200: oneProfile },
    errors: [400, 403, 404, 409],
  },
  deleteProfile: {
    method: "DELETE",
    path: "/profiles/{id_or_name}",
    summary: "Delete a profile",
    params: idOrName,
    answers: { 204: empty },
    errors: [403, 404],
  },
  downloadProfile: {
    shown: true,
    method: "GET",
    path: "/profiles/{id_or_name}/download",
    summary: "Download a profile's saved state, a JSON file",
    params: idOrName,
    answers: { 200: { kind: "bytes", contentType: "application/octet-stream" }, 202: empty },
    errors: [403, 404],
  },
});
