import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { deletePicturesQuery, lastPicturesQuery, picture, picturesQuery } from "../pictures.ts";

export const pictureOperations = defineOperations("Browsers", {
  listPictures: {
    method: "GET",
    path: "/pictures",
    summary: "List the pictures of a browser, oldest first; of many, an even selection",
    query: picturesQuery,
    answers: { 200: { kind: "list", item: picture, paged: false } },
    errors: [400],
  },
  lastPictures: {
    method: "GET",
    path: "/pictures/last",
    summary: "List the newest picture of each of several browsers",
    query: lastPicturesQuery,
    answers: { 200: { kind: "list", item: picture, paged: false } },
    errors: [400],
  },
  readPicture: {
    method: "GET",
    path: "/pictures/{id}",
    summary: "Download a picture as PNG",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(128)) }),
    answers: { 200: { kind: "bytes", contentType: "image/png" } },
    errors: [404],
  },
  deletePictures: {
    method: "DELETE",
    path: "/pictures",
    summary: "Delete all pictures of a browser",
    query: deletePicturesQuery,
    answers: { 204: { kind: "empty" } },
    errors: [400],
  },
});
