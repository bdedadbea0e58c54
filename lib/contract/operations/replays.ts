import * as z from "zod/mini";
import { defineOperations } from "../operation.ts";
import { replay, replayCreate } from "../replays.ts";
import { empty, id } from "./parts.ts";

const oneReplay = z.object({ ...id.shape, replay_id: z.string().check(z.minLength(1), z.maxLength(255)) });
const video = { kind: "bytes", contentType: "video/mp4" } as const;

/** Operations on the replay recordings of a session. */
export const replayOperations = defineOperations("Browsers", {
  listReplays: {
    method: "GET",
    path: "/browsers/{id}/replays",
    summary: "List the replay recordings of a browser session",
    params: id,
    answers: { 200: { kind: "list", item: replay, paged: false } },
    errors: [404],
  },
  startReplay: {
    method: "POST",
    path: "/browsers/{id}/replays",
    summary: "Start a replay recording of a browser session",
    params: id,
    body: { kind: "json", schema: replayCreate, required: false },
    answers: { 201: { kind: "json", schema: replay } },
    errors: [400, 403, 404, 409, 429, 501],
  },
  downloadReplay: {
    method: "GET",
    path: "/browsers/{id}/replays/{replay_id}",
    summary: "Download a replay's video; 202 while it is being recorded",
    params: oneReplay,
    answers: { 200: video, 202: empty, 206: video },
    errors: [404, 416],
  },
  stopReplay: {
    shown: true,
    method: "POST",
    path: "/browsers/{id}/replays/{replay_id}/stop",
    summary: "Stop a replay recording and persist the video",
    params: oneReplay,
    answers: { 200: empty },
    errors: [400, 403, 404],
  },
});
