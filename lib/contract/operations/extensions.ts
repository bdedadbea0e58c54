import {
  extension,
  extensionFilters,
  extensionStore,
  extensionsUpload,
  storeDownload,
} from "../extensions.ts";
import { defineOperations } from "../operation.ts";
import { empty, id, idOrName } from "./parts.ts";

const oneExtension = { kind: "json", schema: extension } as const;
const zip = { kind: "bytes", contentType: "application/octet-stream" } as const;

/** Operations on stored extensions, and the upload into a running session. */
export const extensionOperations = defineOperations("Extensions", {
  uploadBrowserExtensions: {
    tag: "Browsers",
    shown: true,
    method: "POST",
    path: "/browsers/{id}/extensions",
    summary: "Load unpacked extensions into a running browser and restart Chromium",
    params: id,
    body: { kind: "multipart", schema: extensionsUpload, required: true },
    answers: { 201: empty },
    errors: [400, 403, 404],
  },
  listExtensions: {
    method: "GET",
    path: "/extensions",
    summary: "List stored extensions",
    query: extensionFilters,
    answers: { 200: { kind: "list", item: extension, paged: true } },
    errors: [400],
  },
  createExtension: {
    method: "POST",
    path: "/extensions",
    summary: "Store an extension to load into browsers when they are created",
    body: { kind: "multipart", schema: extensionStore, required: true },
    answers: { 201: oneExtension },
    errors: [400, 403, 409],
  },
  downloadStoreExtension: {
    method: "GET",
    path: "/extensions/from_chrome_store",
    summary: "Download an extension of the Chrome Web Store as a zip archive",
    query: storeDownload,
    answers: { 200: zip },
    errors: [400, 404, 502],
  },
  downloadExtension: {
    method: "GET",
    path: "/extensions/{id_or_name}",
    summary: "Download a stored extension as the zip archive it was stored as",
    params: idOrName,
    answers: { 200: zip },
    errors: [404],
  },
  retrieveExtension: {
    method: "GET",
    path: "/extensions/{id_or_name}/metadata",
    summary: "Retrieve a stored extension",
    params: idOrName,
    answers: { 200: oneExtension },
    errors: [404],
  },
  deleteExtension: {
    method: "DELETE",
    path: "/extensions/{id_or_name}",
    summary: "Delete a stored extension",
    params: idOrName,
    answers: { 204: empty },
    errors: [404],
  },
});
